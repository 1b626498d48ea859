import type { ServedRoute } from "../../../platform/http/route.ts";
import { meanRoutes } from "./aggregation.ts";
import { historyRoutes } from "./historical.ts";
import { lookupRoutes } from "./lookup.ts";
import type { MeasurementParts } from "./parts.ts";
import { newestRoutes } from "./up-to-date.ts";

/** Every read of measurements. */
export function measurementRoutes(parts: MeasurementParts): readonly ServedRoute[] {
  return [...newestRoutes(parts), ...historyRoutes(parts), ...meanRoutes(parts), ...lookupRoutes(parts)];
}
