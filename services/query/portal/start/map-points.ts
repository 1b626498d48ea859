import { slugOf } from "../../../../contracts/slug.ts";
import type { FacilityPlace } from "../../facilities/facility-list.ts";
import type { StationAir } from "../air/station-air.ts";
import type { MapPoint } from "../components/map-data.ts";
import type { Locale } from "../frame/language.ts";

/** Points of the map: facilities, and stations with their index above them. */
export function mapPoints(
  facilities: ReadonlyMap<string, FacilityPlace>,
  stations: readonly StationAir[],
  { texts, href, language }: Locale,
): readonly MapPoint[] {
  const ofFacilities = Array.from(facilities).flatMap(([identifier, { name = identifier, location }]): MapPoint[] => {
    if (location === undefined) return [];
    return [{ ...location, name, href: href(`/facilities/${slugOf(identifier)}`), detail: texts.start.facility }];
  });
  const ofStations = stations.map(({ station, worst }): MapPoint => {
    const { id, name, longitude, latitude } = station;
    const found = worst?.found;
    return {
      ...{ longitude, latitude, name },
      href: href(`/stations/${id}`),
      detail: found === undefined ? texts.air.noClass : found.name[language],
      ...(found && { label: String(found.index), colour: `#${found.color}`, rank: found.index }),
    };
  });
  return [...ofFacilities, ...ofStations];
}
