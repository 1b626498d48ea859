import { z } from "zod";
import { type AnswerDescription, type ParameterDescription, READ_HEADERS, READ_PROBLEMS } from "./route.ts";

/** What the reads of measurements have in common. */

const names = z.string().meta({ examples: ["PM10;NO2"] });
const separated =
  "Several are separated by `;`; case makes no difference; `area`, `station` and `component` may stand in plural or not.";

const query = (name: string, schema: z.ZodType, description: string, example?: unknown): ParameterDescription => ({
  name,
  in: "query",
  schema,
  description,
  ...(example !== undefined && { example }),
});

const path = (name: string, schema: z.ZodType, description: string, example?: unknown): ParameterDescription => ({
  name,
  in: "path",
  schema,
  description,
  ...(example !== undefined && { example }),
});

export const FILTERS = {
  areas: query("areas", names, `Only stations of these areas. ${separated}`, "Oslo"),
  area: query("area", names, `Only stations of this area. ${separated}`, "Oslo"),
  stations: query("stations", names, `Only these stations. ${separated}`, "Manglerud"),
  station: query("station", names, `Only these stations. ${separated}`, "Manglerud"),
  components: query("components", names, `Only these components. ${separated}`, "PM10;NO2"),
  component: query("component", names, `Only these components. ${separated}`, "PM10"),
  showinvalid: query("showinvalid", z.boolean(), "`true`: invalid values too; false unless set.", true),
  showmissing: query(
    "showinvalid",
    z.boolean(),
    "`true`: means that too little covers appear with `value` null.",
    true,
  ),
  method: query(
    "method",
    z.enum(["nearest", "within"]),
    "`within`: every series inside the circle. `nearest`, unless set: for each component the nearest series inside.",
    "within",
  ),
  timestep: query("timestep", z.string().regex(/^\d+(;\d+)*$/), "Only series of this step, seconds.", "3600"),
  coverage: query("coverage", z.number().min(0).max(100), "The smallest coverage of a mean, %; 75 unless set.", 75),
  utd: query("utd", z.boolean(), "`true`: only stations whose newest value is up to date.", true),
  culture: query("culture", z.enum(["no", "en"]), "Language of texts: `no`, unless set, or `en`.", "en"),
} as const satisfies Record<string, ParameterDescription>;

const date = z.string().meta({ examples: ["2022-03-09", "2022-03-09 13:00", "2022-03-09T13:00"] });

export const PERIOD: readonly ParameterDescription[] = [
  path(
    "fromtime",
    date,
    "Begin of the period, in the network's fixed offset from UTC: a date, with a time of day if need be.",
    "2022-03-09",
  ),
  path("totime", date, "Its end; without a time of day, that day's end.", "2022-03-10"),
];

export const STATION = path("station", z.string().min(1), "A station's name, or `all`.", "Manglerud");
export const SERIES_ID = path("id", z.int().positive(), "Id of a time series.", 38);
export const CIRCLE: readonly ParameterDescription[] = [
  path("latitude", z.number().min(-90).max(90), "Of the circle's centre, degrees north.", 59.9),
  path("longitude", z.number().min(-180).max(180), "Degrees east.", 10.8),
  path("radius", z.number().gt(0).max(20), "Kilometres, more than 0 and at most 20.", 5),
];

export const FORMS =
  "`Accept: text/csv`, or the suffix `.csv`, gives CSV (RFC 4180), a row for each value; " +
  "`Accept: application/x-ndjson` gives lines of JSON.";

export const OTHER_FORMS = ["text/csv", "application/x-ndjson"] as const;

export const MEASUREMENT_PROBLEMS = ["parameter-invalid", ...READ_PROBLEMS] as const;

export const SHARED = ["Min-Event-Position", "If-None-Match"] as const;

/** The answers of a read of measurements: an array, or nothing new. */
export function answersOf(item: z.ZodType, description: string, example: unknown): readonly AnswerDescription[] {
  const headers = ["ETag", ...READ_HEADERS] as const;
  return [
    { status: 200, description, schema: z.array(item), alsoAs: OTHER_FORMS, headers, example: [example] },
    { status: 304, description: "Nothing has changed.", headers },
  ];
}

export const MEAN_TYPE = path(
  "meantype",
  z.string().min(1),
  "A mean type by id or label: 1 `hour`, 2 `8hour` (running, stamped at its end), 3 `day`, 4 `month`, 5 `year`, " +
    "6 `maxhour` and 7 `max8hour` (the highest of a day), 8 `week`, 9 `season`.",
  "day",
);
