import type { ServedRoute } from "../../../platform/http/route.ts";
import { type CrawlerParts, crawlerRoutes } from "./crawlers/routes.ts";
import { type RecordPageParts, recordPageRoutes } from "./record/routes.ts";

export type PortalParts = RecordPageParts & CrawlerParts;

/** The pages for people, and what leads crawlers to them. */
export function portalRoutes(parts: PortalParts): readonly ServedRoute[] {
  return [...recordPageRoutes(parts), ...crawlerRoutes(parts)];
}
