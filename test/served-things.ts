import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";

const PAGE = 1_000;
const PID = "identification.identifier.pid.keyword";
const MAX_SHOWN = 5;
const RETRY_MS = 100;

const Hit = z.object({ _source: z.unknown(), sort: z.tuple([z.string()]) });
const Found = z.object({ response: z.object({ hits: z.object({ hits: z.array(Hit) }) }) });
const Facilities = z.array(z.looseObject({ identifier: z.string() }));
const Stations = z.array(z.looseObject({ id: z.number(), station: z.string() }));
/** What both the list of the series and the feed of changes say of one. */
const Series = z.object({
  ...{ id: z.number(), component: z.string(), unit: z.string(), timestep: z.number() },
  ...{ height: z.number(), eea: z.boolean(), topic: z.string(), isVisible: z.boolean() },
});

/**
 * Records, facilities, stations that have values, and time series, as the routes other than the feed of changes serve them at
 * the position: by kind and subject, with the members that the feed has.
 */
export async function servedThings(url: string, position: string): Promise<ReadonlyMap<string, unknown>> {
  const things = new Map<string, unknown>();
  for (let after: readonly string[] = [], hasMore = true; hasMore; ) {
    const search = { size: PAGE, sort: [{ [PID]: "asc" }], ...(after.length > 0 && { search_after: after }) };
    const { hits } = Found.parse(await served(`${url}/api/metadata/search`, position, { search })).response.hits;
    for (const { _source, sort } of hits) things.set(`record ${sort[0]}`, _source);
    after = hits.at(-1)?.sort ?? [];
    hasMore = hits.length === PAGE;
  }
  for (const facility of Facilities.parse(await served(`${url}/api/facilities`, position))) {
    things.set(`facility ${facility.identifier}`, facility);
  }
  for (const listed of Stations.parse(await served(`${url}/lookup/stations`, position))) {
    const { station, firstMeasurment, lastMeasurment, components, ...rest } = listed;
    const members = Object.entries({ ...rest, name: station }).filter(([, value]) => value !== null);
    things.set(`station ${listed.id}`, Object.fromEntries(members));
  }
  for (const series of z.array(Series).parse(await served(`${url}/lookup/timeseries`, position))) {
    things.set(`timeseries ${series.id}`, series);
  }
  return things;
}

/** The JSON of a route once it can be read and shows the position. A body is sent as JSON. */
export async function served(address: string, position?: string, body?: object): Promise<unknown> {
  const headers = { ...(position && { "Min-Event-Position": position }), "Content-Type": "application/json" };
  for (;;) {
    const answer = await fetch(address, { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (answer.status === 200) return JSON.parse(text);
    if (answer.status !== 503) throw new Error(`${address} answered ${answer.status}: ${text}`);
    await delay(RETRY_MS);
  }
}

/**
 * What is held otherwise than it is served, the first ones: each with what is held and what is served. Keys of time series begin
 * with `timeseries`.
 */
export function differences(
  held: ReadonlyMap<string, unknown>,
  things: ReadonlyMap<string, unknown>,
): readonly (readonly [key: string, held: unknown, served: unknown])[] {
  return [...new Set([...held.keys(), ...things.keys()])]
    .map((key) => [key, comparable(key, held.get(key)), things.get(key)] as const)
    .filter(([, one, other]) => !isDeepStrictEqual(one, other))
    .slice(0, MAX_SHOWN);
}

const comparable = (key: string, content: unknown): unknown =>
  key.startsWith("timeseries") && content !== undefined ? Series.parse(content) : content;
