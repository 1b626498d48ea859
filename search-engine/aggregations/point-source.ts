import { f64, u32 } from "../bytes/arrays.ts";
import { quantiseLatitude, quantiseLongitude } from "../geo/quantise.ts";
import type { SegmentReader } from "../index/segment.ts";
import { ShardFailure } from "../language/errors/errors.ts";
import { NotAGeometry } from "../language/geometry/geometry.ts";
import { parsePoint } from "../language/geometry/point.ts";
import type { AggregationContext } from "./aggregation.ts";
import { checkValues, unsupported } from "./values.ts";

/** Calls `take` with the index in `docs` and each point in degrees. */
export type EachPoint = (
  segment: SegmentReader,
  docs: Uint32Array,
  count: number,
  take: (index: number, latitude: number, longitude: number) => void,
) => void;

/**
 * The points of a field, each counted as work; documents without one have the point `missing`.
 * @throws ShardFailure for a field of another type, or when `missing` is no point
 */
export function pointSource(
  kind: string,
  name: string,
  missing: string | undefined,
  context: AggregationContext,
): EachPoint {
  const field = checkValues({ field: name, format: undefined, valueType: undefined }, context);
  if (field && field.kind !== "geo_point") throw unsupported(kind, field, context.index.indexName);
  const substitute = missing === undefined ? undefined : pointIn(missing);
  return (segment, docs, count, take) => {
    const points = field && segment.points(name);
    for (let index = 0; index < count; index++) {
      const doc = u32(docs, index);
      const from = points?.offsets ? u32(points.offsets, doc) : doc;
      const end = endOf(points, doc);
      context.work.spend(end - from);
      for (let at = from; points && at < end; at++) take(index, f64(points.latitudes, at), f64(points.longitudes, at));
      if (from === end && substitute) take(index, substitute.latitude, substitute.longitude);
    }
  };
}

function endOf(points: ReturnType<SegmentReader["points"]>, doc: number): number {
  if (!points) return doc;
  if (points.offsets) return u32(points.offsets, doc + 1);
  return Number.isNaN(f64(points.latitudes, doc)) ? doc : doc + 1;
}

function pointIn(text: string) {
  try {
    const { latitude, longitude } = parsePoint(text, "refused");
    return { latitude: quantiseLatitude(latitude), longitude: quantiseLongitude(longitude) };
  } catch (error) {
    throw error instanceof NotAGeometry ? new ShardFailure("parse_exception", error.message) : error;
  }
}
