import type { Station } from "../../../../contracts/station.ts";
import { foldName } from "../../../../contracts/text.ts";
import type { AirQualityIndex, IndexClass } from "../../../../science/air-quality-index/index-table.ts";
import { dayOf } from "../../../../science/calendar.ts";
import type { KnownSeries, Network } from "../../measurements/network.ts";
import { classOfReading, type Reading } from "../../measurements/newest/up-to-date.ts";

/** A value with its class. */
export interface ClassedReading extends Reading {
  readonly found: IndexClass;
}

/** A station with the value that its class is of. */
export interface StationAir {
  readonly station: Station;
  /** The value of the worst class; undefined where there is none. */
  readonly worst: ClassedReading | undefined;
  /** When its newest valid value ends, seconds since 1970; undefined without any. */
  readonly lastTo: number | undefined;
}

/** Folded names of what is asked for; undefined for all. */
export interface AirFilter {
  readonly areas: ReadonlySet<string> | undefined;
  readonly components: ReadonlySet<string> | undefined;
}

/** Whether the index covers the series. */
export const hasIndex = ({ limits }: KnownSeries): boolean => limits !== undefined;

/**
 * The stations of the areas, the worst first, then by name; those without a value last. With components only stations that
 * measure one of them. `now`: milliseconds since 1970.
 */
export function stationsAir(
  network: Network,
  index: AirQualityIndex,
  readings: readonly Reading[],
  { areas, components }: AirFilter,
  now: number,
): readonly StationAir[] {
  const worst = worstOf(readings, index, ({ series }) => series.station.id);
  const lastTo = lastOfStations(network, components, now);
  const isWanted = ({ id, area }: Station): boolean =>
    (components === undefined || lastTo.has(id)) && (areas?.has(foldName(area)) ?? true);
  return Array.from(network.stations)
    .filter(isWanted)
    .map((station) => ({ station, worst: worst.get(station.id), lastTo: lastTo.get(station.id) }))
    .sort(
      (one, other) => compareSeverity(other.worst, one.worst) || byName.compare(one.station.name, other.station.name),
    );
}

const byName = new Intl.Collator("nb");

/** A day of the network with the worst of its hours; undefined without a value. */
export interface DayAir {
  readonly day: number;
  readonly worst: ClassedReading | undefined;
}

/** The worst hour of each of the days, the last one first. `readings`: the highest of their days. `offset`: minutes. */
export function daysAir(
  readings: readonly Reading[],
  index: AirQualityIndex,
  { firstDay, lastDay }: { readonly firstDay: number; readonly lastDay: number },
  offset: number,
): readonly DayAir[] {
  const worst = worstOf(readings, index, ({ value }) => dayOf(value.from, offset));
  return Array.from({ length: lastDay - firstDay + 1 }, (_, back) => {
    const day = lastDay - back;
    return { day, worst: worst.get(day) };
  });
}

/** The worst reading of each group; groups have numbers. */
function worstOf(
  readings: readonly Reading[],
  index: AirQualityIndex,
  groupOf: (reading: Reading) => number,
): ReadonlyMap<number, ClassedReading> {
  const worst = new Map<number, ClassedReading>();
  for (const reading of readings) {
    const found = classOfReading(reading, index);
    if (found === undefined) continue;
    const group = groupOf(reading);
    const classed = { ...reading, found };
    if (compareSeverity(classed, worst.get(group)) > 0) worst.set(group, classed);
  }
  return worst;
}

/** When the newest valid value of each station that measures any of the components ends. */
function lastOfStations(
  network: Network,
  components: AirFilter["components"],
  now: number,
): ReadonlyMap<number, number | undefined> {
  const last = new Map<number, number | undefined>();
  for (const known of network.series) {
    if (!hasIndex(known) || !(components?.has(known.folded.component) ?? true)) continue;
    const { id } = known.station;
    const ends = [last.get(id), network.newest(known, now)?.valid?.to].filter((end) => end !== undefined);
    last.set(id, ends.length === 0 ? undefined : Math.max(...ends));
  }
  return last;
}

/** By class, then by the share of the highest limit; what has no class is the least. */
export function compareSeverity(one: ClassedReading | undefined, other: ClassedReading | undefined): number {
  if (one === undefined || other === undefined) return Number(one !== undefined) - Number(other !== undefined);
  return one.found.index - other.found.index || shareOfLimit(one) - shareOfLimit(other);
}

function shareOfLimit({ series: { limits = [] }, value }: Reading): number {
  return value.value / (limits.at(-1) ?? 1);
}

/** The areas of the stations by name, and the components that they measure in the index's order. */
export function choicesOf(network: Network, index: AirQualityIndex) {
  const areas = new Map<string, string>();
  for (const { area } of network.stations) areas.set(foldName(area), area);
  const measured = new Set(network.series.filter(hasIndex).map(({ folded }) => folded.component));
  return {
    areas: [...areas.values()].sort(byName.compare),
    components: Object.keys(index.limits).filter((component) => measured.has(foldName(component))),
  };
}
