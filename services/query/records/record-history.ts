import { type DomainEvent, facilityStream, metadataStream, readEvent } from "../../../contracts/events.ts";
import type { EventStore, StreamName } from "../../../platform/event-store/port.ts";

/** A record's events, oldest first, each as the JSON of a history entry; nothing when it never existed. */
export async function* historyOf(log: Pick<EventStore, "read">, pid: string): AsyncGenerator<string, void> {
  for await (const recorded of log.read(metadataStream(pid))) {
    const event = readEvent(recorded);
    yield JSON.stringify({
      position: recorded.position,
      time: recorded.meta.time,
      type: event.type,
      revision: recorded.revision,
      provider: recorded.meta.provider,
      ...(event.type === "MetadataAdded" && { record: event.data.record }),
    });
  }
}

type PastEvents = Pick<EventStore, "findLast">;

/**
 * The record as it was served at a time (milliseconds since 1970), with its facility as it was then: JSON, or undefined when
 * there was none.
 */
export async function recordAt(log: PastEvents, pid: string, at: number): Promise<string | undefined> {
  const event = await lastUntil(log, metadataStream(pid), at);
  if (event?.type !== "MetadataAdded") return undefined;
  const { record } = event.data;
  const identifier = record.facility?.identifier;
  const facility = identifier === undefined ? undefined : await facilityAt(log, identifier, at);
  return JSON.stringify(facility === undefined ? record : { ...record, facility });
}

async function facilityAt(log: PastEvents, identifier: string, at: number): Promise<object | undefined> {
  const event = await lastUntil(log, facilityStream(identifier), at);
  return event?.type === "FacilityAdded" || event?.type === "FacilityUpdated" ? event.data.facility : undefined;
}

async function lastUntil(log: PastEvents, stream: StreamName, at: number): Promise<DomainEvent | undefined> {
  const last = await log.findLast(stream, ({ meta }) => Date.parse(meta.time) <= at);
  return last && readEvent(last);
}
