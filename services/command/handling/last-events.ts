import { type EventType, readEvent } from "../../../contracts/events.ts";
import { forEachConcurrently } from "../../../platform/async/for-each-concurrently.ts";
import type { EventHead, EventStore, StreamName } from "../../../platform/event-store/port.ts";
import type { Aggregate, StoredEvent } from "./aggregate.ts";

/** The last event of a stream, as the decider knows it. */
export interface LastEvent<Event> {
  readonly head: EventHead;
  readonly event: Event;
}

/** Streams that are read at a time. */
const MAX_CONCURRENT_READS = 8;

/** Loads the last event of each stream; streams that don't exist are absent. */
export async function loadLast<Event extends { readonly type: EventType }>(
  eventStore: EventStore,
  { types, decode }: Pick<Aggregate<never, Event, never, unknown>, "types" | "decode">,
  streams: readonly StreamName[],
): Promise<ReadonlyMap<StreamName, LastEvent<Event>>> {
  const loaded = new Map<StreamName, LastEvent<Event>>();
  const heads = await eventStore.latest(streams);
  if (decode.from === "head") {
    for (const [stream, head] of heads) {
      const { provider, contentHash } = head.meta;
      const type = typeOf<Event["type"]>(stream, head, types);
      loaded.set(stream, { head, event: decode.event({ type, provider, contentHash }) });
    }
    return loaded;
  }
  await forEachConcurrently(MAX_CONCURRENT_READS, heads, async ([stream, { revision }]) => {
    for await (const head of eventStore.read(stream, revision, 1)) {
      typeOf(stream, head, types);
      // Its type is one of `types`.
      loaded.set(stream, { head, event: decode.event(readEvent(head) as StoredEvent<Event["type"]>) });
      // An event that was appended since doesn't matter: the append would conflict.
      break;
    }
  });
  return loaded;
}

/** The head's type. @throws Error when it is not one of the types. */
function typeOf<Type extends EventType>(
  stream: StreamName,
  { type }: EventHead,
  types: Readonly<Record<Type, true>>,
): Type {
  if (!Object.hasOwn(types, type)) throw new Error(`the stream ${stream} ends with an event of type ${type}`);
  // It is one of `types`.
  return type as Type;
}
