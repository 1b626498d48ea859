import { randomUUID } from "node:crypto";
import { newestVersion, readEvent, SKIPPED_EVENTS_STREAM } from "../../contracts/events.ts";
import type { EventStore } from "../../platform/event-store/port.ts";

/** An operator's decision to leave an event out of views that can't apply it. */
export interface Skip {
  /** Id of the event. */
  readonly event: string;
  readonly views: readonly string[];
  readonly reason: string;
}

/** Whether an event is left out of a view. Decisions are in the log, so that every later build knows them. */
export type IsSkipped = (view: string, event: string) => Promise<boolean>;

export function skipsIn(eventStore: Pick<EventStore, "read">): IsSkipped {
  return async (view, event) => {
    for await (const recorded of eventStore.read(SKIPPED_EVENTS_STREAM)) {
      const { type, data } = readEvent(recorded);
      if (type === "EventSkipped" && data.event === event && data.views.includes(view)) return true;
    }
    return false;
  };
}

/** @throws EventStoreUnavailable */
export async function recordSkip(eventStore: Pick<EventStore, "append">, skip: Skip): Promise<void> {
  const id = randomUUID();
  const event = {
    ...{ id, type: "EventSkipped", schemaVersion: newestVersion("EventSkipped") },
    data: Buffer.from(JSON.stringify(skip)),
    meta: { time: new Date().toISOString(), actor: "operator", provider: "airlog", correlationId: id },
  };
  const result = await eventStore.append([{ stream: SKIPPED_EVENTS_STREAM, expected: "any", events: [event] }]);
  if (result.outcome !== "appended") throw new Error("the decision could not be written; try again");
}
