import type { FacilitySummary } from "../../facilities/facility-summary.ts";
import type { MapPoint } from "../components/map-data.ts";
import type { Locale } from "../frame/language.ts";

/** The path of a facility's page. */
export const facilityPath = (slug: string): string => `/facilities/${slug}`;

/** A facility on a map; none where its location is not known. */
export function pointOf(
  { slug, name, country, extent }: FacilitySummary,
  locale: Pick<Locale, "country">,
): readonly MapPoint[] {
  if (extent?.kind !== "point") return [];
  const { longitude, latitude } = extent;
  const detail = country && locale.country(country);
  return [{ id: slug, longitude, latitude, name, detail, href: facilityPath(slug) }];
}
