import type { Station } from "../../../contracts/station.ts";
import { foldName } from "../../../contracts/text.ts";
import type { TimeSeries } from "../../../contracts/time-series.ts";
import { type AirQualityIndex, limitsOf } from "../../../science/air-quality-index/index-table.ts";
import { HOUR } from "../../../science/calendar.ts";
import {
  isDue,
  type Newest,
  type NewestRow,
  newestDue,
  nextDue,
  reachesAhead,
  storedNewest,
  type ValuesAhead,
} from "./newest/newest.ts";

/** A series with its station. */
export interface KnownSeries {
  readonly id: number;
  readonly series: TimeSeries;
  readonly station: Station;
  /** The unit, with the micro sign that is served. */
  readonly unit: string;
  /** Limits of the air-quality index, for hourly series in its unit of components that it covers. */
  readonly limits: readonly number[] | undefined;
  /** Names in the form that filters are compared with. */
  readonly folded: { readonly station: string; readonly area: string; readonly component: string };
}

/** A row of the directory's tables. */
export interface DirectoryRow {
  readonly kind: "station" | "series";
  readonly id: number;
  readonly document: string;
  readonly deleted: boolean;
  readonly changeSequence: number;
}

/** The series of known stations. */
interface Directory {
  readonly byId: ReadonlyMap<number, KnownSeries>;
  readonly list: readonly KnownSeries[];
  /** Every folded name and every step that occurs, and the components of the index. */
  readonly filters: ReadonlySet<unknown>;
}

/** The stations of the network, their series and their newest values, in memory. */
export class Network {
  readonly #index: AirQualityIndex;
  readonly #offset: number;
  readonly #stations = new Map<number, Station>();
  readonly #documents = new Map<number, TimeSeries>();
  readonly #newest = new Map<number, NewestRow>();
  readonly #ahead = new Map<number, ValuesAhead>();
  readonly #changes = new Map<number, number>();
  #known: Directory | undefined;
  #version = 0;
  #directorySequence = 0;

  /** `offset`: minutes. */
  constructor(index: AirQualityIndex, offset: number) {
    this.#index = index;
    this.#offset = offset;
  }

  /** Increases with every change: answers that were made from an earlier version may be outdated. */
  get version(): number {
    return this.#version;
  }

  /** Number of the last change of a station or series, the same in every process. */
  get directorySequence(): number {
    return this.#directorySequence;
  }

  /** Every series of a known station, ordered by id. */
  get series(): readonly KnownSeries[] {
    return this.#directory().list;
  }

  /** Every station, with series or without. */
  get stations(): Iterable<Station> {
    return this.#stations.values();
  }

  station(id: number): Station | undefined {
    return this.#stations.get(id);
  }

  find(id: number): KnownSeries | undefined {
    return this.#directory().byId.get(id);
  }

  /** Whether anything can be found by a filter's value: a folded name, or a step. */
  hasFilter(value: unknown): boolean {
    return this.#directory().filters.has(value);
  }

