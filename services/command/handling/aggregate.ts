import { type DomainEvent, type EventType, readEvent } from "../../../contracts/events.ts";
import { forEachConcurrently } from "../../../platform/async/limiter.ts";
import type { EventHead, EventStore, Revision, StreamName } from "../../../platform/event-store/port.ts";
import type { Decider } from "./decider.ts";
import { contentHash } from "./event-id.ts";

/** A decider and how its events are stored. */
export interface Aggregate<Command, Event extends { readonly type: EventType }, State, Rejection> {
  readonly decider: Decider<Command, Event, State, Rejection>;
  readonly load: Load<Event>;
  /** The content of a decided event that gets this revision. */
  readonly encode: (event: Event, command: Command, revision: Revision) => Content;
}

/** The last event of each stream, as the decider knows it; streams that don't exist are absent. */
export type Load<Event> = (
  eventStore: EventStore,
  streams: readonly StreamName[],
) => Promise<ReadonlyMap<StreamName, LastEvent<Event>>>;

export interface LastEvent<Event> {
  readonly head: EventHead;
  readonly event: Event;
}

export interface Content {
  /** JSON, UTF-8. */
  readonly data: Uint8Array;
  /** SHA-256, hex: contents with one hash count as equal. */
  readonly contentHash: string;
}

/** Loads events by their heads alone: one round trip for any number of streams, and no contents. */
export function loadHeads<Event>(eventOf: (head: EventHead) => Event): Load<Event> {
  return async (eventStore, streams) => {
    const loaded = new Map<StreamName, LastEvent<Event>>();
    for (const [stream, head] of await eventStore.latest(streams)) loaded.set(stream, { head, event: eventOf(head) });
    return loaded;
  };
}

/** Streams that are read at a time. */
const MAX_CONCURRENT_READS = 8;

/** Loads events with their contents. `isOwn`: whether a stream of this kind may hold the event. */
export function loadContents<Event extends DomainEvent>(isOwn: (event: DomainEvent) => event is Event): Load<Event> {
  return async (eventStore, streams) => {
    const loaded = new Map<StreamName, LastEvent<Event>>();
    const heads = await eventStore.latest(streams);
    await forEachConcurrently(MAX_CONCURRENT_READS, heads, async ([stream, { revision }]) => {
      for await (const head of eventStore.read(stream, revision)) {
        const event = readEvent(head);
        if (!isOwn(event)) throw new Error(`the stream ${stream} ends with an event of type ${event.type}`);
        loaded.set(stream, { head, event });
      }
    });
    return loaded;
  };
}

/** Encodes events that hold their content. */
export function encodeData({ data }: { readonly data: object }): Content {
  const json = JSON.stringify(data);
  return { data: Buffer.from(json), contentHash: contentHash(json) };
}
