import * as declared from "../../../contracts/routes/uv.ts";
import { MAX_UV_LOCATIONS, UvForecastRequestDto, VitaminDRequestDto } from "../../../contracts/uv.ts";
import { clientOf } from "../../../platform/http/client.ts";
import { leaving } from "../../../platform/http/leaving.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import { JsonAnswer, sendJson } from "../http/conditional.ts";
import { useBody } from "../http/json-body.ts";
import type { BindRead } from "../http/read.ts";
import { begun, stream } from "../http/streaming.ts";
import type { Location } from "./forecast.ts";
import { type ForecastParts, forecasts, placeForecastJson, unlessAborted } from "./forecasts.ts";
import { IndexMaps, sendMap } from "./index-maps.ts";
import { fitting, readValue } from "./request.ts";
import { vitaminDAnswer } from "./vitamin-d.ts";

export interface UvParts extends ForecastParts {
  readonly read: BindRead;
}

/** UV index of three days at any place, and how long the sun takes to give a dose. */
export function uvRoutes(parts: UvParts): readonly ServedRoute[] {
  const { read, pool } = parts;
  const maps = new IndexMaps(parts);
  return [
    read(declared.getUvForecast, async (given) => {
      const { latitude, longitude, culture } = given.parameters;
      const answer = await placeForecastJson(parts, given, { latitude, longitude }, culture);
      if (answer) sendJson(given, new JsonAnswer(answer));
    }),
    read(declared.getUvForecasts, async ({ parameters: { culture }, request, response }) => {
      const locations = locationsOf(await useBody(request, readValue));
      const signal = leaving(response);
      using asked = await pool.admit(clientOf(request), () => response.destroy());
      const made = forecasts(parts, asked, locations, culture, signal);
      const pieces = await begun(asked.watched(made)).catch(unlessAborted(signal));
      if (!pieces) return;
      response.set("Cache-Control", "no-store").type("application/json");
      await stream(response, pieces).catch(unlessAborted(signal));
    }),
    read(declared.getUvMap, async (given) => {
      const { request, response } = given;
      using _asked = await pool.admit(clientOf(request), () => response.destroy());
      sendMap(given, await maps.at(given.parameters.hour));
    }),
    read(declared.getUvExposure, async ({ request, response }) => {
      const answer = vitaminDAnswer(fitting(await useBody(request, readValue), VitaminDRequestDto));
      response.set("Cache-Control", "no-store").json(answer);
    }),
  ];
}

function locationsOf(value: unknown): readonly Location[] {
  const locations: unknown = typeof value === "object" && value !== null && Reflect.get(value, "locations");
  if (Array.isArray(locations) && locations.length > MAX_UV_LOCATIONS) {
    const detail = `A request may name ${MAX_UV_LOCATIONS} locations, not ${locations.length}; send several.`;
    throw problem("too-many-items", detail);
  }
  return fitting(value, UvForecastRequestDto).locations;
}