  /** The newest values that are stored, due or not; undefined for a series without a value. */
  storedNewest({ id, series }: KnownSeries): Newest | undefined {
    const row = this.#newest.get(id);
    return row && storedNewest(row, series.timestep, this.#offset);
  }

  /** The newest values that are due; undefined for a series without any. `now`: milliseconds since 1970. */
  newest(known: KnownSeries, now: number): Newest | undefined {
    const stored = this.storedNewest(known);
    if (stored === undefined || isDue(stored.newest, now)) return stored;
    const ahead = this.#ahead.get(known.id);
    return ahead && newestDue(ahead, stored.firstFrom, now);
  }

  /** When the newest due values change next if no data changes; milliseconds since 1970. */
  nextDue(now: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const [id, ahead] of this.#ahead) if (this.find(id)) next = Math.min(next, nextDue(ahead, now));
    return next;
  }

  /** Number of the last event that touched a value of the series; 0 if none did. */
  changeOf(id: number): number {
    return this.#changes.get(id) ?? 0;
  }

  updateDirectory(rows: readonly DirectoryRow[]): void {
    for (const row of rows) {
      const rowsById: Map<number, unknown> = row.kind === "station" ? this.#stations : this.#documents;
      if (row.deleted) rowsById.delete(row.id);
      else rowsById.set(row.id, JSON.parse(row.document));
      this.#directorySequence = Math.max(this.#directorySequence, row.changeSequence);
    }
    this.#known = undefined;
    this.#version++;
  }

  updateNewest(rows: readonly NewestRow[], now: number): void {
    for (const row of rows) {
      const known = this.find(row.series);
      const before = known && this.newest(known, now);
      this.#changes.set(row.series, row.changeSequence);
      this.#newest.set(row.series, row);
      const stored = known && this.storedNewest(known);
      // The values that were due before stay until those that are due now have been read.
      if (before && stored && !isDue(stored.newest, now)) {
        const { newest, valid } = before;
        this.#ahead.set(row.series, { newest, valid, upcoming: [], until: now });
      } else this.#ahead.delete(row.series);
    }
    this.#version++;
  }

  /**
   * Series, among these ids or all, whose newest value is not due and whose values ahead are to be read. Forgets the values
   * ahead of series whose newest value is due.
   */
  lackingAhead(now: number, ids?: readonly number[]): KnownSeries[] {
    const series = ids === undefined ? this.series : ids.flatMap((id) => this.find(id) ?? []);
    return series.filter((known) => {
      const stored = this.storedNewest(known);
      if (stored !== undefined && !isDue(stored.newest, now)) return !reachesAhead(this.#ahead.get(known.id), now);
      this.#ahead.delete(known.id);
      return false;
    });
  }

  setAhead(id: number, ahead: ValuesAhead): void {
    this.#ahead.set(id, ahead);
    this.#version++;
  }

  #directory(): Directory {
    if (this.#known === undefined) {
      const series = [...this.#documents.values()].sort((a, b) => a.id - b.id);
      const list = series.flatMap((each) => {
        const station = this.#stations.get(each.station);
        return station === undefined ? [] : [this.#knownSeries(each, station)];
      });
      const filters = new Set<unknown>(Object.keys(this.#index.limits).map(foldName));
      for (const { folded, series: of } of list) {
        for (const value of [folded.station, folded.area, folded.component, of.timestep]) filters.add(value);
      }
      this.#known = { list, byId: new Map(list.map((known) => [known.id, known])), filters };
    }
    return this.#known;
  }

  #knownSeries(series: TimeSeries, station: Station): KnownSeries {
    const isIndexed = series.timestep === HOUR && plainUnit(series.unit) === plainUnit(this.#index.unit);
    return {
      id: series.id,
      series,
      station,
      // Readers compare units with the micro sign; the Greek letter looks the same.
      unit: series.unit.replaceAll("\u03bc", "\u00b5"),
      limits: isIndexed ? limitsOf(this.#index, series.component) : undefined,
      folded: {
        station: foldName(station.name),
        area: foldName(station.area),
        component: foldName(series.component),
      },
    };
  }
}

/** Micrograms per cubic metre are written in several ways. */
function plainUnit(unit: string): string {
  return unit
    .trim()
    .replace(/[\u00b5\u03bc]/g, "u")
    .replace("³", "3")
    .replace(/[ .·]m(?:\^?-|⁻)3$/, "/m3")
    .toLowerCase();
}

/** When the first value of the series begins and when the newest one ends; an empty span for series without values. */
export function spanOfValues(series: Iterable<Newest | undefined>): {
  readonly firstFrom: number;
  readonly lastTo: number;
} {
  let firstFrom = Number.POSITIVE_INFINITY;
  let lastTo = Number.NEGATIVE_INFINITY;
  for (const values of series) {
    if (values === undefined) continue;
    firstFrom = Math.min(firstFrom, values.firstFrom);
    lastTo = Math.max(lastTo, values.newest.to);
  }
  return { firstFrom, lastTo };
}
