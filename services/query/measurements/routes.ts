import type { ServedRoute } from "../../../platform/http/route.ts";
import { historyRoutes } from "./history/routes.ts";
import { lookupRoutes } from "./lookup/routes.ts";
import { meanRoutes } from "./means/routes.ts";
import { newestRoutes } from "./newest/routes.ts";
import type { MeasurementParts } from "./parts.ts";

/** Every read of measurements. */
export function measurementRoutes(parts: MeasurementParts): readonly ServedRoute[] {
  return [...newestRoutes(parts), ...historyRoutes(parts), ...meanRoutes(parts), ...lookupRoutes(parts)];
}
