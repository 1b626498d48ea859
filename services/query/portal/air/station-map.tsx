import { type AirQualityIndex, NO_INDEX } from "../../../../science/air-quality-index/index-table.ts";
import { componentName } from "../components/component-name.ts";
import { PointMap } from "../components/map.tsx";
import type { MapPoint } from "../components/map-data.ts";
import { MapLegend } from "../components/map-legend.tsx";
import type { Shown } from "./shown.ts";
import type { StationAir } from "./station-air.ts";

/** Stations that a page has room for, the worst. */
const MAX_POINTS = 500;

/** Each station as a dot with the colour and number of its class. The island `live.ts` renews what it shows. */
export function StationMap({ shown }: { shown: Shown }) {
  const { air, locale } = shown;
  const { air: texts } = locale.texts;
  const { stations } = air;
  if (stations.length === 0) return null;
  const { index } = air.settings;
  const points = stations.slice(0, MAX_POINTS).map((each) => stationPoint(each, index, shown));
  return (
    <div data-live="map">
      <PointMap title={texts.map} points={points} locale={locale}>
        <MapLegend index={index} locale={locale} />
        {stations.length > MAX_POINTS && texts.mapLimit(locale.number(MAX_POINTS), locale.number(stations.length))}
      </PointMap>
    </div>
  );
}

/** A station with its class, and the value that it is of. */
export function stationPoint(
  { station, worst }: StationAir,
  { unit }: AirQualityIndex,
  { locale, times }: Pick<Shown, "locale" | "times">,
): MapPoint {
  const { id, name, latitude, longitude } = station;
  const { index, color } = worst?.found ?? NO_INDEX;
  return {
    ...{ longitude, latitude, name },
    id: `station-${id}`,
    href: locale.href(`/stations/${id}`),
    label: worst ? String(index) : "–",
    colour: `#${color}`,
    rank: index,
    detail: worst
      ? `${worst.found.name[locale.culture]}: ${componentName(worst.series.series.component, locale)} ` +
        `${locale.measured(worst.value.value, unit)} ${unit}, ${times.hours(worst.value.from, worst.value.to)}`
      : locale.texts.air.noClass,
  };
}
