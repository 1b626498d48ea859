import type { GeoBoundingBoxBody } from "../../language/queries/geo-bounding-box.ts";
import type { Compile } from "../query/kind.ts";
import { boosted } from "../query/nodes/constant.ts";
import { geoField, geoQuery } from "./geo-query.ts";
import { probes } from "./probe.ts";

/** Points in a rectangle, shapes that meet one. */
export const geoBoundingBox: Compile<GeoBoundingBoxBody> = (body, context) => {
  const field = geoField("geo_bounding_box", body, context);
  return boosted(
    geoQuery(field, "intersects", probes([{ kind: "box", ...body.box }], context.work), context.work),
    body.boost,
  );
};
