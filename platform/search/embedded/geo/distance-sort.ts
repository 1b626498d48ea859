import { illegalArgument, parsingException, rejected, ShardFailure } from "../../language/errors.ts";
import { unitOf } from "../../language/geometry/distance-units.ts";
import { NotAGeometry } from "../../language/geometry/geometry.ts";
import { type GeoPoint, isOnEarth, normalised, parsePoint } from "../../language/geometry/point.ts";
import { javaDouble } from "../../language/java-numbers.ts";
import { isArray, isObject, type JsonObject, type JsonValue, placeOfValue } from "../../language/json.ts";
import { Options } from "../../language/options.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { ParseContext } from "../query/kind.ts";
import type { SortMode } from "../sort/number-comparator.ts";
import { arcDistance, planeDistance } from "./distance.ts";
import { plain, validationMethod } from "./geo-query.ts";

/** `_geo_distance` of a sort: how far a point of the document lies from one of these. */
export interface DistanceKey {
  readonly field: string;
  readonly origins: readonly GeoPoint[];
  readonly distance: typeof arcDistance;
  /** Metres of the unit that distances are answered in. */
  readonly unit: number;
  readonly mode: Exclude<SortMode, "sum"> | undefined;
  readonly reverse: boolean;
  readonly ignoreUnmapped: boolean;
  readonly strict: boolean;
}

export const distanceSortOptions: readonly string[] = [
  "order",
  "unit",
  "mode",
  "distance_type",
  "ignore_unmapped",
  "validation_method",
];

/** @throws SearchRejected */
export function readDistanceKey(content: JsonObject): DistanceKey {
  const settings = new Map<string, JsonValue>();
  let named: { field: string; origins: readonly GeoPoint[] } | undefined;
  for (const [name, value] of content) {
    if (distanceSortOptions.includes(name)) settings.set(name, value);
    else if (isArray(value) || isObject(value) || (typeof value === "string" && !named)) {
      named = { field: name, origins: originsOf(value) };
    } else throw parsingException(`[_geo_distance] does not support [${name}]`, placeOfValue(content, name));
  }
  const given = new Options("_geo_distance", settings, distanceSortOptions);
  const type = given.text("distance_type")?.toLowerCase() ?? "arc";
  if (type !== "arc" && type !== "plane") throw illegalArgument(`No geo distance for [${type}]`);
  const unitName = given.text("unit") ?? "m";
  const unit = unitOf(unitName);
  if (unit === undefined) throw illegalArgument(`No distance unit match [${unitName}]`);
  const reverse = isDescending(given.text("order") ?? "asc");
  const mode = modeOf(given.text("mode")?.toLowerCase());
  // In the plainest case Elasticsearch takes Lucene's own distance, which is along the sphere whatever the type.
  const plainest = unit === 1 && !reverse && (mode ?? "min") === "min" && named?.origins.length === 1;
  if (!named || named.origins.length === 0) throw illegalArgument("Geo distance sorting needs at least one point.");
  return {
    ...named,
    distance: type === "arc" || plainest ? arcDistance : planeDistance,
    unit,
    mode,
    reverse,
    ignoreUnmapped: given.boolean("ignore_unmapped") ?? false,
    strict: validationMethod(given.text("validation_method")) === "STRICT",
  };
}

function originsOf(value: JsonValue): readonly GeoPoint[] {
  const points = plain(value);
  try {
    return Array.isArray(points) && typeof points[0] !== "number" ? points.map(parsePoint) : [parsePoint(points)];
  } catch (error) {
    throw error instanceof NotAGeometry ? rejected("parse_exception", error.message) : error;
  }
}

function isDescending(order: string): boolean {
  const name = order.toLowerCase();
  if (name === "asc" || name === "desc") return name === "desc";
  throw illegalArgument(`No enum constant org.elasticsearch.search.sort.SortOrder.${order.toUpperCase()}`);
}

function modeOf(mode: string | undefined): DistanceKey["mode"] {
  if (mode === undefined || mode === "min" || mode === "max" || mode === "avg" || mode === "median") return mode;
  if (mode === "sum") throw illegalArgument("sort_mode [sum] isn't supported for sorting by geo distance");
  throw illegalArgument(`Unknown SortMode [${mode}]`);
}

/** Reads documents' distances in the key's unit; infinite without a point. @throws ShardFailure */
export function distanceReader(
  { field: name, origins, distance, unit, mode, reverse, ignoreUnmapped, strict }: DistanceKey,
  { index }: ParseContext,
): (segment: SegmentReader) => (doc: number) => number {
  const field = index.fields.field(name);
  if (!field && !ignoreUnmapped) {
    throw new ShardFailure(
      "illegal_argument_exception",
      `failed to find mapper for [${name}] for geo distance based sort`,
    );
  }
  if (field && field.kind !== "geo_point") {
    throw new ShardFailure(
      "illegal_argument_exception",
      `Fielddata is not supported on field [${name}] of type [${field.kind}]`,
    );
  }
  const wrong = strict ? origins.find((origin) => !isOnEarth(origin)) : undefined;
  if (wrong) {
    const side =
      Math.abs(wrong.latitude) <= 90
        ? `longitude value [${javaDouble(wrong.longitude)}`
        : `latitude value [${javaDouble(wrong.latitude)}`;
    throw new ShardFailure("parse_exception", `illegal ${side}] for [GeoDistanceSort] for field [${name}].`);
  }
  const from = strict ? origins : origins.map(normalised);
  const pick = picker(mode ?? (reverse ? "max" : "min"));
  return (segment) => {
    const points = segment.points(name);
    if (!points) return () => Number.POSITIVE_INFINITY;
    const { offsets, latitudes, longitudes } = points;
    return (doc) => {
      const start = offsets ? offsets[doc]! : doc;
      const end = offsets ? offsets[doc + 1]! : doc + 1;
      if (start === end || Number.isNaN(latitudes[start]!)) return Number.POSITIVE_INFINITY;
      const distances: number[] = [];
      for (let at = start; at < end; at++) {
        for (const origin of from) {
          distances.push(distance(origin.latitude, origin.longitude, latitudes[at]!, longitudes[at]!) / unit);
        }
      }
      return distances.length === 1 ? distances[0]! : pick(distances);
    };
  };
}

function picker(mode: Exclude<SortMode, "sum">): (distances: readonly number[]) => number {
  switch (mode) {
    case "min":
      return (distances) => Math.min(...distances);
    case "max":
      return (distances) => Math.max(...distances);
    case "avg":
      return (distances) => distances.reduce((sum, each) => sum + each, 0) / distances.length;
    case "median":
      return (distances) => {
        const sorted = [...distances].sort((a, b) => a - b);
        const middle = sorted.length >>> 1;
        return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
      };
  }
}
