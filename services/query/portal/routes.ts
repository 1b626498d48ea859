import type { ServedRoute } from "../../../platform/http/route.ts";
import { type AirPageParts, airPageRoutes } from "./air/routes.ts";
import { type CrawlerParts, crawlerRoutes } from "./crawlers/routes.ts";
import { type DocsParts, docsPageRoutes } from "./docs/routes.ts";
import { type FacilityPageParts, facilityPageRoutes } from "./facilities/routes.ts";
import { type RecordPageParts, recordPageRoutes } from "./record/routes.ts";
import { type SearchPageParts, searchPageRoutes } from "./search/routes.ts";
import { type StartPageParts, startPageRoutes } from "./start/routes.ts";
import { type StationPageParts, stationPageRoutes } from "./stations/routes.ts";
import { type UvPageParts, uvPageRoutes } from "./uv/routes.ts";

export type PortalParts = StartPageParts &
  RecordPageParts &
  FacilityPageParts &
  AirPageParts &
  SearchPageParts &
  UvPageParts &
  StationPageParts &
  DocsParts &
  CrawlerParts;

/** The pages for people, and what leads crawlers to them. */
export function portalRoutes(parts: PortalParts): readonly ServedRoute[] {
  return [
    ...startPageRoutes(parts),
    ...recordPageRoutes(parts),
    ...facilityPageRoutes(parts),
    ...airPageRoutes(parts),
    ...searchPageRoutes(parts),
    ...uvPageRoutes(parts),
    ...stationPageRoutes(parts),
    ...docsPageRoutes(parts),
    ...crawlerRoutes(parts),
  ];
}
