import type { z } from "zod";
import type { Culture } from "../../../contracts/routes/parameter.ts";
import type { UvForecastsDto } from "../../../contracts/uv.ts";
import { clientOf } from "../../../platform/http/client.ts";
import { leaving } from "../../../platform/http/leaving.ts";
import type { SentRead } from "../http/read.ts";
import { classificationsIn } from "./classes.ts";
import { coversADay, type Location } from "./forecast.ts";
import type { UvGrid } from "./grid.ts";
import { type ForecastPool, type ForecastRequest, MAX_JOBS_AHEAD } from "./pool.ts";
import { dayOf } from "./write-forecast.ts";

export interface ForecastParts {
  /** The forecast that is served now. */
  readonly forecast: () => UvGrid | undefined;
  readonly pool: ForecastPool;
  readonly clock: () => Date;
}

/** Forecasts as the routes answer them. */
export type UvForecasts = z.infer<typeof UvForecastsDto>;

/** Locations of one job: about ten milliseconds of work, so that no other request waits long for a thread. */
const JOB_LOCATIONS = 16;

/** The answer for one place as JSON; undefined when the reader has left. @throws HttpProblem `busy` */
export async function placeForecastJson(
  parts: ForecastParts,
  { request, response }: SentRead,
  location: Location,
  language: Culture,
): Promise<Buffer | undefined> {
  const signal = leaving(response);
  using asked = await parts.pool.admit(clientOf(request), () => response.destroy());
  return await collected(forecasts(parts, asked, [location], language, signal)).catch(unlessAborted(signal));
}

/** The same answer for the pages. */
export async function placeForecast(
  parts: ForecastParts,
  given: SentRead,
  location: Location,
  language: Culture,
): Promise<UvForecasts | undefined> {
  const json = await placeForecastJson(parts, given, location, language);
  // It is written by this service as the schema has it.
  return json && (JSON.parse(json.toString()) as UvForecasts);
}

/**
 * The answer in pieces, computed a little ahead of its reader. All of them come from the forecast that is served at its
 * start.
 */
export async function* forecasts(
  { forecast, clock }: ForecastParts,
  asked: ForecastRequest,
  locations: readonly Location[],
  language: Culture,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const today = dayOf(clock());
  const grid = usedOn(today, forecast());
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

/** The forecast if it covers one of the days from `today` on; else it is not used, so it is not credited. */
export function usedOn(today: number, served: UvGrid | undefined): UvGrid | undefined {
  return served && coversADay(served.steps, today) ? served : undefined;
}

/** Ignores failures after the signal has aborted: nobody waits for the answer. */
export function unlessAborted(signal: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    if (!signal.aborted) throw error;
  };
}

async function collected(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** Latitude and longitude of each location in turn. */
function coordinatesOf(locations: readonly Location[]): Float64Array {
  return Float64Array.from(locations.flatMap(({ latitude, longitude }) => [latitude, longitude]));
}
