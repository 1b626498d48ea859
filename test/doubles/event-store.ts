import { expect } from "vitest";
import type { EventStore } from "../../platform/event-store/port.ts";
import { positionOf } from "../position.ts";

const unexpected = (): never => expect.unreachable("the event store is not expected to be asked this");

/** An event store that has these members; a call of any other fails. */
export function eventStoreWith(members: Partial<EventStore>): EventStore {
  return {
    atomicAcrossStreams: true,
    knowsEveryId: true,
    logId: "0123456789ab",
    start: positionOf("0"),
    append: unexpected,
    importEvents: unexpected,
    latest: unexpected,
    read: unexpected,
    findLast: unexpected,
    follow: unexpected,
    head: unexpected,
    backlog: unexpected,
    parsePosition: unexpected,
    close: async () => {},
    ...members,
  };
}
