import type { VitaminDAnswer, VitaminDRequest } from "../../../../contracts/uv.ts";
import type { SkinTypeId } from "../../../../science/uv/doses.ts";
import { climatologicalOzone } from "../../../../science/uv/ozone-climatology.ts";
import { type SkyId, skies } from "../../../../science/uv/skies.ts";
import type { SurfaceId } from "../../../../science/uv/surfaces.ts";
import { HOUR } from "../../uv/horizon.ts";
import { vitaminDAnswer } from "../../uv/vitamin-d.ts";
import type { PlaceForecast } from "./days.ts";
import type { PlaceAsked } from "./place-asked.ts";

/** What the form of the calculator holds. */
export interface ExposureForm {
  readonly skin: SkinTypeId;
  /** Of the place's clocks. */
  readonly date: string;
  readonly time: string;
  /** Undefined: the class that is nearest to the forecast's clouds of the hour, else a clear sky. */
  readonly sky: SkyId | undefined;
  readonly surface: SurfaceId;
  /** Metres. */
  readonly altitude: number;
  /** Undefined: the forecast's of today, else the climatology's. */
  readonly ozone: number | undefined;
}

/** The calculator's parameters as they are asked for. */
export type ExposureAsked = { readonly [Name in keyof ExposureForm]?: ExposureForm[Name] | undefined };

/** An answer with what it is computed from. */
export interface ExposureShown {
  readonly form: ExposureForm;
  /** As `POST /uv/vitd` takes it. */
  readonly request: VitaminDRequest;
  readonly answer: VitaminDAnswer;
  /** Share of the index that the clouds leave of the hour in the forecast; undefined where it knows none. */
  readonly cloudFactor: number | undefined;
  /** Milliseconds since 1970. */
  readonly begin: number;
}

const USUAL = { skin: 2, time: "12:00", surface: 3, altitude: 0 } as const;
const CLEAR: SkyId = 0;

/** Ozone in Dobson units that the model takes. */
const OZONE = { min: 100, max: 600 } as const;

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
  const ozone = form.ozone ?? Math.min(Math.max(usualOzone, OZONE.min), OZONE.max);
  const cloudFactor = hourOf(forecast, begin)?.cloudFactor ?? undefined;
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
  const answered =
    form.sky === undefined && cloudFactor !== undefined
      ? underClouds(clear, cloudFactor)
      : underSky(clear, form.sky ?? CLEAR);
  return { form, ...answered, cloudFactor, begin };
}

/** The hour of the forecast that contains a time; undefined outside of it. */
function hourOf({ today, tomorrow, dayAfterTomorrow }: PlaceForecast, time: number) {
  const age = ({ time: begin }: { readonly time: string }) => time - Date.parse(begin);
  return [...today, ...tomorrow, ...dayAfterTomorrow].find((hour) => age(hour) >= 0 && age(hour) < HOUR);
}

type Answered = Pick<ExposureShown, "request" | "answer">;

function underSky(clear: VitaminDRequest, sky: SkyId): Answered {
  const request = { ...clear, sky };
  return { request, answer: vitaminDAnswer(request) };
}

/** Under the class of skies with which the index at the start is nearest to this share of the clear sky's. */
function underClouds(clear: VitaminDRequest, share: number): Answered {
  const bare = underSky(clear, CLEAR);
  const all = skies.map(({ id }) => (id === CLEAR ? bare : underSky(clear, id)));
  const distance = ({ answer }: Answered): number => Math.abs(answer.uv_index - share * bare.answer.uv_index);
  const [nearest = bare] = all.toSorted((one, other) => distance(one) - distance(other));
  return nearest;
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
