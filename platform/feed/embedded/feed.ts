import type { EventStore } from "../../event-store/port.ts";
import { requireWithinLog } from "../log-end.ts";
import type { Feed } from "../port.ts";

type Log = Pick<EventStore, "start" | "head" | "parsePosition" | "follow">;

/** The feed of a system without a message broker: each view follows the event store itself. */
export function openEmbeddedFeed(eventStore: Log, confirmMs?: number): Feed {
  return {
    start: eventStore.start,
    head: () => eventStore.head(),
    async *subscribe({ types, signal, batchSize, batchBytes }, { position }) {
      await requireWithinLog(eventStore, position, { signal, confirmMs });
      yield* eventStore.follow(position, { types, signal, batchSize, batchBytes });
    },
  };
}
