import { crawlerRoutes } from "./crawlers.ts";
import { recordPageRoutes } from "./record.ts";

/** The pages for people, and what leads crawlers to them. */
export const portalRoutes = [...recordPageRoutes, ...crawlerRoutes];
