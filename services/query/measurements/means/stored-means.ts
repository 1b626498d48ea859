import type { observations } from "../../../../contracts/views/observations.ts";
import { oneAhead } from "../../../../platform/async/one-ahead.ts";
import { int4Array } from "../../../../platform/database/arrays.ts";
import type { Queryable, Statement } from "../../../../platform/database/port.ts";
import {
  type CalendarPeriod,
  DAY,
  formatDay,
  formatOffset,
  periodEnd,
  startOfDay,
} from "../../../../science/calendar.ts";
import { valuesOfPeriod } from "../../../../science/means.ts";
import { type Block, blocksOf } from "../answers/blocks.ts";
import type { KnownSeries } from "../network.ts";
import { dayTime, type MeanSettings, meanText, meanTimes } from "./mean-text.ts";
import type { MeanSource } from "./mean-types.ts";

/** Means that the view keeps. */
export type StoredSource = Exclude<MeanSource, { from: "hours" }>;

/** Means of a series in their order, each 16 bytes: first day and count (int4), sum or highest (float8), big-endian. */
interface PackedMeans {
  readonly series: KnownSeries;
  readonly means: Buffer;
}

/** Means that are read at a time. */
const CAPACITY = 60_000;

/** Approximate number of means a day. */
const PER_DAY = { week: 1 / 7, month: 1 / 28, season: 1 / 90, year: 1 / 365 } as const;

interface StoredMeansQuery {
  readonly source: StoredSource;
  readonly series: readonly KnownSeries[];
  readonly firstDay: number;
  readonly lastDay: number;
}

/** The means of the series, in their order. */
export async function* storedMeans(
  database: Queryable,
  { tables }: typeof observations,
  { source, series, firstDay, lastDay }: StoredMeansQuery,
): AsyncGenerator<PackedMeans, void> {
  const weight = source.from === "days" ? 1 : PER_DAY[source.period];
  const weighed = series.map((item) => ({ item, weight }));
  const load = (block: Block<KnownSeries>) => loadBlock(database, tables, source, block);
  for await (const loaded of oneAhead(blocksOf(weighed, firstDay, lastDay, CAPACITY), load)) yield* loaded;
}

async function loadBlock(
  database: Queryable,
  tables: Tables,
  source: StoredSource,
  { items, firstDay, lastDay }: Block<KnownSeries>,
): Promise<readonly PackedMeans[]> {
  const values = [int4Array(items.map(({ id }) => id)), firstDay, lastDay];
  const rows = await database.query<{ series: number; means: Buffer }>(statement(tables, source, values));
  const means = new Map(rows.map((row) => [row.series, row.means]));
  return items.flatMap((series) => {
    const packed = means.get(series.id);
    return packed === undefined ? [] : [{ series, means: packed }];
  });
}

type Tables = (typeof observations)["tables"];

/**
 * The server packs the means, since parsing a row for each would take longer than computing it. It reads series by series
 * (lateral): for several series at once, PostgreSQL 17 reads the index of all stored days between the last days of one
 * series and the first days of the next.
 */
function statement(tables: Tables, source: StoredSource, values: readonly unknown[]): Statement {
  const { daily_means: dailyMeans, period_means: periodMeans } = tables;
  if (source.from === "periods") {
    return {
      name: `${periodMeans}-packed`,
      text: `select series, means from unnest($1::int4[]) as wanted (series)
        cross join lateral (
          select string_agg(int4send(start) || int4send(count) || float8send(sum), ''::bytea order by start) as means
          from ${periodMeans} period
          where period.series = wanted.series and kind = $4 and start between $2 and $3) as packed
        where means is not null`,
      values: [...values, PERIOD_KINDS[source.period]],
      binary: true,
    };
  }
  const { count, value, where } = DAY_COLUMNS[source.of];
  return {
    name: `${dailyMeans}-${source.of}`,
    text: `select series, means from unnest($1::int4[]) as wanted (series)
      cross join lateral (
        select string_agg(int4send(day) || int4send(${count}) || float8send(${value}), ''::bytea order by day) as means
        from ${dailyMeans} daily
        where daily.series = wanted.series and day between $2 and $3 and ${where}) as packed
      where means is not null`,
    values,
    binary: true,
  };
}

/** A day without values has a row too, if running means end in it. */
const DAY_COLUMNS = {
  values: { count: "count", value: "sum", where: "stored > 0" },
  hours: { count: "hours", value: "coalesce(hour_max, 'NaN')", where: "stored > 0 and hours is not null" },
  windows: { count: "windows", value: "coalesce(window_max, 'NaN')", where: "windows is not null" },
} as const;

/** As the view numbers them. */
const PERIOD_KINDS = { month: 4, year: 5, week: 8, season: 9 } as const satisfies Record<CalendarPeriod, number>;

/** Times of a mean that begins on a day, and whether it belongs to the period. */
interface Span {
  readonly times: string;
  readonly end: number;
  readonly belongs: boolean;
}

/** Writes the stored means of one answer, series after series; the texts of their times are shared. */
export class StoredMeanWriter {
  readonly #source: StoredSource;
  readonly #settings: MeanSettings;
  readonly #withPeriod: boolean;
  readonly #midnight: string;
  readonly #spans = new Map<number, Span>();

  /** `withPeriod`: whether each mean has the times at which its period begins and ends. */
  constructor(source: StoredSource, settings: MeanSettings, withPeriod: boolean) {
    this.#source = source;
    this.#settings = settings;
    this.#withPeriod = withPeriod;
    this.#midnight = `T00:00:00${formatOffset(settings.offset)}`;
  }

  write({ series: { series }, means }: PackedMeans, prefix: string): string {
    const isOfValues = this.#source.from === "periods" || this.#source.of === "values";
    let text = "";
    for (let at = 0; at < means.length; at += 16) {
      const start = means.readInt32BE(at);
      const count = means.readInt32BE(at + 4);
      const value = means.readDoubleBE(at + 8);
      const span = this.#span(start);
      if (!span.belongs) continue;
      const mean = isOfValues ? value / count : value;
      text += meanText(prefix + span.times, mean, count, this.#coverage(start, count, series.timestep), this.#settings);
    }
    return text;
  }

  #coverage(start: number, count: number, timestep: number): number {
    if (this.#source.from === "periods") return (100 * count) / valuesOfPeriod(this.#source.period, start, timestep);
    return this.#source.of === "values" ? (100 * count * timestep) / DAY : (100 * count) / 24;
  }

  #span(start: number): Span {
    let span = this.#spans.get(start);
    if (span === undefined) {
      span = this.#makeSpan(start);
      this.#spans.set(start, span);
    }
    return span;
  }

  #makeSpan(start: number): Span {
    const { period, offset, isCsv } = this.#settings;
    const end = this.#source.from === "periods" ? periodEnd(this.#source.period, start) : start + 1;
    const from = formatDay(start) + this.#midnight;
    const times = this.#withPeriod
      ? meanTimes(from, from, formatDay(end) + this.#midnight, isCsv)
      : dayTime(from, isCsv);
    return { times, end, belongs: startOfDay(start, offset) >= period.from && startOfDay(end, offset) <= period.to };
  }
}
