import type { GeoDistanceBody } from "../../language/queries/geo-distance.ts";
import type { Compile } from "../query/kind.ts";
import { boosted } from "../query/nodes/constant.ts";
import { geoField, geoQuery } from "./geo-query.ts";
import { probes } from "./probe.ts";

/** Points within a distance, shapes that come as near. */
export const geoDistance: Compile<GeoDistanceBody> = (body, context) => {
  const field = geoField("geo_distance", body, context);
  const { latitude, longitude } = body.center;
  const circle = { kind: "circle", x: longitude, y: latitude, radius: body.radius } as const;
  return boosted(geoQuery(field, "intersects", probes([circle], context.work), context.work), body.boost);
};
