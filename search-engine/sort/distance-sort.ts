import { f64, item, u32 } from "../bytes/arrays.ts";
import { arcDistance, circleBounds, planeDistance } from "../geo/distance.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { PointValues } from "../index/segment-data.ts";
import { illegalOnShard, noFielddata, ShardFailure } from "../language/errors/errors.ts";
import { type GeoPoint, isOnEarth, normalised } from "../language/geometry/point.ts";
import { javaDoubleText } from "../language/java/java-numbers.ts";
import type { MultiValueMode } from "../language/queries/multi-value-mode.ts";
import type { DistanceKey } from "../language/sort/distance.ts";
import type { CompileContext } from "../query/kind.ts";
import type { NumberOrder, ReadNumber, RejectNumbers } from "./number-comparator.ts";

/** Upper bound of the error of `arcDistance`, in metres. */
const MAX_DISTANCE_ERROR = 1;
/** Above every distance on Earth, in metres. */
const MAX_DISTANCE = 20_100_000;

/**
 * Reads the distances of documents from the origins, in the key's unit; infinity without a point.
 * @throws ShardFailure when the field can't be sorted by distance or an origin is invalid
 */
export function byDistance(
  { field: name, origins, isPlane, unit, mode, reverse, ignoreUnmapped, validation, isPlainest }: DistanceKey,
  { index, work }: Pick<CompileContext, "index" | "work">,
): Pick<NumberOrder, "read" | "reject"> {
  const field = index.fields.field(name);
  if (!field && !ignoreUnmapped) {
    throw illegalOnShard(`failed to find mapper for [${name}] for geo distance based sort`);
  }
  if (field && field.kind !== "geo_point") throw noFielddata(name, field.kind);
  const isChecked = validation === "STRICT" || (validation === "IGNORE_MALFORMED" && isPlainest);
  const wrong = !isChecked ? undefined : origins.find((origin) => !isOnEarth(origin));
  if (wrong) {
    const side = Math.abs(wrong.latitude) <= 90 ? "longitude" : "latitude";
    const value = javaDoubleText(wrong[side]);
    if (validation === "IGNORE_MALFORMED") {
      const limit = side === "latitude" ? "90.0" : "180.0";
      throw illegalOnShard(`invalid ${side} ${value}; must be between -${limit} and ${limit}`);
    }
    const reason = `illegal ${side} value [${value}] for [GeoDistanceSort] for field [${name}].`;
    throw new ShardFailure("parse_exception", reason);
  }
  const from = validation === "COERCE" ? origins.map(normalised) : origins;
  const distance = isPlane ? planeDistance : arcDistance;
  const pick = picker(mode ?? (reverse ? "max" : "min"));
  const only = from.length === 1 ? item(from, 0) : undefined;
  const read = (segment: SegmentReader): ReadNumber => {
    const points = segment.points(name);
    if (!points) return () => Number.POSITIVE_INFINITY;
    const { offsets, latitudes, longitudes } = points;
    return (doc) => {
      const start = offsets ? u32(offsets, doc) : doc;
      const end = offsets ? u32(offsets, doc + 1) : doc + 1;
      if (start === end || Number.isNaN(f64(latitudes, start))) return Number.POSITIVE_INFINITY;
      if (only && end === start + 1) {
        return distance(only.latitude, only.longitude, f64(latitudes, start), f64(longitudes, start)) / unit;
      }
      const distances: number[] = [];
      work.spend((end - start) * from.length);
      for (let at = start; at < end; at++) {
        for (const origin of from) {
          distances.push(distance(origin.latitude, origin.longitude, f64(latitudes, at), f64(longitudes, at)) / unit);
        }
      }
      return pick(distances);
    };
  };
  const reject = (segment: SegmentReader): RejectNumbers | undefined => {
    const points = segment.points(name);
    return points && !points.offsets && only && !isPlane && !reverse ? rejectFar(points, only, unit) : undefined;
  };
  return { read, reject };
}

/** Rejects points outside the bounding box of the circle with the bottom distance as its radius. */
function rejectFar({ latitudes, longitudes }: PointValues, origin: GeoPoint, unit: number): RejectNumbers {
  return (docs, count, bottom, rejected) => {
    const radius = Math.min(bottom * unit + MAX_DISTANCE_ERROR, MAX_DISTANCE);
    const { west, south, east, north } = circleBounds(origin.longitude, origin.latitude, radius);
    for (let index = 0; index < count; index++) {
      const doc = u32(docs, index);
      const latitude = f64(latitudes, doc);
      const longitude = f64(longitudes, doc);
      // A missing point is NaN, for which comparisons are false, so it is compared exactly later.
      rejected[index] = latitude < south || latitude > north || longitude < west || longitude > east ? 1 : 0;
    }
  };
}

function picker(mode: Exclude<MultiValueMode, "sum">): (distances: readonly number[]) => number {
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
        return sorted.length % 2 === 1 ? item(sorted, middle) : (item(sorted, middle - 1) + item(sorted, middle)) / 2;
      };
  }
}
