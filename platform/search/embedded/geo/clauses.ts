import { queryShardException } from "../../language/errors.ts";
import { type Geometry, NotAGeometry } from "../../language/geometry/geometry.ts";
import type { GeoBody } from "../../language/queries/geo.ts";
import type { GeoBoundingBoxBody } from "../../language/queries/geo-bounding-box.ts";
import type { GeoDistanceBody } from "../../language/queries/geo-distance.ts";
import type { GeoShapeBody } from "../../language/queries/geo-shape.ts";
import type { Compile, CompileContext } from "../query/kind.ts";
import { boosted } from "../query/nodes/constant.ts";
import type { Query } from "../query/query.ts";
import type { Work } from "../work.ts";
import { cutAtAntimeridian } from "./dateline.ts";
import { geoField, geoQuery } from "./geo-query.ts";
import { probes } from "./probe.ts";

/** Points in a rectangle, or shapes that intersect it. */
export const geoBoundingBox: Compile<GeoBoundingBoxBody> = (body, context) =>
  meeting("geo_bounding_box", body, [{ kind: "box", ...body.box }], context);

/** Points within a radius, or shapes that intersect the circle. */
export const geoDistance: Compile<GeoDistanceBody> = (body, context) => {
  const { latitude, longitude } = body.center;
  return meeting("geo_distance", body, [{ kind: "circle", x: longitude, y: latitude, radius: body.radius }], context);
};

function meeting(
  kind: "geo_bounding_box" | "geo_distance",
  body: GeoBody,
  geometry: Geometry,
  context: CompileContext,
): Query {
  const field = geoField(kind, body, context);
  return boosted(geoQuery(field, "intersects", probes(geometry, context.work), context.work), body.boost);
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
  try {
    return probes(cutAtAntimeridian(geometry, work), work);
  } catch (error) {
    if (!(error instanceof NotAGeometry)) throw error;
    throw queryShardException(`Exception creating query on Field [${field}] ${error.message}`);
  }
}
