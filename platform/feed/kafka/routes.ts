import { CATALOGUE_EVENTS, MEASUREMENT_EVENTS } from "../../../contracts/events.ts";
import type { TopicDefinition } from "../../kafka/topics.ts";

/** A topic and the events that it carries. */
export interface Route extends TopicDefinition {
  readonly types: readonly string[];
}

export const ROUTES: readonly Route[] = [
  // One partition, since a facility's events concern records: their order is that of the log.
  { name: "airlog.catalogue", partitions: 1, types: CATALOGUE_EVENTS },
  { name: "airlog.measurements", partitions: 12, types: MEASUREMENT_EVENTS },
];

/** The route that carries all of the types. @throws RangeError when none does. */
export function routeOf(routes: readonly Route[], types: readonly string[]): Route {
  const found = routes.find((route) => types.every((type) => route.types.includes(type)));
  if (!found) throw new RangeError(`no topic carries all of ${types.join(", ")}`);
  return found;
}

/** What a stream's events are keyed by, and whether they concern what lies on any partition. */
export interface Addressee {
  readonly key: string;
  readonly everywhere: boolean;
}

const SERIES = /^(?:timeseries-(.+)|observations-(.+)-\d{4}-\d{2})$/s;

/**
 * All months of a series and the series itself have one key, its id, so that their order is kept. A station has series
 * on any partition, so its events go to all. What has no series is keyed by its stream.
 */
export function addresseeOf(stream: string): Addressee {
  const [, series, observed] = SERIES.exec(stream) ?? [];
  return { key: series ?? observed ?? stream, everywhere: stream.startsWith("station-") };
}

/** What has one key goes to one partition, whoever sends it. FNV-1a: evenly spread, and quickly. */
export function partitionOf(key: string, partitions: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % partitions;
}
