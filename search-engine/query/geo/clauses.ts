import { cutAtAntimeridian } from "../../geo/dateline.ts";
import { probes } from "../../geo/probes.ts";
import type { Field } from "../../index/mapping.ts";
import { failedToCreateQuery, queryShardException } from "../../language/errors/errors.ts";
import { type Geometry, NotAGeometry } from "../../language/geometry/geometry.ts";
import type { GeoBody } from "../../language/queries/geo.ts";
import type { GeoBoundingBoxBody } from "../../language/queries/geo-bounding-box.ts";
import type { GeoDistanceBody } from "../../language/queries/geo-distance.ts";
import type { GeoShapeBody } from "../../language/queries/geo-shape.ts";
import type { Work } from "../../work/work.ts";
import type { Compile, CompileContext } from "../kind.ts";
import { boosted } from "../nodes/constant.ts";
import type { Query } from "../query.ts";
import { geoField, geoQuery } from "./geo-query.ts";

/** Points in a rectangle, or shapes that intersect it. */
export const geoBoundingBox: Compile<GeoBoundingBoxBody> = (body, context) => {
  const field = geoField("geo_bounding_box", body, context);
  if (field) refuseUpsideDown(body);
  const box = onEarth(body.field, [{ kind: "box", ...body.box }], context.work);
  return meeting(field, body, field ? box : [], context);
};

/** Points within a radius, or shapes that intersect the circle. */
export const geoDistance: Compile<GeoDistanceBody> = (body, context) => {
  const field = geoField("geo_distance", body, context);
  if (field) refuseNowhere(body);
  const { latitude, longitude } = body.center;
  return meeting(field, body, [{ kind: "circle", x: longitude, y: latitude, radius: body.radius }], context);
};

/** Refuses a center without one of its coordinates, which reading has not checked. @throws ShardFailure */
function refuseNowhere({ field, center }: GeoDistanceBody): void {
  for (const [side, limit] of [["latitude", "90.0"] as const, ["longitude", "180.0"] as const]) {
    if (!Number.isNaN(center[side])) continue;
    const reason = `invalid ${side} NaN; must be between -${limit} and ${limit}`;
    const causedBy = { type: "illegal_argument_exception", reason };
    throw queryShardException(`Exception creating query on Field [${field}] ${reason}`, causedBy);
  }
}

function meeting(field: Field | undefined, body: GeoBody, geometry: Geometry, { work }: CompileContext): Query {
  return boosted(geoQuery(field, "intersects", probes(geometry, work), work), body.boost);
}

/** Documents whose points or shape have a relation to the query's geometry. */
export const geoShape: Compile<GeoShapeBody> = (body, context) => {
  const { relation, boost } = body;
  const field = geoField("geo_shape", body, context);
  return boosted(geoQuery(field, relation, probesFor(body, context.work), context.work), boost);
};

function probesFor({ field, relation, geometry }: GeoShapeBody, work: Work) {
  if (relation === "within" && geometry.some(({ kind }) => kind === "line")) {
    throw queryShardException(`Exception creating query on Field [${field}] found an unsupported shape Line`);
  }
  return probes(onEarth(field, geometry, work), work);
}

/** @throws ShardFailure for coordinates out of range */
function onEarth(field: string, geometry: Geometry, work: Work): Geometry {
  try {
    return cutAtAntimeridian(geometry, work);
  } catch (error) {
    if (!(error instanceof NotAGeometry)) throw error;
    throw queryShardException(`Exception creating query on Field [${field}] ${error.message}`);
  }
}

/** Refuses a box that is upside down, as latitudes beyond a pole can make it. @throws ShardFailure */
function refuseUpsideDown({ box }: GeoBoundingBoxBody): void {
  if (box.north >= box.south) return;
  throw failedToCreateQuery("illegal_argument_exception", "max y cannot be less than min y");
}
