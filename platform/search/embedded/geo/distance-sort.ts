import { illegalOnShard, noFielddata, ShardFailure } from "../../language/errors.ts";
import { isOnEarth, normalised } from "../../language/geometry/point.ts";
import { javaDouble } from "../../language/java-numbers.ts";
import type { DistanceKey } from "../../language/sort/distance.ts";
import type { SortMode } from "../../language/sort/mode.ts";
import { f64, item, u32 } from "../index/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { CompileContext } from "../query/kind.ts";
import type { ReadNumber } from "../sort/number-comparator.ts";
import { arcDistance, planeDistance } from "./distance.ts";

/** A degree of latitude, less what the distance's approximation may be off by. */
const METRES_OF_DEGREE = 111_000;

/** Reads documents' distances in the key's unit; infinite without a point. @throws ShardFailure */
export function distanceReader(
  { field: name, origins, isPlane, unit, mode, reverse, ignoreUnmapped, strict }: DistanceKey,
  { index, work }: Pick<CompileContext, "index" | "work">,
): (segment: SegmentReader) => ReadNumber {
  const field = index.fields.field(name);
  if (!field && !ignoreUnmapped) {
    throw illegalOnShard(`failed to find mapper for [${name}] for geo distance based sort`);
  }
  if (field && field.kind !== "geo_point") throw noFielddata(name, field.kind);
  const wrong = strict ? origins.find((origin) => !isOnEarth(origin)) : undefined;
  if (wrong) {
    const side =
      Math.abs(wrong.latitude) <= 90
        ? `longitude value [${javaDouble(wrong.longitude)}`
        : `latitude value [${javaDouble(wrong.latitude)}`;
    throw new ShardFailure("parse_exception", `illegal ${side}] for [GeoDistanceSort] for field [${name}].`);
  }
  const from = strict ? origins : origins.map(normalised);
  const distance = isPlane ? planeDistance : arcDistance;
  const pick = picker(mode ?? (reverse ? "max" : "min"));
  const only = from.length === 1 ? item(from, 0) : undefined;
  return (segment) => {
    const points = segment.points(name);
    if (!points) return () => Number.POSITIVE_INFINITY;
    const { offsets, latitudes, longitudes } = points;
    const read = (doc: number): number => {
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
    if (!only || offsets || isPlane) return read;
    // No way is shorter than the one along the meridian; a missing point has NaN, which is not above any distance.
    const metres = METRES_OF_DEGREE / unit;
    const atLeast = (doc: number): number => Math.abs(f64(latitudes, doc) - only.latitude) * metres;
    return Object.assign(read, { atLeast });
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
        return sorted.length % 2 === 1 ? item(sorted, middle) : (item(sorted, middle - 1) + item(sorted, middle)) / 2;
      };
  }
}
