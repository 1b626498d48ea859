import type { EventStore } from "../../event-store/port.ts";
import type { Feed } from "../port.ts";

/** The feed of a system without a message broker: each view follows the event store itself. */
export function openEmbeddedFeed(eventStore: EventStore): Feed {
  return {
    start: eventStore.start,
    head: () => eventStore.head(),
    subscribe: ({ types, signal, batchSize, batchBytes }, { position }) =>
      eventStore.follow(position, { types, signal, batchSize, batchBytes }),
  };
}
