import { airRoutes } from "./air.ts";
import { crawlerRoutes } from "./crawlers.ts";
import { docsPageRoutes } from "./docs.ts";
import { facilityPageRoutes } from "./facilities.ts";
import { recordPageRoutes } from "./record.ts";
import { searchPageRoutes } from "./search.ts";
import { startRoutes } from "./start.ts";
import { stationPageRoutes } from "./stations.ts";
import { uvPageRoutes } from "./uv.ts";

/** The pages for people, and what leads crawlers to them. */
export const portalRoutes = [
  ...startRoutes,
  ...recordPageRoutes,
  ...facilityPageRoutes,
  ...airRoutes,
  ...searchPageRoutes,
  ...uvPageRoutes,
  ...stationPageRoutes,
  ...docsPageRoutes,
  ...crawlerRoutes,
];
