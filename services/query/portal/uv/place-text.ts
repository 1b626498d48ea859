import type { Coordinates } from "../../../../science/geometry/distance.ts";
import type { Locale } from "../frame/language.ts";
import { degreesText } from "./formats.ts";
import { AT_PLACE, type PlaceAsked } from "./place-asked.ts";

/** 69.65° N, 18.96° E */
export function coordinatesText({ latitude, longitude }: Coordinates, locale: Locale): string {
  const { north, south, east, west } = locale.texts.record;
  const along = (degrees: number, [after, before]: readonly [string, string]): string =>
    `${degreesText(Math.abs(degrees), locale)} ${degrees < 0 ? before : after}`;
  return `${along(latitude, [north, south])}, ${along(longitude, [east, west])}`;
}

/** The place with its country; coordinates where none is near. */
export function placeText({ latitude, longitude, nearest }: PlaceAsked, locale: Locale): string {
  if (nearest === undefined) return coordinatesText({ latitude, longitude }, locale);
  const { place, kilometres } = nearest;
  const name = `${place.name}, ${locale.country(place.country)}`;
  if (kilometres <= AT_PLACE) return name;
  return locale.texts.uv.near(name, `${locale.number(Math.round(kilometres))} km`);
}
