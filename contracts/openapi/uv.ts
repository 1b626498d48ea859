import { z } from "zod";
import { UvForecastRequestDto, UvForecastsDto, VitaminDAnswerDto, VitaminDRequestDto } from "../uv.ts";
import { UV_FIELDS, UV_GRID, UvGridCellDto, UvGridDto } from "../uv-grid.ts";
import {
  BODY_PROBLEMS,
  type ParameterDescription,
  READ_HEADERS,
  READ_PROBLEMS,
  type RouteDescription,
  WRITE_HEADERS,
  WRITE_PARAMETERS,
  WRITE_PROBLEMS,
} from "./route.ts";
import * as example from "./uv-examples.ts";

const culture: ParameterDescription = {
  name: "culture",
  in: "query",
  schema: z.enum(["no", "en"]),
  description: "Language of the classes' names: Norwegian unless `en`.",
  example: "en",
};

const coordinate = (name: "latitude" | "longitude", most: number, value: number): ParameterDescription => ({
  name,
  in: "path",
  schema: z.number().min(-most).max(most),
  description: `Degrees ${name === "latitude" ? "north" : "east"}.`,
  example: value,
});

const forecasting =
  "UV index of today, tomorrow and the day after (UTC days) at sea level, for every hour, and the highest of each day. " +
  "It is computed at the place itself with the Sun's height there, from the ozone, clouds and aerosol of the last " +
  "published forecast; a day that it does not cover is the ozone climatology's, without clouds, and its `source` says " +
  "so. `issued` says how old the forecast is. `classification` is one of `classifications`, of the index rounded to a " +
  "whole number. What the model computes and how far to trust it: /docs/uv-model.";

const fields = Object.entries(UV_FIELDS)
  .map(([name, { unit, least, most, meaning }]) => `\`${name}\` (${meaning}, ${unit}, ${least} to ${most})`)
  .join("; ");

export const uvRoutes: readonly RouteDescription[] = [
  {
    method: "get",
    path: "/uv/forecast/{latitude}/{longitude}",
    id: "getUvForecast",
    tag: "UV",
    summary: "UV index of three days at a place",
    description: forecasting,
    access: "public",
    parameters: [coordinate("latitude", 90, 59.91), coordinate("longitude", 180, 10.75), culture],
    shared: ["Min-Event-Position", "If-None-Match"],
    answers: [
      {
        status: 200,
        description: "The forecast of the place, as the only one of `forecasts`.",
        schema: UvForecastsDto,
        headers: ["ETag", ...READ_HEADERS],
      },
      { status: 304, description: "Nothing has changed.", headers: ["ETag", ...READ_HEADERS] },
    ],
    problems: ["parameter-invalid", ...READ_PROBLEMS],
  },
  {
    method: "post",
    path: "/uv/forecast",
    id: "getUvForecasts",
    tag: "UV",
    summary: "UV index of three days at up to 1,000 places",
    description: `${forecasting} The forecasts come in the order of the places.`,
    access: "public",
    parameters: [culture],
    shared: ["Min-Event-Position"],
    body: { schema: UvForecastRequestDto, examples: { places: example.locations } },
    answers: [
      {
        status: 200,
        description: "A forecast for each place.",
        schema: UvForecastsDto,
        headers: READ_HEADERS,
      },
    ],
    problems: ["parameter-invalid", "too-many-items", ...BODY_PROBLEMS, ...READ_PROBLEMS],
  },
  {
    method: "post",
    path: "/uv/vitd",
    id: "getUvExposure",
    tag: "UV",
    summary: "How long the sun takes to give a dose",
    description:
      "Minutes until skin has had the dose that makes 1000 IU of vitamin D (`dose_product` 1 or F), or that burns it " +
      "(2 or E), and the other of the two beside it. All members are needed. `albedo_type`: 0 snow (5 cm), 1 snow " +
      "(2 cm), 2 sand, 3 lawn, 4 dry concrete, 5 wet concrete, 12 new snow, 13 old snow. `skin_type`: 1 pale, 2 blond " +
      "caucasian, 3 darker caucasian, 4 mediterranean, 5 middle east, 6 black. `sky`: 0 cloudless, 1 scattered clouds, " +
      "2 broken clouds, 3 overcast. People of one skin type differ by 20 to 50 % and more: an estimate, not medical " +
      "advice. What the model computes and how far to trust it: /docs/uv-model.",
    access: "public",
    body: { schema: VitaminDRequestDto, examples: { oslo: example.exposureRequest } },
    answers: [
      {
        status: 200,
        description: "The time, the dose, and what they rest on.",
        schema: VitaminDAnswerDto,
        headers: READ_HEADERS,
        example: example.exposureAnswer,
      },
    ],
    problems: [...BODY_PROBLEMS, "position-unknown", "too-many-requests", "internal-error"],
  },
  {
    method: "post",
    path: "/api/provider/uv/forecast",
    id: "publishUvForecast",
    tag: "UV",
    summary: "Publish a forecast of what the UV index depends on",
    description:
      `A document \`uvgrid/1\`: fields over the whole world in steps of a degree (${UV_GRID.nlat} latitudes from the ` +
      `south, ${UV_GRID.nlon} longitudes from the west), at instants at most three hours apart that cover three days ` +
      `from 00 UTC on. Fields: ${fields}; ozone is needed. At most 1 % of a field's cells may be missing at an instant. ` +
      "All of it is checked before anything is stored, and it is served from one moment to the next. A forecast that " +
      "was issued before the one that is served is refused; one of the same time takes its place. The same document " +
      "sent again changes nothing.",
    access: ["forecast_provider"],
    shared: WRITE_PARAMETERS,
    body: { schema: UvGridDto, examples: { "abridged: data is cut": example.grid } },
    answers: [{ status: 200, description: "The forecast is stored and published.", headers: WRITE_HEADERS }],
    problems: ["role-missing", "forecast-older", "grid-invalid", ...BODY_PROBLEMS, ...WRITE_PROBLEMS],
    problemMembers: {
      422: z.looseObject({
        cell: UvGridCellDto.optional().describe("The first cell that can't be taken, where it is one."),
      }),
    },
  },
];
