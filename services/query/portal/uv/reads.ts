import { getUvExposure, getUvForecast, getUvMap } from "../../../../contracts/routes/uv.ts";
import { instant } from "../../uv/horizon.ts";
import type { ApiRead } from "../components/api-call.tsx";
import type { Locale } from "../frame/language.ts";
import type { ExposureShown } from "./exposure.ts";
import type { PlaceAsked } from "./place-asked.ts";

/** What the page shows, for programs: the forecast of the place, the picture of an hour, and the answer of the calculator. */
export function readsOf(
  { latitude, longitude }: PlaceAsked,
  { request }: ExposureShown,
  hour: number | undefined,
  { culture }: Locale,
): readonly ApiRead[] {
  return [
    { route: getUvForecast, target: `/uv/forecast/${latitude}/${longitude}?culture=${culture}` },
    ...(hour === undefined ? [] : [{ route: getUvMap, target: `/uv/map/${instant(hour)}`, isBinary: true }]),
    { route: getUvExposure, target: getUvExposure.path, body: request },
  ];
}
