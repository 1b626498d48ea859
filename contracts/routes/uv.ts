import { z } from "zod";
import {
  MAX_UV_LOCATIONS,
  MAX_UV_REQUEST_BYTES,
  UvForecastRequestDto,
  UvForecastsDto,
  VitaminDAnswerDto,
  VitaminDRequestDto,
} from "../uv.ts";
import { UV_FIELDS, UV_GRID, UvGridCellDto, UvGridDto } from "../uv-grid.ts";
import { culture, decimal, inPath, inQueryOr, instant, type ParameterType } from "./parameter.ts";
import { declareRoute } from "./route.ts";
import * as example from "./uv-examples.ts";

const language = inQueryOr("no", culture, "Language of the classes' names: Norwegian unless `en`.", { example: "en" });

const forecasting =
  "UV index of today, tomorrow and the day after (UTC days) at sea level, for every hour, and the highest of each day. " +
  "It is computed at the place itself with the Sun's height there, from the ozone, clouds and aerosol of the last " +
  "published forecast; a day that it does not cover is the ozone climatology's, without clouds, and its `source` says " +
  "so. `issued` says how old the forecast is. `classification` is one of `classifications`, of the index rounded to a " +
  "whole number. What the model computes and how far to trust it: /docs/uv-model.";

const fields = Object.entries(UV_FIELDS)
  .map(([name, { unit, min, max, meaning }]) => `\`${name}\` (${meaning}, ${unit}, ${min} to ${max})`)
  .join("; ");

export const getUvForecast = declareRoute({
  method: "get",
  path: "/uv/forecast/{latitude}/{longitude}",
  id: "getUvForecast",
  tag: "UV",
  summary: "UV index of three days at a place",
  description: forecasting,
  access: "public",
  reads: ["uv-forecast"],
  cached: true,
  lenient: true,
  parameters: {
    latitude: inPath(decimal(-90, 90), "Degrees north.", 59.91),
    longitude: inPath(decimal(-180, 180), "Degrees east.", 10.75),
    culture: language,
  },
  answers: [
    { status: 200, description: "The forecast of the place, as the only one of `forecasts`.", schema: UvForecastsDto },
  ],
  problems: ["busy"],
});

export const getUvForecasts = declareRoute({
  method: "post",
  path: "/uv/forecast",
  id: "getUvForecasts",
  tag: "UV",
  summary: `UV index of three days at up to ${MAX_UV_LOCATIONS.toLocaleString("en")} places`,
  description: `${forecasting} The forecasts come in the order of the places.`,
  access: "public",
  reads: ["uv-forecast"],
  lenient: true,
  parameters: { culture: language },
  body: {
    schema: UvForecastRequestDto,
    examples: { places: example.locations },
    maxBytes: MAX_UV_REQUEST_BYTES,
    maxItems: MAX_UV_LOCATIONS,
  },
  answers: [{ status: 200, description: "A forecast for each place.", schema: UvForecastsDto }],
  problems: ["busy"],
});

/** Milliseconds since 1970, or the present hour. */
const mapHour: ParameterType<number | "now"> = {
  schema: z.union([instant.schema, z.literal("now")]),
  read: (text) => (text === "now" ? text : instant.read(text)),
};

export const getUvMap = declareRoute({
  method: "get",
  path: "/uv/map/{hour}",
  id: "getUvMap",
  tag: "UV",
  summary: "UV index of the world at an hour, as a picture",
  description:
    "What the forecasts of places say, every two degrees, on a map whose degrees have equal length: north is up, and the " +
    "edges are the date line and the poles. Colours go from dark violet (0) through blue and green to yellow (14 and " +
    "more) in steps of a half. Every full hour of today, tomorrow and the day after (UTC) has a map.",
  access: "public",
  reads: ["uv-forecast"],
  cached: true,
  parameters: { hour: inPath(mapHour, "A full hour of the three days, or `now` for the present one.", "now") },
  answers: [{ status: 200, description: "The map.", schema: z.string(), mediaTypes: ["image/png"] }],
  problems: ["busy"],
});

export const getUvExposure = declareRoute({
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
  reads: [],
  body: {
    schema: VitaminDRequestDto,
    examples: { oslo: example.exposureRequest },
    maxBytes: MAX_UV_REQUEST_BYTES,
  },
  answers: [
    {
      status: 200,
      description: "The time, the dose, and their assumptions.",
      schema: VitaminDAnswerDto,
      example: example.exposureAnswer,
    },
  ],
});

export const publishUvForecast = declareRoute({
  method: "post",
  path: "/api/provider/uv/forecast",
  id: "publishUvForecast",
  tag: "UV",
  summary: "Publish a forecast of the inputs of the UV index",
  description:
    `A document \`uvgrid/1\`: fields over the whole world in steps of a degree (${UV_GRID.nlat} latitudes from the ` +
    `south, ${UV_GRID.nlon} longitudes from the west), at instants at most three hours apart that cover three days ` +
    `from 00 UTC on. Fields: ${fields}; ozone is needed. At most 1 % of a field's cells may be missing at an instant. ` +
    "All of it is checked before anything is stored, and it is served from one moment to the next. A forecast that " +
    "was issued before the one that is served is refused; one of the same time takes its place. The same document " +
    "sent again changes nothing.",
  access: ["forecast_provider"],
  body: { schema: UvGridDto, examples: { "abridged: data is cut": example.grid } },
  answers: [{ status: 200, description: "The forecast is stored and published." }],
  problems: ["forecast-older", "grid-invalid"],
  problemMembers: {
    422: z.looseObject({
      cell: UvGridCellDto.optional().describe("The first cell that can't be taken, where it is one."),
    }),
  },
});

export const uvRoutes = [getUvForecast, getUvForecasts, getUvMap, getUvExposure, publishUvForecast];
