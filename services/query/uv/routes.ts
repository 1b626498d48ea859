import type { Culture } from "../../../contracts/routes/parameter.ts";
import * as declared from "../../../contracts/routes/uv.ts";
import { MAX_UV_LOCATIONS, UvForecastRequestDto, VitaminDRequestDto } from "../../../contracts/uv.ts";
import { clientOf } from "../../../platform/http/client.ts";
import { leaving } from "../../../platform/http/leaving.ts";
import { problem } from "../../../platform/http/problem.ts";
import type { ServedRoute } from "../../../platform/http/route.ts";
import { JsonAnswer, sendJson } from "../http/conditional.ts";
import { useBody } from "../http/json-body.ts";
import type { BindRead } from "../http/read.ts";
import { stream } from "../http/streaming.ts";
import { classificationsIn } from "./classes.ts";
import { coversADay, type Location } from "./forecast.ts";
import type { UvGrid } from "./grid.ts";
import { type ForecastPool, type ForecastRequest, MAX_JOBS_AHEAD } from "./pool.ts";
import { fitting, readValue } from "./request.ts";
import { vitaminDAnswer } from "./vitamin-d.ts";
import { dayOf } from "./write-forecast.ts";

export interface UvParts {
  /** The forecast that is served now. */
  readonly forecast: () => UvGrid | undefined;
  readonly pool: ForecastPool;
  readonly clock: () => Date;
  readonly read: BindRead;
}

/** Locations of one job: about ten milliseconds of work, so that no other request waits long for a thread. */
const JOB_LOCATIONS = 16;

/** UV index of three days at any place, and how long the sun takes to give a dose. */
export function uvRoutes(parts: UvParts): readonly ServedRoute[] {
  const { read, pool } = parts;
  return [
    read(declared.getUvForecast, async (given) => {
      const { request, response } = given;
      const { latitude, longitude, culture } = given.parameters;
      const signal = leaving(response);
      const location = { latitude, longitude };
      using asked = await pool.admit(clientOf(request), () => response.destroy());
      const pieces = await collected(forecasts(parts, asked, [location], culture, signal)).catch(unlessAborted(signal));
      if (pieces) sendJson(given, new JsonAnswer(pieces));
    }),
    read(declared.getUvForecasts, async ({ parameters: { culture }, request, response }) => {
      const locations = locationsOf(await useBody(request, readValue));
      const signal = leaving(response);
      using asked = await pool.admit(clientOf(request), () => response.destroy());
      const pieces = asked.watched(forecasts(parts, asked, locations, culture, signal));
      // A failure before the first piece can still be answered with a problem.
      const first = await pieces.next().catch(unlessAborted(signal));
      if (!first || first.done) return;
      response.set("Cache-Control", "no-store").type("application/json");
      await stream(response, following(first.value, pieces)).catch(unlessAborted(signal));
    }),
    read(declared.getUvExposure, async ({ request, response }) => {
      const answer = vitaminDAnswer(fitting(await useBody(request, readValue), VitaminDRequestDto));
      response.set("Cache-Control", "no-store").json(answer);
    }),
  ];
}

/**
 * The answer in pieces, computed a little ahead of its reader. All of them come from the forecast that is served at its
 * start.
 */
async function* forecasts(
  { forecast, clock }: UvParts,
  asked: ForecastRequest,
  locations: readonly Location[],
  language: Culture,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const today = dayOf(clock());
  const served = forecast();
  // A forecast that covers none of the days is not used, so it is not credited.
  const grid = served && coversADay(served.steps, today) ? served : undefined;
  const begin = (first: number): Promise<Uint8Array> => {
    const made = asked.run(
      { today, grid, locations: coordinatesOf(locations.slice(first, first + JOB_LOCATIONS)) },
      signal,
    );
    // Awaited later; a failure before that must not count as an unhandled rejection.
    made.catch(() => undefined);
    return made;
  };
  const begun: Promise<Uint8Array>[] = [];
  let next = 0;
  const beginMore = (): void => {
    for (; next < locations.length && begun.length < MAX_JOBS_AHEAD; next += JOB_LOCATIONS) begun.push(begin(next));
  };
  beginMore();
  let isFirst = true;
  for (let making = begun.shift(); making !== undefined; making = begun.shift()) {
    const text = await making;
    beginMore();
    yield isFirst ? Buffer.concat([Buffer.from('{"forecasts":['), text.subarray(1)]) : text;
    isFirst = false;
  }
  const credit = { attribution: grid?.attribution ?? null, licence: grid?.licence ?? null };
  yield Buffer.from(`],"classifications":${classificationsIn(language)},${JSON.stringify(credit).slice(1)}`);
}

async function collected(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

async function* following(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

/** Latitude and longitude of each location in turn. */
function coordinatesOf(locations: readonly Location[]): Float64Array {
  return Float64Array.from(locations.flatMap(({ latitude, longitude }) => [latitude, longitude]));
}

/** Ignores failures after the signal has aborted: nobody waits for the answer. */
function unlessAborted(signal: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    if (!signal.aborted) throw error;
  };
}

function locationsOf(value: unknown): readonly Location[] {
  const locations: unknown = typeof value === "object" && value !== null && Reflect.get(value, "locations");
  if (Array.isArray(locations) && locations.length > MAX_UV_LOCATIONS) {
    const detail = `A request may name ${MAX_UV_LOCATIONS} locations, not ${locations.length}; send several.`;
    throw problem("too-many-items", detail);
  }
  return fitting(value, UvForecastRequestDto).locations;
}
