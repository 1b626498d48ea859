import { type DomainEvent, type EventType, readEvent } from "../../../contracts/events.ts";
import { forEachConcurrently } from "../../../platform/async/for-each-concurrently.ts";
import type { EventHead, EventStore, Revision, StreamName } from "../../../platform/event-store/port.ts";
import type { Content, Decider, EventSummary } from "./decider.ts";
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

/** The types of events that streams of one kind hold, all of them. */
type EventTypes<Type extends EventType> = Readonly<Record<Type, true>>;

/** Loads events by their heads alone: one round trip for any number of streams, and no contents. */
export function loadHeads<Type extends EventType>(types: EventTypes<Type>): Load<EventSummary<Type>> {
  return async (eventStore, streams) => {
    const loaded = new Map<StreamName, LastEvent<EventSummary<Type>>>();
    for (const [stream, head] of await eventStore.latest(streams)) {
      const { provider, contentHash } = head.meta;
      loaded.set(stream, { head, event: { type: typeOf(stream, head, types), provider, contentHash } });
    }
    return loaded;
  };
}

/** Streams that are read at a time. */
const MAX_CONCURRENT_READS = 8;

/** Loads events with their contents. */
export function loadContents<Event extends DomainEvent>(types: EventTypes<Event["type"]>): Load<Event> {
  return async (eventStore, streams) => {
    const loaded = new Map<StreamName, LastEvent<Event>>();
    const heads = await eventStore.latest(streams);
    await forEachConcurrently(MAX_CONCURRENT_READS, heads, async ([stream, { revision }]) => {
      for await (const head of eventStore.read(stream, revision, 1)) {
        typeOf(stream, head, types);
        // The types are those of `Event`.
        loaded.set(stream, { head, event: readEvent(head) as Event });
        // What was appended since is no matter: the append would conflict.
        break;
      }
    });
    return loaded;
  };
}

/** The head's type. @throws Error when it is not one of the types. */
function typeOf<Type extends EventType>(stream: StreamName, { type }: EventHead, types: EventTypes<Type>): Type {
  if (!Object.hasOwn(types, type)) throw new Error(`the stream ${stream} ends with an event of type ${type}`);
  // It is a key of `types`.
  return type as Type;
}

/** Encodes events that hold their content. */
export function encodeData({ data }: { readonly data: object }): Content {
  return encodeJson(data);
}

/** Encodes events whose content the command carries. */
export function encodeSent(_event: unknown, { data, contentHash }: Content): Content {
  return { data, contentHash };
}

export function encodeJson(value: object): Content {
  const json = JSON.stringify(value);
  return { data: Buffer.from(json), contentHash: contentHash(json) };
}
