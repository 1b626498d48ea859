import { accessRoutes } from "./access.ts";
import { assetRoutes } from "./assets.ts";
import { changeRoutes } from "./changes.ts";
import { documentationRoutes } from "./documentation.ts";
import { facilityRoutes } from "./facilities.ts";
import { healthRoutes } from "./health.ts";
import { measurementRoutes } from "./measurements.ts";
import { observationRoutes } from "./observations.ts";
import { portalRoutes } from "./portal/all.ts";
import { recordRoutes } from "./records.ts";
import type { RouteDeclaration } from "./route.ts";
import { searchRoutes } from "./search.ts";
import { stationRoutes } from "./stations.ts";
import { timeSeriesRoutes } from "./time-series.ts";
import { uvRoutes } from "./uv.ts";

/** Every route of the system, in the order of the description. */
export const ROUTES: readonly RouteDeclaration[] = [
  ...facilityRoutes,
  ...searchRoutes,
  ...recordRoutes,
  ...portalRoutes,
  ...changeRoutes,
  ...measurementRoutes,
  ...stationRoutes,
  ...timeSeriesRoutes,
  ...observationRoutes,
  ...uvRoutes,
  ...accessRoutes,
  ...documentationRoutes,
  ...assetRoutes,
  ...healthRoutes,
];
