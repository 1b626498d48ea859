import type { ServedRoute } from "../../../platform/http/route.ts";
import { type CrawlerParts, crawlerRoutes } from "./crawlers/routes.ts";
import { type RecordPageParts, recordPageRoutes } from "./record/routes.ts";
import { type SearchPageParts, searchPageRoutes } from "./search/routes.ts";

export type PortalParts = RecordPageParts & SearchPageParts & CrawlerParts;

/** The pages for people, and what leads crawlers to them. */
export function portalRoutes(parts: PortalParts): readonly ServedRoute[] {
  return [...recordPageRoutes(parts), ...searchPageRoutes(parts), ...crawlerRoutes(parts)];
}
