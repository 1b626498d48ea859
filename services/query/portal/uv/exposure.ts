import { UV_BOUNDS } from "../../../../contracts/routes/portal/uv.ts";
import type { VitaminDAnswer, VitaminDRequest } from "../../../../contracts/uv.ts";
import type { Coordinates } from "../../../../science/geometry/distance.ts";
import { sunAt, sunBetween, zenithAngle } from "../../../../science/solar.ts";
import { doseRates } from "../../../../science/uv/dose-rates.ts";
import type { SkinTypeId } from "../../../../science/uv/doses.ts";
import { climatologicalOzone } from "../../../../science/uv/ozone-climatology.ts";
import { type SkyId, skies } from "../../../../science/uv/skies.ts";
import type { SurfaceId } from "../../../../science/uv/surfaces.ts";
import { DAY, HOUR } from "../../uv/horizon.ts";
import { uvTables } from "../../uv/tables.ts";
import { vitaminDAnswer } from "../../uv/vitamin-d.ts";
import type { PlaceForecast } from "./days.ts";
import type { PlaceAsked } from "./place-asked.ts";

/** What the form of the calculator holds. */
export interface ExposureForm {
  readonly skin: SkinTypeId;
  /** Of the place's clocks. */
  readonly date: string;
  readonly time: string;
  /** Undefined: the class that is nearest to the forecast's clouds of the first hour with light, else a clear sky. */
  readonly sky: SkyId | undefined;
  readonly surface: SurfaceId;
  /** Metres. */
  readonly altitude: number;
  /** Undefined: the forecast's of today, else the climatology's. */
  readonly ozone: number | undefined;
}

/** The calculator's parameters as they are asked for. */
export type ExposureAsked = { readonly [Name in keyof ExposureForm]?: ExposureForm[Name] | undefined };

/**
 * What the forecast knows of the clouds from the start on: the share of the index that they leave at the first full hour with
 * light. `dark`: the Sun is up at no full hour of a day. `unknown`: the forecast has no clouds for the hour.
 */
export type Clouds = { readonly hour: number; readonly share: number } | "dark" | "unknown";

/** An answer with what it is computed from. */
export interface ExposureShown {
  readonly form: ExposureForm;
  /** As `POST /uv/vitd` takes it. */
  readonly request: VitaminDRequest;
  readonly answer: VitaminDAnswer;
  /** Minutes from the start to sunrise; 0 when the Sun is up, or when neither dose is reached. */
  readonly waiting: number;
  readonly clouds: Clouds;
  /** Milliseconds since 1970. */
  readonly begin: number;
}

const USUAL = { skin: 2, time: "12:00", surface: 3, altitude: 0 } as const;
const CLEAR: SkyId = 0;

/** How long the sun takes to burn: by default skin of type 2 on grass at noon of today, under the forecast's clouds. */
export function exposureAt(
  asked: ExposureAsked,
  { latitude, longitude, clock }: PlaceAsked,
  forecast: PlaceForecast,
  now: number,
): ExposureShown {
  const today = clock.date(now);
  const form: ExposureForm = {
    skin: asked.skin ?? USUAL.skin,
    date: asked.date ?? today,
    time: asked.time ?? USUAL.time,
    sky: asked.sky,
    surface: asked.surface ?? USUAL.surface,
    altitude: asked.altitude ?? USUAL.altitude,
    ozone: asked.ozone,
  };
  const begin = clock.instant(form.date, form.time) ?? now;
  const start = new Date(begin);
  const [month, day] = [start.getUTCMonth() + 1, start.getUTCDate()];
  const usualOzone = form.date === today ? forecast.ozone : climatologicalOzone(month, day + 0.5, latitude);
  const [least, most] = UV_BOUNDS.ozone;
  const ozone = form.ozone ?? Math.min(Math.max(usualOzone, least), most);
  const clouds = cloudsFrom(begin, { latitude, longitude }, forecast);
  const clear: VitaminDRequest = {
    latitude,
    longitude,
    altitude: form.altitude / 1000,
    month,
    day,
    time: Math.round((start.getUTCHours() + start.getUTCMinutes() / 60) * 10_000) / 10_000,
    ozone: Math.round(ozone * 10) / 10,
    albedo_type: form.surface,
    dose_product: "E",
    skin_type: form.skin,
    sky: CLEAR,
  };
  const sky = form.sky ?? (typeof clouds === "string" ? CLEAR : skyOf(clouds, clear));
  const request = { ...clear, sky };
  const answer = vitaminDAnswer(request);
  return { form, request, answer, waiting: waitingIn(answer, request), clouds, begin };
}

/** Only the answer for a dose that is reached says how long the wait is, and only of its own product. */
function waitingIn(burning: VitaminDAnswer, request: VitaminDRequest): number {
  const isReached = burning.exposure_minutes !== null || burning.companion.exposure_minutes === null;
  const { exposure_minutes, sun_minutes } = isReached ? burning : vitaminDAnswer({ ...request, dose_product: "F" });
  return (exposure_minutes ?? 0) - (sun_minutes ?? 0);
}

/** Of the hour of the start, if the Sun is up both then and at its beginning; otherwise of the first later one with light. */
function cloudsFrom(begin: number, { latitude, longitude }: Coordinates, forecast: PlaceForecast): Clouds {
  const first = Math.floor(begin / HOUR) * HOUR;
  const sun = sunBetween(first, first + DAY);
  const isLight = (time: number): boolean => zenithAngle(sun(time), latitude, longitude) < 90;
  let hour = first;
  while (!(isLight(hour) && isLight(Math.max(hour, begin)))) {
    if (hour === first + DAY) return "dark";
    hour += HOUR;
  }
  const { today, tomorrow, dayAfterTomorrow } = forecast;
  const share = [...today, ...tomorrow, ...dayAfterTomorrow].find(({ time }) => Date.parse(time) === hour)?.cloudFactor;
  return share === undefined || share === null ? "unknown" : { hour, share };
}

/** The class of skies that leaves most nearly this share of the clear sky's index at an hour. */
function skyOf({ hour, share }: Exclude<Clouds, string>, clear: VitaminDRequest): SkyId {
  const { latitude, longitude, altitude, ozone, albedo_type: surface } = clear;
  const zenith = zenithAngle(sunAt(hour), latitude, longitude);
  const burning = (sky: SkyId): number => doseRates(uvTables, { altitude, ozone, surface, sky }).erythema(zenith);
  const distances = skies.map(({ id }) => ({ id, distance: Math.abs(burning(id) - share * burning(CLEAR)) }));
  return distances.reduce((nearest, each) => (each.distance < nearest.distance ? each : nearest)).id;
}

/** Whole hours and the minutes that are left. */
export function hoursAndMinutes(minutes: number): readonly [hours: number, minutes: number] {
  const whole = Math.round(minutes);
  return [Math.floor(whole / 60), whole % 60];
}

/** The end of an exposure, to the minute as its duration is written. */
export function endOf(begin: number, minutes: number): number {
  return begin + (Math.round(minutes) * HOUR) / 60;
}
