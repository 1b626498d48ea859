import { type DomainEvent, facilityStream, metadataStream, readEvent } from "../../../contracts/events.ts";
import type { Metadata } from "../../../contracts/metadata.ts";
import type { EventStore, RecordedEvent, StreamName } from "../../../platform/event-store/port.ts";

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

/** What of the log past records are read from. */
export type PastEvents = Pick<EventStore, "read" | "findLast">;

/** A revision of a record: its content, or its deletion. */
export interface RecordRevision {
  readonly revision: number;
  /** When it was decided. */
  readonly time: string;
  /** What the provider sent; undefined for a deletion. */
  readonly record: Metadata | undefined;
  /** Of its content. */
  readonly bytes: number;
}

/** The revisions of a record from one number to another, oldest first. */
export async function* revisionsOf(
  log: Pick<EventStore, "read">,
  pid: string,
  from: number,
  to: number,
): AsyncGenerator<RecordRevision, void> {
  for await (const recorded of log.read(metadataStream(pid), from, to - from + 1)) {
    const { revision, meta, data } = recorded;
    if (revision > to) return;
    const event = readEvent(recorded);
    const record = event.type === "MetadataAdded" ? event.data.record : undefined;
    yield { revision, time: meta.time, record, bytes: data.length };
    // The store would look for more.
    if (revision === to) return;
  }
}

/** A record as it was served. */
export interface PastRecord {
  readonly json: string;
  readonly revision: number;
  /** When this revision was decided. */
  readonly time: string;
  /** Whether the registry knew its facility. */
  readonly isFacilityKnown: boolean;
}

/** The record at a time (milliseconds since 1970), with its facility as it was then; undefined when there was none. */
export async function recordAt(
  log: Pick<EventStore, "findLast">,
  pid: string,
  at: number,
): Promise<PastRecord | undefined> {
  const last = await lastUntil(log, metadataStream(pid), at);
  if (last?.event.type !== "MetadataAdded") return undefined;
  const { record } = last.event.data;
  const identifier = record.facility?.identifier;
  const facility = identifier === undefined ? undefined : await facilityAt(log, identifier, at);
  return {
    json: JSON.stringify(facility === undefined ? record : { ...record, facility }),
    revision: last.recorded.revision,
    time: last.recorded.meta.time,
    isFacilityKnown: facility !== undefined,
  };
}

async function facilityAt(
  log: Pick<EventStore, "findLast">,
  identifier: string,
  at: number,
): Promise<object | undefined> {
  const event = (await lastUntil(log, facilityStream(identifier), at))?.event;
  return event?.type === "FacilityAdded" || event?.type === "FacilityUpdated" ? event.data.facility : undefined;
}

async function lastUntil(
  log: Pick<EventStore, "findLast">,
  stream: StreamName,
  at: number,
): Promise<{ readonly recorded: RecordedEvent; readonly event: DomainEvent } | undefined> {
  const recorded = await log.findLast(stream, ({ meta }) => Date.parse(meta.time) <= at);
  return recorded && { recorded, event: readEvent(recorded) };
}
