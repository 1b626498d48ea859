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
}

type Content = Pick<NetworkContent, "network" | "observations">;
type Parts = Pick<MeasurementParts, "database" | "settings" | "clock">;

/** The highest valid value of each day of each series among the hours that have ended, in the order of the series. */
export async function dailyHighest(content: Content, parts: Parts, choice: DaysChoice): Promise<readonly Reading[]> {
  const found = hourlySeries(content.network(), parts, choice);
  const highest = await highestOf(content, parts, found, choice);
  return found.flatMap((series) => (highest.get(series.id) ?? []).map((value) => ({ series, value })));
}

/** What was read of a series, and what it depends on. */
interface Known {
  readonly state: string;
  readonly values: readonly SeriesValue[];
}

/** The same, kept in memory: a series is read again when a value of it has changed or another hour has ended. */
export class KeptDailyHighest {
  readonly #parts: Parts;
  readonly #known = new WeakMap<Network, Map<number, Known>>();
  #reading: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Of always as many days, the last of which is the present one. */
  async read(content: Content, choice: DaysChoice): Promise<readonly Reading[]> {
    const network = content.network();
    const found = hourlySeries(network, this.#parts, choice);
    if (this.#missing(network, found).length > 0) {
      // In turns: who waits finds what others have read meanwhile.
      const reading = this.#reading.then(() => this.#readMissing(content, network, found, choice));
      // A failure is that of the request whose turn it was.
      this.#reading = reading.catch(() => undefined);
      await reading;
    }
    const known = this.#knownOf(network);
    return found.flatMap((series) => (known.get(series.id)?.values ?? []).map((value) => ({ series, value })));
  }

  async #readMissing(
    content: Content,
    network: Network,
    found: readonly KnownSeries[],
    days: DaysChoice,
  ): Promise<void> {
    const missing = this.#missing(network, found);
    if (missing.length === 0) return;
    const states = missing.map((series) => this.#stateOf(network, series));
    const highest = await highestOf(content, this.#parts, missing, days);
    const known = this.#knownOf(network);
    for (const [at, { id }] of missing.entries()) {
      known.set(id, { state: states[at] ?? "", values: highest.get(id) ?? [] });
    }
  }

  #missing(network: Network, found: readonly KnownSeries[]): readonly KnownSeries[] {
    const known = this.#knownOf(network);
    return found.filter((series) => known.get(series.id)?.state !== this.#stateOf(network, series));
  }

  /** Values are as they were while this is the same. */
  #stateOf(network: Network, { id }: KnownSeries): string {
    const { clock, settings } = this.#parts;
    const hours = Math.floor((clock().getTime() / 1000 + settings.utcOffset * 60) / HOUR);
    return `${hours} ${network.changeOf(id)}`;
  }

  #knownOf(network: Network): Map<number, Known> {
    const known = this.#known.get(network) ?? new Map<number, Known>();
    this.#known.set(network, known);
    return known;
  }
}

/** The wanted hourly series that may have values on the days. */
function hourlySeries(network: Network, { clock, settings }: Parts, { wanted, shows, firstDay, lastDay }: DaysChoice) {
  const { utcOffset: offset } = settings;
  const period = { from: startOfDay(firstDay, offset), to: startOfDay(lastDay + 1, offset) };
  const isShown = (series: KnownSeries) => series.series.timestep === HOUR && shows(series);
  return selectIn(period, clock().getTime(), network, wanted, isShown);
}

async function highestOf(
  { observations }: Content,
  { database, settings, clock }: Parts,
  series: readonly KnownSeries[],
  { firstDay, lastDay }: DaysChoice,
): Promise<ReadonlyMap<number, readonly SeriesValue[]>> {
  const now = clock().getTime();
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
