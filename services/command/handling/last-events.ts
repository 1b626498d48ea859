import { type DomainEvent, readEvent } from "../../../contracts/events.ts";
import type { EventHead, EventStore, StreamName } from "../../../platform/event-store/port.ts";

/** A stream's last event, content and all. */
export interface LastEvent extends EventHead {
  readonly event: DomainEvent;
}

/** Streams that are read at a time. */
const AT_ONCE = 8;

/** The last event of each stream; streams that don't exist are absent. */
export async function lastEvents(
  eventStore: EventStore,
  streams: readonly StreamName[],
): Promise<ReadonlyMap<StreamName, LastEvent>> {
  const heads = [...(await eventStore.latest(streams))];
  const found = new Map<StreamName, LastEvent>();
  for (let from = 0; from < heads.length; from += AT_ONCE) {
    const some = heads.slice(from, from + AT_ONCE);
    await Promise.all(
      some.map(async ([stream, { revision }]) => {
        for await (const recorded of eventStore.read(stream, revision)) {
          found.set(stream, { ...recorded, event: readEvent(recorded) });
        }
      }),
    );
  }
  return found;
}
