import { CATALOGUE_EVENTS, MEASUREMENT_EVENTS } from "../../../contracts/events.ts";
import type { TopicDefinition } from "../../kafka/port.ts";

/** A topic and the events that it carries. */
export interface Route extends TopicDefinition {
  readonly types: readonly string[];
}

export const ROUTES: readonly Route[] = [
  // One partition, since a facility's events concern records too, so all must be in the log's order.
  { name: "airlog.catalogue", partitions: 1, types: CATALOGUE_EVENTS },
  { name: "airlog.measurements", partitions: 12, types: MEASUREMENT_EVENTS },
];

/** The route that carries all of the types. @throws RangeError when none does. */
export function routeOf(routes: readonly Route[], types: readonly string[]): Route {
  const found = routes.find((route) => types.every((type) => route.types.includes(type)));
  if (!found) throw new RangeError(`no topic carries all of ${types.join(", ")}`);
  return found;
}

/** The key that decides which partition a stream's events go to. */
export interface PartitionKey {
  readonly key: string;
  /** The events go to every partition. */
  readonly isBroadcast: boolean;
}

const SERIES = /^(?:timeseries-(.+)|observations-(.+)-\d{4}-\d{2})$/s;

/**
 * All months of a series and the series itself have one key, its id, so that their order is kept. A station has series
 * on any partition, so its events go to all. Other streams are keyed by their name.
 */
export function partitionKeyOf(stream: string): PartitionKey {
  const [, series, observed] = SERIES.exec(stream) ?? [];
  return { key: series ?? observed ?? stream, isBroadcast: stream.startsWith("station-") };
}

/** The partition of a key, the same for every sender. FNV-1a: fast and evenly distributed. */
export function partitionOf(key: string, partitions: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % partitions;
}
