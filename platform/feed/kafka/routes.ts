import { createHash } from "node:crypto";
import { CATALOGUE_EVENTS, MEASUREMENT_EVENTS } from "../../../contracts/events.ts";
import type { RecordedEvent } from "../../event-store/port.ts";
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

/** Events of one stream go to one partition, whoever sends them. */
export function partitionOf({ stream }: RecordedEvent, partitions: number): number {
  return partitions === 1 ? 0 : createHash("sha256").update(stream).digest().readUInt32BE() % partitions;
}
