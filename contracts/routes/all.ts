import { accessRoutes } from "./access.ts";
import { facilityRoutes } from "./facilities.ts";
import { lookupRoutes } from "./lookup.ts";
import { measurementRoutes } from "./measurements.ts";
import { observationRoutes } from "./observations.ts";
import { recordRoutes } from "./records.ts";
import type { RouteDeclaration } from "./route.ts";
import { searchRoutes } from "./search.ts";
import { serviceRoutes } from "./service.ts";
import { stationRoutes } from "./stations.ts";
import { timeSeriesRoutes } from "./time-series.ts";
import { uvRoutes } from "./uv.ts";

/** Every route of the system, in the order of the description. */
export const ROUTES: readonly RouteDeclaration[] = [
  ...facilityRoutes,
  ...searchRoutes,
  ...recordRoutes,
  ...measurementRoutes,
  ...lookupRoutes,
  ...stationRoutes,
  ...timeSeriesRoutes,
  ...observationRoutes,
  ...uvRoutes,
  ...accessRoutes,
  ...serviceRoutes,
];
