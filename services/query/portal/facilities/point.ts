import type { FacilitySummary } from "../../facilities/facility-summary.ts";
import type { MapPoint } from "../components/map-data.ts";

/** The path of a facility's page. */
export const facilityPath = (slug: string): string => `/facilities/${slug}`;

/** A facility on a map; none where its location is not known. */
export function pointOf({ slug, name, country, extent }: FacilitySummary): readonly MapPoint[] {
  if (extent?.kind !== "point") return [];
  const { longitude, latitude } = extent;
  return [{ id: slug, longitude, latitude, name, detail: country, href: facilityPath(slug) }];
}
