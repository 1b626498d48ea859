import { slugOf } from "../../../../contracts/slug.ts";
import type { FacilityPlace } from "../../facilities/facility-list.ts";
import type { MeasurementSettings } from "../../measurements/parts.ts";
import type { StationAir } from "../air/station-air.ts";
import { stationPoint } from "../air/station-map.tsx";
import type { MapPoint } from "../components/map-data.ts";
import { PeriodText } from "../components/period-text.ts";
import type { Locale } from "../frame/language.ts";

/** Points of the map: facilities, and stations with their index above them. */
export function mapPoints(
  facilities: ReadonlyMap<string, FacilityPlace>,
  stations: readonly StationAir[],
  { index, utcOffset }: Pick<MeasurementSettings, "index" | "utcOffset">,
  locale: Locale,
): readonly MapPoint[] {
  const { texts, href, region } = locale;
  const times = new PeriodText(region, utcOffset);
  const ofFacilities = Array.from(facilities).flatMap(([identifier, { name = identifier, location }]): MapPoint[] => {
    if (location === undefined) return [];
    return [{ ...location, name, href: href(`/facilities/${slugOf(identifier)}`), detail: texts.start.facility }];
  });
  const ofStations = stations.map((each) => stationPoint(each, index, { locale, times }));
  return [...ofFacilities, ...ofStations];
}
