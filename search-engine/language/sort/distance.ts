import { illegalArgument, parsingException } from "../errors/errors.ts";
import { fieldWithValues } from "../fields.ts";
import { unitOf } from "../geometry/distance-units.ts";
import type { GeoPoint } from "../geometry/point.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfValue } from "../json/json.ts";
import { Options } from "../members/options.ts";
import { pointsOf, type Validation, validationMethod } from "../queries/geo.ts";
import type { ClauseReader } from "../queries/kind.ts";
import { isMultiValueMode, type MultiValueMode } from "../queries/multi-value-mode.ts";
import { type NestedSort, readNestedSort } from "./nested.ts";
import { isDescending } from "./order.ts";

/** `_geo_distance`: the distance of a document's point from the origins. */
export interface DistanceKey {
  readonly kind: "distance";
  readonly field: string;
  readonly origins: readonly GeoPoint[];
  /** On the plane instead of the sphere. */
  readonly isPlane: boolean;
  /** Whether Lucene itself sorts, which checks the origin. */
  readonly isPlainest: boolean;
  /** Metres of the unit of the answered distances. */
  readonly unit: number;
  readonly mode: Exclude<MultiValueMode, "sum"> | undefined;
  readonly reverse: boolean;
  readonly ignoreUnmapped: boolean;
  readonly validation: Validation;
  readonly nested: NestedSort | undefined;
}

const options = ["order", "unit", "mode", "distance_type", "ignore_unmapped", "validation_method"];

/** @throws SearchRejected */
export function readDistanceKey(content: JsonObject, reader: ClauseReader<unknown>): DistanceKey {
  const settings = new Map<string, JsonValue>();
  let named: { field: string; origins: readonly GeoPoint[] } | undefined;
  let nested: NestedSort | undefined;
  for (const [name, value] of content) {
    if (name === "nested" && isObject(value)) nested = readNestedSort(value, reader, illegalArgument);
    else if (options.includes(name)) settings.set(name, value);
    else if (isArray(value) || isObject(value) || (typeof value === "string" && !named)) {
      named = { field: fieldWithValues(name), origins: pointsOf(value) };
    } else throw parsingException(`[_geo_distance] does not support [${name}]`, locationOfValue(content, name));
  }
  const given = new Options("_geo_distance", settings, options);
  const type = given.text("distance_type")?.toLowerCase() ?? "arc";
  if (type !== "arc" && type !== "plane") throw illegalArgument(`No geo distance for [${type}]`);
  const unitName = given.text("unit") ?? "m";
  const unit = unitOf(unitName);
  if (unit === undefined) throw illegalArgument(`No distance unit match [${unitName}]`);
  const reverse = isDescending(given.text("order") ?? "asc");
  const mode = modeOf(given.text("mode")?.toLowerCase());
  // In the plainest case Elasticsearch uses Lucene's own distance, which is on the sphere whatever the type.
  const isPlainest = unit === 1 && !reverse && (mode ?? "min") === "min" && named?.origins.length === 1;
  reader.countOrigins(named?.origins.length ?? 0);
  if (!named || named.origins.length === 0) throw illegalArgument("Geo distance sorting needs at least one point.");
  return {
    kind: "distance",
    ...named,
    isPlane: type === "plane" && !isPlainest,
    isPlainest,
    unit,
    mode,
    reverse,
    ignoreUnmapped: given.boolean("ignore_unmapped") ?? false,
    validation: validationMethod(given.text("validation_method")),
    nested,
  };
}

function modeOf(mode: string | undefined): DistanceKey["mode"] {
  if (mode === undefined || (isMultiValueMode(mode) && mode !== "sum")) return mode;
  if (mode === "sum") throw illegalArgument("sort_mode [sum] isn't supported for sorting by geo distance");
  throw illegalArgument(`Unknown SortMode [${mode}]`);
}
