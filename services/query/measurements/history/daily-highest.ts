import { VALID } from "../../../../contracts/observation-day.ts";
import { HOUR, slotStart, startOfDay } from "../../../../science/calendar.ts";
import type { KnownSeries, Network } from "../network.ts";
import type { SeriesValue } from "../newest/newest.ts";
import type { Reading } from "../newest/up-to-date.ts";
import type { MeasurementParts, NetworkContent } from "../parts.ts";
import { selectIn, type Wanted } from "../selection.ts";
import { type StoredDay, storedDays } from "./stored-days.ts";

export interface DaysChoice {
  readonly wanted: Wanted;
  /** Which hourly series are shown. */
  readonly shows: (series: KnownSeries) => boolean;
  readonly firstDay: number;
  readonly lastDay: number;
  /** Hours that end later don't count; milliseconds since 1970. */
  readonly now: number;
}

type Content = Pick<NetworkContent, "network" | "observations">;
type Parts = Pick<MeasurementParts, "database" | "settings">;

/** The highest valid value of each day of each series among the hours that have ended, in the order of the series. */
export async function dailyHighest(content: Content, parts: Parts, choice: DaysChoice): Promise<readonly Reading[]> {
  const found = hourlySeries(content.network(), parts, choice);
  const highest = await highestOf(content, parts, found, choice);
  return found.flatMap((series) => (highest.get(series.id) ?? []).map((value) => ({ series, value })));
}

/** What is read of a series, and what it depends on. */
interface Known {
  readonly state: string;
  readonly values: Promise<readonly SeriesValue[]>;
}

/**
 * The same for the days up to the present one, always as many, kept in memory. A series is read again when a value of it has
 * changed or another hour has ended, once for all who ask meanwhile.
 */
export class KeptDailyHighest {
  readonly #parts: Parts;
  readonly #known = new WeakMap<Network, Map<number, Known>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async read(content: Content, choice: DaysChoice): Promise<readonly Reading[]> {
    const network = content.network();
    const found = hourlySeries(network, this.#parts, choice);
    const known = this.#knownOf(network);
    const hour = Math.floor((choice.now / 1000 + this.#parts.settings.utcOffset * 60) / HOUR);
    const stateOf = ({ id }: KnownSeries) => `${hour} ${network.changeOf(id)}`;
    const missing = found.filter((series) => known.get(series.id)?.state !== stateOf(series));
    if (missing.length > 0) {
      const highest = highestOf(content, this.#parts, missing, choice);
      for (const series of missing) {
        const values = highest.then((all) => all.get(series.id) ?? []);
        known.set(series.id, { state: stateOf(series), values });
        values.catch(() => {
          if (known.get(series.id)?.values === values) known.delete(series.id);
        });
      }
    }
    const highest = await Promise.all(found.map(({ id }) => known.get(id)?.values));
    return found.flatMap((series, at) => (highest[at] ?? []).map((value) => ({ series, value })));
  }

  #knownOf(network: Network): Map<number, Known> {
    const known = this.#known.get(network) ?? new Map<number, Known>();
    this.#known.set(network, known);
    return known;
  }
}

/** The wanted hourly series that may have values on the days. */
function hourlySeries(network: Network, { settings }: Parts, { wanted, shows, firstDay, lastDay, now }: DaysChoice) {
  const { utcOffset: offset } = settings;
  const period = { from: startOfDay(firstDay, offset), to: startOfDay(lastDay + 1, offset) };
  const isShown = (series: KnownSeries) => series.series.timestep === HOUR && shows(series);
  return selectIn(period, now, network, wanted, isShown);
}

async function highestOf(
  { observations }: Content,
  { database, settings }: Parts,
  series: readonly KnownSeries[],
  { firstDay, lastDay, now }: DaysChoice,
): Promise<ReadonlyMap<number, readonly SeriesValue[]>> {
  const highest = new Map<number, SeriesValue[]>(series.map(({ id }) => [id, []]));
  for await (const { series: of, days } of storedDays(database, observations, series, firstDay, lastDay)) {
    for (const day of days) {
      const value = highestIn(day, settings.utcOffset, now);
      if (value !== undefined) highest.get(of.id)?.push(value);
    }
  }
  return highest;
}

/** The first of the highest valid values of a day; undefined without any. */
function highestIn({ day, values, flags }: StoredDay, offset: number, now: number): SeriesValue | undefined {
  let highest: SeriesValue | undefined;
  for (const [slot, value] of values.entries()) {
    const from = slotStart(day, slot, HOUR, offset);
    if ((from + HOUR) * 1000 > now) break;
    if (Number.isNaN(value) || ((flags[slot] ?? 0) & VALID) === 0) continue;
    if (highest === undefined || value > highest.value) highest = { from, to: from + HOUR, value, isValid: true };
  }
  return highest;
}
