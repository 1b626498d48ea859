import { instant, ParameterFault, ParameterReader, type Reading } from "../http/parameters.ts";

/** What a client of the compatibility search asks for. */
export interface Extent {
  /** Milliseconds since 1970, both included. */
  readonly start: number;
  readonly end: number;
  /** As given: names of variables, or lists of them with commas. */
  readonly variables: readonly string[];
  readonly box: Box;
  readonly from: number;
  readonly size: number;
}

/** Degrees; west greater than east crosses the antimeridian. */
export interface Box {
  readonly north: number;
  readonly west: number;
  readonly south: number;
  readonly east: number;
}

/** The engine shows this many hits deep, `from` and `size` together. */
const WINDOW = 10_000;
const MOST_HITS = 1_000;

/** @throws HttpProblem `parameter-invalid` naming every parameter that is missing or does not fit. */
export function readExtent(query: URLSearchParams): Extent {
  const parameters = new ParameterReader(query);
  const start = parameters.required("time_range_start", instant);
  const end = parameters.required("time_range_end", instant);
  const variables = parameters.list("variables");
  const north = parameters.required("north_bound_latitude", degrees(90));
  const west = parameters.required("west_bound_longitude", degrees(180));
  const south = parameters.required("south_bound_latitude", degrees(90));
  const east = parameters.required("east_bound_longitude", degrees(180));
  const from = parameters.optional("from", wholeNumber(WINDOW)) ?? 0;
  const size = parameters.optional("size", wholeNumber(MOST_HITS)) ?? Math.min(MOST_HITS, WINDOW - from);
  if (start !== undefined && end !== undefined && start > end) {
    parameters.fault("time_range_end", "must not lie before time_range_start");
  }
  if (north !== undefined && south !== undefined && south > north) {
    parameters.fault("north_bound_latitude", "must not lie south of south_bound_latitude");
  }
  if (from + size > WINDOW) parameters.fault("from", `and size together must not exceed ${WINDOW}`);
  parameters.check();
  const box = { north: north ?? 0, west: west ?? 0, south: south ?? 0, east: east ?? 0 };
  return { start: start ?? 0, end: end ?? 0, variables, box, from, size };
}

/**
 * The search in the engine's language: a temporal extent that overlaps the range, a variable with one of the names, and
 * a spatial extent, or without one the facility's location, that meets the box. Newest first, then by PID.
 */
export function compatibilitySearch(extent: Extent, names: readonly string[]): object {
  return {
    from: extent.from,
    size: extent.size,
    track_total_hits: true,
    _source: false,
    query: {
      bool: {
        filter: [
          { range: { "temporal_extent.time_period_begin": { lte: date(extent.end) } } },
          { range: { "temporal_extent.time_period_end": { gte: date(extent.start) } } },
          { terms: { "variables.variable_name.keyword": names } },
          insideBox(extent.box),
        ],
      },
    },
    sort: [
      { "temporal_extent.time_period_begin": { order: "desc" } },
      { "identification.identifier.pid.keyword": { order: "asc" } },
    ],
  };
}

function insideBox({ north, west, south, east }: Box): object {
  const meets = (field: string) => ({
    geo_bounding_box: { [field]: { top: north, left: west, bottom: south, right: east } },
  });
  return {
    bool: {
      should: [
        meets("spatial_extent"),
        { bool: { filter: [meets("facility.location")], must_not: [{ exists: { field: "spatial_extent" } }] } },
      ],
      minimum_should_match: 1,
    },
  };
}

const date = (instant: number): string => new Date(instant).toISOString();

const degrees =
  (most: number): Reading<number> =>
  (text) => {
    const value = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN;
    if (!(Math.abs(value) <= most)) throw new ParameterFault(`must be a number between -${most} and ${most}`);
    return value;
  };

const wholeNumber =
  (most: number): Reading<number> =>
  (text) => {
    if (!/^\d{1,6}$/.test(text) || Number(text) > most) {
      throw new ParameterFault(`must be a whole number between 0 and ${most}`);
    }
    return Number(text);
  };
