import { z } from "zod";
import type { FieldError } from "../../problem.ts";
import { UV_SURFACES } from "../../uv.ts";
import { date, decimal, inForm, instant, oneOf, ParameterError, type ParameterType, trimmed } from "../parameter.ts";
import { declareRoute } from "../route.ts";
import { LANGUAGE_OF_PAGE, language } from "./language.ts";

/** The least and the greatest: degrees, metres above the sea, Dobson units. */
export const UV_BOUNDS = { lat: [-90, 90], lon: [-180, 180], altitude: [0, 6_000], ozone: [100, 600] } as const;

/** UTF-16 units of a place's name at most. */
export const MAX_PLACE_LENGTH = 200;

/** Days of the exposure calculator, by the calendar that people use. */
export const EXPOSURE_DAYS = { first: "1900-01-01", last: "2100-12-31" } as const;

const exposureDay: ParameterType<string> = {
  schema: date.schema,
  read: (text) => {
    const day = date.read(text);
    const { first, last } = EXPOSURE_DAYS;
    if (day < first || day > last) throw new ParameterError(`must lie between ${first} and ${last}`);
    return day;
  },
};

const timeOfDay: ParameterType<string> = {
  schema: z.string().regex(/^\d\d:\d\d$/),
  read: (text) => {
    const [, time] = /^((?:[01]\d|2[0-3]):[0-5]\d)(?::\d\d)?$/.exec(text.trim()) ?? [];
    if (time === undefined) throw new ParameterError("must be a time of day, such as 12:00");
    return time;
  },
};

export const getUvPage = declareRoute({
  method: "get",
  path: "/uv",
  id: "getUvPage",
  tag: "UV",
  summary: "UV index of a place and of the world, and how long the sun takes to burn, as a page",
  description:
    "The place is that of `lat` and `lon`, else the one that `place` names. `hour` chooses the hour of the world's map. The " +
    "others are of the exposure calculator: `date` and `time` are those of the place.",
  access: "public",
  reads: ["uv-forecast"],
  cached: true,
  failures: "page",
  parameters: {
    lat: inForm(decimal(...UV_BOUNDS.lat), "Degrees north.", { example: 69.65 }),
    lon: inForm(decimal(...UV_BOUNDS.lon), "Degrees east.", { example: 18.96 }),
    place: inForm(trimmed(MAX_PLACE_LENGTH), "A place's name, or its beginning, and after a comma its country.", {
      example: "Tromsø",
    }),
    hour: inForm(instant, "An instant within the hour; UTC where it has no offset."),
    skin: inForm(oneOf([1, 2, 3, 4, 5, 6]), "Skin type: 1 burns always, 6 hardly ever.", { example: 2 }),
    date: inForm(exposureDay, "Day of the exposure.", { example: "2026-06-21" }),
    time: inForm(timeOfDay, "Its begin.", { example: "12:00" }),
    sky: inForm(
      oneOf([0, 1, 2, 3]),
      "0 cloudless, 1 scattered clouds, 2 broken clouds, 3 overcast. Unless given, what is nearest to the forecast of the hour.",
    ),
    surface: inForm(oneOf(UV_SURFACES), "The ground, as `albedo_type` of `/uv/vitd`."),
    altitude: inForm(decimal(...UV_BOUNDS.altitude), "Metres above the sea."),
    ozone: inForm(decimal(...UV_BOUNDS.ozone), "Total ozone, Dobson units."),
    lang: inForm(language, LANGUAGE_OF_PAGE),
  },
  // A parameter that is not there could not be read, which is reported already.
  check: (values): FieldError[] => {
    const isRead = "lat" in values && "lon" in values;
    if (!isRead || (values.lat === undefined) === (values.lon === undefined)) return [];
    return [{ path: values.lat === undefined ? "lat" : "lon", message: "is required with the other coordinate" }];
  },
  answers: [{ status: 200, description: "The page.", schema: z.string(), mediaTypes: ["text/html"] }],
  problems: ["busy"],
});

/** The UV index for people. */
export const uvPageRoutes = [getUvPage];
