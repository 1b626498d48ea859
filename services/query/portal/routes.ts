import type { ServedRoute } from "../../../platform/http/route.ts";
import { type RecordPageParts, recordPageRoutes } from "./record/routes.ts";

export type PortalParts = RecordPageParts;

/** The pages for people. */
export function portalRoutes(parts: PortalParts): readonly ServedRoute[] {
  return [...recordPageRoutes(parts)];
}
