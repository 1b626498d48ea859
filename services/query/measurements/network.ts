import type { Station } from "../../../contracts/station.ts";
import { foldName } from "../../../contracts/text.ts";
import type { TimeSeries } from "../../../contracts/time-series.ts";
import { type AirQualityIndex, limitsOf } from "../../../science/air-quality-index/index-table.ts";
import { endOf, HOUR } from "../../../science/calendar.ts";
import type { Period } from "./period.ts";

/** A series with its station. */
export interface KnownSeries {
  readonly id: number;
  readonly series: TimeSeries;
  readonly station: Station;
  /** Unit with the micro sign that is served. */
  readonly unit: string;
  /** Limits of the air-quality index, for hourly series of components that it covers, in its unit. */
  readonly limits: readonly number[] | undefined;
  /** Names in the form that filters are compared with. */
  readonly folded: { readonly station: string; readonly area: string; readonly component: string };
}

/** The first and the newest values of a series, times in seconds since 1970. */
export interface Newest {
  readonly firstFrom: number;
  readonly from: number;
  readonly value: number;
  /** The newest one that is valid; undefined where none is. */
  readonly validFrom: number | undefined;
  readonly validValue: number | undefined;
}

/** A row of the directory's tables. */
export interface DirectoryRow {
  readonly kind: "station" | "series";
  readonly id: number;
  readonly document: string;
  readonly deleted: boolean;
  readonly changeSequence: number;
}

/** A row of the newest values; without a value all but the last are null. */
export interface NewestRow {
  readonly series: number;
  readonly firstFrom: number | null;
  readonly newestFrom: number | null;
  readonly newestValue: number | null;
  readonly validFrom: number | null;
  readonly validValue: number | null;
  readonly changeSequence: number;
}

/** The series of known stations. */
interface Directory {
  readonly byId: ReadonlyMap<number, KnownSeries>;
  readonly list: readonly KnownSeries[];
  /** Every name, folded, and every step that one has, and the components of the index. */
  readonly filters: ReadonlySet<unknown>;
}

/** The stations of the network, their series and their newest values, in memory. */
export class Network {
  readonly #index: AirQualityIndex;
  readonly #stations = new Map<number, Station>();
  readonly #documents = new Map<number, TimeSeries>();
  readonly #newest = new Map<number, Newest>();
  readonly #changes = new Map<number, number>();
  #known: Directory | undefined;
  #version = 0;
  #directorySequence = 0;

  constructor(index: AirQualityIndex) {
    this.#index = index;
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

  find(id: number): KnownSeries | undefined {
    return this.#directory().byId.get(id);
  }

  /** Whether a filter can find anything by the value: a name, folded, or a step. */
  hasFilter(value: unknown): boolean {
    return this.#directory().filters.has(value);
  }

  /** Undefined for a series without a value. */
  newest(id: number): Newest | undefined {
    return this.#newest.get(id);
  }

  /** Number of the last event that touched a value of the series, 0 where none did. */
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

  updateNewest(rows: readonly NewestRow[]): void {
    for (const row of rows) {
      this.#changes.set(row.series, row.changeSequence);
      const newest = newestOf(row);
      if (newest === undefined) this.#newest.delete(row.series);
      else this.#newest.set(row.series, newest);
    }
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

function newestOf(row: NewestRow): Newest | undefined {
  if (row.firstFrom === null || row.newestFrom === null || row.newestValue === null) return undefined;
  return {
    firstFrom: row.firstFrom,
    from: row.newestFrom,
    value: row.newestValue,
    validFrom: row.validFrom ?? undefined,
    validValue: row.validValue ?? undefined,
  };
}

/** Micrograms per cubic metre are written in several ways. */
function plainUnit(unit: string): string {
  return unit
    .trim()
    .replace(/[\u00b5\u03bc]/g, "u")
    .replace("³", "3")
    .toLowerCase();
}

/** Whether the series may have values in the period, by its first and its newest value. */
export function hasValuesIn(period: Period, { id, series }: KnownSeries, network: Network, offset: number): boolean {
  const newest = network.newest(id);
  if (newest === undefined) return false;
  return newest.firstFrom < period.to && endOf(newest.from, series.timestep, offset) > period.from;
}

/** When the first value of the series begins, and when their newest one ends; an empty span for series without values. */
export function spanOfValues(
  series: readonly KnownSeries[],
  network: Network,
  offset: number,
): { readonly firstFrom: number; readonly lastTo: number } {
  let firstFrom = Number.POSITIVE_INFINITY;
  let lastTo = Number.NEGATIVE_INFINITY;
  for (const { id, series: of } of series) {
    const newest = network.newest(id);
    if (newest === undefined) continue;
    firstFrom = Math.min(firstFrom, newest.firstFrom);
    lastTo = Math.max(lastTo, endOf(newest.from, of.timestep, offset));
  }
  return { firstFrom, lastTo };
}
