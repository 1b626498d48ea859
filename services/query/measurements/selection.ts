import { type Coordinates, distance } from "../../../science/geometry/distance.ts";
import type { ParameterReader } from "../http/parameters.ts";
import { decimal, foldName, names, oneOf, radius, timesteps } from "./filters.ts";
import type { KnownSeries, Network } from "./network.ts";

/** Which series a request is about; what is undefined does not restrict. */
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
  readonly method: "within" | "nearest";
}

export function readNames(parameters: ParameterReader): Wanted {
  return {
    areas: parameters.optional("areas", names),
    stations: parameters.optional("stations", names),
    components: parameters.optional("components", names),
    timesteps: parameters.optional("timestep", timesteps),
  };
}

/** A station of a path: its name, or `all`. */
export function readStation(parameters: ParameterReader): string | undefined {
  const station = parameters.required("station", foldName);
  return station === "all" ? undefined : station;
}

/** A circle of a path, and `method`. */
export function readCircle(parameters: ParameterReader): Circle {
  const latitude = parameters.required("latitude", decimal(-90, 90)) ?? 0;
  const longitude = parameters.required("longitude", decimal(-180, 180)) ?? 0;
  return {
    centre: { latitude, longitude },
    radius: parameters.required("radius", radius) ?? 0,
    method: parameters.optional("method", oneOf("within", "nearest")) ?? "nearest",
  };
}

/**
 * The wanted series that have something to show, as `shows` says, in the order of the answer: by distance in a circle,
 * else by id. Of a circle, unless all within are wanted, only the nearest for each component.
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
  const matching = network.series.filter((known) => matches(known, wanted) && shows(known));
  return wanted.circle ? inCircle(matching, wanted.circle) : matching;
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
