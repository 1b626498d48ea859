import { ALL_STATIONS } from "../../../contracts/names.ts";
import type { Method } from "../../../contracts/routes/measurement-parameters.ts";
import { namesIn } from "../../../contracts/text.ts";
import { type Coordinates, distance } from "../../../science/geometry/distance.ts";
import type { KnownSeries, Network } from "./network.ts";
import type { Period } from "./period.ts";

/** The series of a request; members that are undefined do not restrict it. */
export interface Wanted {
  readonly areas?: ReadonlySet<string> | undefined;
  readonly stations?: ReadonlySet<string> | undefined;
  /** The station of the path, folded. */
  readonly station?: string | undefined;
  readonly components?: ReadonlySet<string> | undefined;
  readonly timesteps?: ReadonlySet<number> | undefined;
  readonly id?: number | undefined;
  readonly circle?: Circle | undefined;
}

interface Circle {
  readonly centre: Coordinates;
  /** Kilometres. */
  readonly radius: number;
  readonly method: Method;
}

/** The parameters of routes that restrict series. */
interface Restrictions {
  readonly areas?: ReadonlySet<string> | undefined;
  readonly stations?: ReadonlySet<string> | undefined;
  /** The station of the path, folded, or `all`. */
  readonly station?: string;
  readonly components?: ReadonlySet<string> | undefined;
  readonly timestep?: ReadonlySet<number> | undefined;
  readonly id?: number;
}

interface CircleParameters {
  readonly latitude: number;
  readonly longitude: number;
  readonly radius: number;
  readonly method: Circle["method"];
}

/** The series that the parameters ask for. */
export function wantedBy(parameters: Restrictions | (Restrictions & CircleParameters)): Wanted {
  const { areas, stations, station, components, timestep: timesteps, id } = parameters;
  return {
    areas,
    stations,
    components,
    timesteps,
    id,
    station: station === ALL_STATIONS ? undefined : station,
    circle: "radius" in parameters ? circleOf(parameters) : undefined,
  };
}

function circleOf({ latitude, longitude, radius, method }: CircleParameters): Circle {
  return { centre: { latitude, longitude }, radius, method };
}

/**
 * The wanted series that have something to show, as `shows` says, in the order of the answer: by distance in a circle,
 * otherwise by id. In a circle only the nearest series for each component, unless all within it are wanted.
 */
export function select(
  network: Network,
  wanted: Wanted,
  shows: (series: KnownSeries) => boolean,
): readonly KnownSeries[] {
  if (wanted.id !== undefined) {
    const one = network.find(wanted.id);
    return one && shows(one) ? [one] : [];
  }
  const named = {
    ...wanted,
    areas: wantedNames(wanted.areas, () => network.series.map(({ folded }) => folded.area)),
    stations: wantedNames(wanted.stations, () => network.series.map(({ folded }) => folded.station)),
    components: wantedNames(wanted.components, () => network.series.map(({ folded }) => folded.component)),
  };
  const matching = network.series.filter((known) => matches(known, named) && shows(known));
  return wanted.circle ? inCircle(matching, wanted.circle) : matching;
}

/**
 * The wanted series that `shows` allows and that may have values in the period, by their first and their newest value.
 * `now`: milliseconds since 1970.
 */
export function selectIn(
  period: Period,
  now: number,
  network: Network,
  wanted: Wanted,
  shows: (series: KnownSeries) => boolean,
): readonly KnownSeries[] {
  return select(network, wanted, (series) => {
    if (!shows(series)) return false;
    const stored = network.storedNewest(series);
    if (stored === undefined || stored.firstFrom >= period.to || stored.newest.to <= period.from) return false;
    if (wanted.circle?.method !== "nearest" || stored.newest.from < period.to) return true;
    // A single value far ahead must not make a series the nearest one for all the time before it.
    const due = network.newest(series, now);
    return due === undefined || due.newest.to > period.from;
  });
}

/** The names that a filter's values stand for. All names are folded. */
export function wantedNames(
  values: ReadonlySet<string> | undefined,
  known: () => readonly string[],
): ReadonlySet<string> | undefined {
  if (values === undefined || !Array.from(values).some((value) => value.includes(","))) return values;
  const names = new Set(known());
  return new Set(Array.from(values).flatMap((value) => namesIn(value, (each) => names.has(each))));
}

function matches({ folded, series }: KnownSeries, wanted: Wanted): boolean {
  return (
    (wanted.station === undefined || wanted.station === folded.station) &&
    (wanted.stations?.has(folded.station) ?? true) &&
    (wanted.areas?.has(folded.area) ?? true) &&
    (wanted.components?.has(folded.component) ?? true) &&
    (wanted.timesteps?.has(series.timestep) ?? true)
  );
}

function inCircle(series: readonly KnownSeries[], circle: Circle): readonly KnownSeries[] {
  const found = series
    .map((known) => ({ known, distance: distance(circle.centre, known.station) }))
    .filter((each) => each.distance <= circle.radius)
    .sort((a, b) => a.distance - b.distance || a.known.id - b.known.id)
    .map(({ known }) => known);
  return circle.method === "within" ? found : firstOfEachComponent(found);
}

function firstOfEachComponent(series: readonly KnownSeries[]): readonly KnownSeries[] {
  const seen = new Set<string>();
  return series.filter(({ folded: { component } }) => !seen.has(component) && seen.add(component));
}
