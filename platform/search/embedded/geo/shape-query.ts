import { queryShardException } from "../../language/errors.ts";
import { NotAGeometry } from "../../language/geometry/geometry.ts";
import type { GeoShapeBody } from "../../language/queries/geo-shape.ts";
import type { Compile } from "../query/kind.ts";
import { boosted } from "../query/nodes/constant.ts";
import type { Work } from "../work.ts";
import { cutAtAntimeridian } from "./dateline.ts";
import { geoField, geoQuery } from "./geo-query.ts";
import { probes } from "./probe.ts";

/** Documents by the relation of their points or shape to a shape that the query brings along. */
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
