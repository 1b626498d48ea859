import { decodeDay, type ObservationDay } from "../../../../contracts/observation-day.ts";
import type { observations } from "../../../../contracts/views/observations.ts";
import { oneAhead } from "../../../../platform/async/one-ahead.ts";
import { int4Array } from "../../../../platform/database/arrays.ts";
import type { Queryable } from "../../../../platform/database/port.ts";
import { slotsOfDay } from "../../../../science/calendar.ts";
import { type Block, blocksOf } from "../answers/blocks.ts";
import type { KnownSeries } from "../network.ts";

/** A day of a series, as it is stored. */
export interface StoredDay extends ObservationDay {
  readonly day: number;
}

/** Some days of a series, in their order; those without values are not there. */
export interface SeriesDays {
  readonly series: KnownSeries;
  readonly days: Iterable<StoredDay>;
}

/** Slots for values that are read at a time: a thousand days of hourly values. */
const CAPACITY = 24_000;

/** Least number of slots that a day counts as: most memory of a day with a single value is not the value's. */
const MIN_SLOTS = 8;

interface Row {
  readonly series: number;
  readonly day: number;
  readonly values: Buffer;
  readonly flags: Buffer;
}

/** The values of the series from one day to another, in the order of the series. Long series come in several parts. */
export async function* storedDays(
  database: Queryable,
  build: typeof observations,
  series: readonly KnownSeries[],
  firstDay: number,
  lastDay: number,
): AsyncGenerator<SeriesDays, void> {
  const weighed = series.map((item) => ({ item, weight: Math.max(MIN_SLOTS, slotsOfDay(item.series.timestep)) }));
  const load = (block: Block<KnownSeries>) => loadBlock(database, build, block);
  for await (const loaded of oneAhead(blocksOf(weighed, firstDay, lastDay, CAPACITY), load)) yield* loaded;
}

async function loadBlock(
  database: Queryable,
  { tables }: typeof observations,
  { items, firstDay, lastDay }: Block<KnownSeries>,
): Promise<readonly SeriesDays[]> {
  const rows = await database.query<Row>({
    name: `${tables.days}-stored`,
    text: `select series, day, values, flags from ${tables.days}
      where series = any($1::int4[]) and day between $2 and $3 order by series, day`,
    values: [int4Array(items.map(({ id }) => id)), firstDay, lastDay],
    binary: true,
  });
  const days = new Map<number, Row[]>(items.map(({ id }) => [id, []]));
  for (const row of rows) days.get(row.series)?.push(row);
  return items.map((series) => ({ series, days: decoded(days.get(series.id) ?? []) }));
}

/** Decodes each day only when it is needed: decoded days take several times the memory while a reader pauses. */
function* decoded(rows: readonly Row[]): Generator<StoredDay> {
  for (const { day, values, flags } of rows) yield { day, ...decodeDay(values, flags) };
}
