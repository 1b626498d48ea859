import { delay } from "../../async/delay.ts";
import { comparePositions, type EventStore, type Position } from "../../event-store/port.ts";
import { type Feed, LogEndsBefore } from "../port.ts";

/** After so long the end of the log is read again, since a server that is about to lose its lead may not know all of it. */
const CONFIRM_MS = 5_000;

type Log = Pick<EventStore, "start" | "head" | "parsePosition" | "follow">;

/** The feed of a system without a message broker: each view follows the event store itself. */
export function openEmbeddedFeed(eventStore: Log, confirmMs = CONFIRM_MS): Feed {
  return {
    start: eventStore.start,
    head: () => eventStore.head(),
    async *subscribe({ types, signal, batchSize, batchBytes }, { position }) {
      if ((await headBefore(eventStore, position)) !== undefined) {
        await delay(confirmMs, signal);
        if (signal.aborted) return;
        const head = await headBefore(eventStore, position);
        if (head !== undefined) throw new LogEndsBefore(head);
      }
      yield* eventStore.follow(position, { types, signal, batchSize, batchBytes });
    },
  };
}

/** The head of the log where that lies before the position. @throws PositionUnknown when the position belongs to another log */
async function headBefore(eventStore: Log, position: Position): Promise<Position | undefined> {
  const parsed = eventStore.parsePosition(position);
  const head = await eventStore.head();
  return comparePositions(parsed, head) > 0 ? head : undefined;
}
