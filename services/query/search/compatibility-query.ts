import type { ParameterValues } from "../../../contracts/routes/parameter.ts";
import type { searchByExtent } from "../../../contracts/routes/search.ts";
import { MAX_EXTENT_HITS, SEARCH_WINDOW } from "../../../contracts/search-limits.ts";
import { type Box, meetsBox } from "./box-clause.ts";

type ExtentParameters = ParameterValues<NonNullable<(typeof searchByExtent)["parameters"]>>;

/** The parameters of a compatibility search. */
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

export function extentOf(parameters: ExtentParameters): Extent {
  const { time_range_start: start, time_range_end: end, variables, from } = parameters;
  const { north_bound_latitude: north, south_bound_latitude: south } = parameters;
  const { west_bound_longitude: west, east_bound_longitude: east } = parameters;
  const { size = Math.min(MAX_EXTENT_HITS, SEARCH_WINDOW - from) } = parameters;
  return { start, end, variables, box: { north, west, south, east }, from, size };
}

/**
 * The search in the engine's language: a temporal extent that overlaps the range, a variable with one of the names, and a
 * spatial extent that meets the box, or without one the facility's location. Newest first, then by PID.
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
          meetsBox(extent.box),
        ],
      },
    },
    sort: [
      { "temporal_extent.time_period_begin": { order: "desc" } },
      { "identification.identifier.pid.keyword": { order: "asc" } },
    ],
  };
}

/** The years that engines read: an offset may lead out of them. */
const FIRST = Date.parse("0000-01-01T00:00:00Z");
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

const date = (instant: number): string => new Date(Math.min(LAST, Math.max(FIRST, instant))).toISOString();
