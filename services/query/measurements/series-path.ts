import type { ParameterReader } from "../http/parameters.ts";
import { type FilterName, seriesId } from "./filters.ts";
import { readCircle, readNames, readStation, type Wanted } from "./selection.ts";

/** The ways in which a route names its series: path, filters, and what they say. */
export interface SeriesPath {
  readonly path: string;
  readonly filters: readonly FilterName[];
  readonly read: (parameters: ParameterReader) => Wanted;
}

export const BY_STATION: SeriesPath = {
  path: "/:station",
  filters: ["stations", "components"],
  read: (parameters) => ({ station: readStation(parameters), ...readNames(parameters) }),
};
export const BY_CIRCLE: SeriesPath = {
  path: "/:latitude/:longitude/:radius",
  filters: ["components", "method"],
  read: (parameters) => ({ ...readNames(parameters), circle: readCircle(parameters) }),
};
export const BY_ID: SeriesPath = {
  path: "/ids/:id",
  filters: [],
  // An id that does not fit is a fault by now, and nothing is selected.
  read: (parameters) => ({ id: parameters.required("id", seriesId) ?? 0 }),
};
