import type { Extent } from "../../dataset/place.ts";
import type { Locale } from "../frame/language.ts";

/** Latitude and longitude with their directions, such as 50.9089° N, 6.4131° E, 111 m above sea level. */
export function extentText(extent: Extent, locale: Locale): string {
  const { north, south, east, west, metres } = locale.texts.record;
  const latitude = (degrees: number) => `${locale.number(Math.abs(degrees))}° ${degrees < 0 ? south : north}`;
  const longitude = (degrees: number) => `${locale.number(Math.abs(degrees))}° ${degrees < 0 ? west : east}`;
  if (extent.kind === "point") {
    const height = extent.altitude === undefined ? [] : [metres(locale.number(extent.altitude))];
    return [latitude(extent.latitude), longitude(extent.longitude), ...height].join(", ");
  }
  const from = `${latitude(extent.south)}, ${longitude(extent.west)}`;
  return `${from} – ${latitude(extent.north)}, ${longitude(extent.east)}`;
}
