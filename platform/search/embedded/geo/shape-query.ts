import { queryShardException } from "../../language/errors.ts";
import { type Geometry, NotAGeometry } from "../../language/geometry/geometry.ts";
import type { GeoShapeBody, Relation } from "../../language/queries/geo-shape.ts";
import type { Compile } from "../query/kind.ts";
import { boosted } from "../query/nodes/constant.ts";
import { cutAtAntimeridian } from "./dateline.ts";
import { geoField, geoQuery } from "./geo-query.ts";
import { probes } from "./probe.ts";

/** Documents by the relation of their points or shape to a shape that the query brings along. */
export const geoShape: Compile<GeoShapeBody> = (body, context) => {
  const { geometry, relation, boost } = body;
  const field = geoField("geo_shape", body, context);
  return boosted(geoQuery(field, relation, probesFor(body.field, relation, geometry)), boost);
};

function probesFor(field: string, relation: Relation, geometry: Geometry) {
  if (relation === "within" && geometry.some(({ kind }) => kind === "line")) {
    throw queryShardException(`Exception creating query on Field [${field}] found an unsupported shape Line`);
  }
  try {
    return probes(cutAtAntimeridian(geometry));
  } catch (error) {
    if (!(error instanceof NotAGeometry)) throw error;
    throw queryShardException(`Exception creating query on Field [${field}] ${error.message}`);
  }
}
