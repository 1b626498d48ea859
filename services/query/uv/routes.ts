import type { Request, RequestHandler, Response, Router } from "express";
import { UV_MOST_LOCATIONS, UvForecastRequestDto, VitaminDRequestDto } from "../../../contracts/uv.ts";
import { problem } from "../../../platform/http/problem.ts";
import { sendJson } from "../http/conditional.ts";
import { bytesOf, jsonBodyReader } from "../http/json-body.ts";
import { ParameterReader, queryOf } from "../http/parameters.ts";
import type { PublicReads } from "../http/public-reads.ts";
import { stream } from "../http/streaming.ts";
import { type Culture, culture, decimal } from "../measurements/filters.ts";
import { classificationsIn } from "./classes.ts";
import { coversADay, type Location } from "./forecast.ts";
import type { UvGrid } from "./grid.ts";
import type { ForecastPool } from "./pool.ts";
import { fitting, readValue } from "./request.ts";
import { vitaminDAnswer } from "./vitamin-d.ts";
import { dayOf } from "./write-forecast.ts";

export interface UvParts {
  /** The forecast that is served now. */
  readonly forecast: () => UvGrid | undefined;
  readonly pool: ForecastPool;
  readonly clock: () => Date;
  readonly reads: PublicReads;
}

/** Bytes of a request: a thousand places written with many digits take a tenth of it. */
const MOST_BYTES = 1024 * 1024;

/** Places of one job: some ten milliseconds, so that nobody waits long for a thread. */
const AT_ONCE = 16;
/** Jobs of one request that are begun before the reader has taken the first. */
const AHEAD = 4;

/** UV index of three days at any place, and how long the sun takes to give a dose. */
export function addUvRoutes(router: Router, parts: UvParts): void {
  const one: RequestHandler<{ latitude: string; longitude: string }> = async (request, response) => {
    const { location, language } = placeOf(request);
    const signal = leaving(response);
    const pieces = await collected(forecasts(parts, [location], language, signal)).catch(unless(signal));
    if (pieces) sendJson(request, response, pieces.toString());
  };

  const many: RequestHandler = async (request, response) => {
    const language = cultureOf(request);
    const locations = locationsOf(readValue(bytesOf(request.body)));
    const signal = leaving(response);
    const pieces = forecasts(parts, locations, language, signal);
    // What fails before the first piece can still be told.
    const first = await pieces.next().catch(unless(signal));
    if (!first || first.done) return;
    response.set("Cache-Control", "no-store").type("application/json");
    await stream(response, following(first.value, pieces)).catch(unless(signal));
  };

  const vitaminD: RequestHandler = (request, response) => {
    const answer = vitaminDAnswer(fitting(readValue(bytesOf(request.body)), VitaminDRequestDto));
    response.set("Cache-Control", "no-store").json(answer);
  };

  const { reads } = parts;
  const readBody = jsonBodyReader("a request", MOST_BYTES);
  router
    .get("/uv/forecast/:latitude/:longitude", reads("uv_forecast"), one)
    .post("/uv/forecast", reads("uv_forecast"), readBody, many)
    .post("/uv/vitd", reads(), readBody, vitaminD);
}

/** The answer in pieces, made a little ahead of its reader; all of it from one forecast, whatever comes meanwhile. */
async function* forecasts(
  { forecast, pool, clock }: UvParts,
  locations: readonly Location[],
  language: Culture,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const today = dayOf(clock());
  const served = forecast();
  // One that has run out is not credited for the climatology.
  const grid = served && coversADay(served.steps, today) ? served : undefined;
  const begin = (first: number): Promise<Uint8Array> => {
    const made = pool.run({ today, grid, locations: placesOf(locations.slice(first, first + AT_ONCE)) }, signal);
    // It is awaited in its turn; a failure before that is no unhandled one.
    made.catch(() => undefined);
    return made;
  };
  const begun: Promise<Uint8Array>[] = [];
  for (let first = 0; first < Math.min(locations.length, AHEAD * AT_ONCE); first += AT_ONCE) begun.push(begin(first));
  for (let first = 0; first < locations.length; first += AT_ONCE) {
    const text = await (begun.shift() as Promise<Uint8Array>);
    const next = first + AHEAD * AT_ONCE;
    if (next < locations.length) begun.push(begin(next));
    yield first === 0 ? Buffer.concat([Buffer.from('{"forecasts":['), text.subarray(1)]) : text;
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

/** Latitude and longitude in turn. */
function placesOf(locations: readonly Location[]): Float64Array {
  return Float64Array.from(locations.flatMap(({ latitude, longitude }) => [latitude, longitude]));
}

/** Aborts when the reader leaves before the answer is complete. */
function leaving(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Passes over the failure of work that nobody waits for any more. */
function unless(signal: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    if (!signal.aborted) throw error;
  };
}

function placeOf(request: Request<{ latitude: string; longitude: string }>) {
  const given = new ParameterReader(new URLSearchParams(request.params));
  const latitude = given.required("latitude", decimal(-90, 90));
  const longitude = given.required("longitude", decimal(-180, 180));
  given.check();
  return { location: { latitude: latitude ?? 0, longitude: longitude ?? 0 }, language: cultureOf(request) };
}

function cultureOf(request: Pick<Request, "url">): Culture {
  const parameters = new ParameterReader(queryOf(request));
  const language = parameters.optional("culture", culture);
  parameters.check();
  return language ?? "no";
}

function locationsOf(value: unknown): readonly Location[] {
  const locations: unknown = typeof value === "object" && value !== null && Reflect.get(value, "locations");
  if (Array.isArray(locations) && locations.length > UV_MOST_LOCATIONS) {
    const detail = `A request may name ${UV_MOST_LOCATIONS} locations, not ${locations.length}; send several.`;
    throw problem("too-many-items", detail);
  }
  return fitting(value, UvForecastRequestDto).locations;
}
