import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { newestVersion, readEvent, SKIPPED_EVENTS_STREAM } from "../../contracts/events.ts";
import type { EventStore } from "../../platform/event-store/port.ts";
import type { FeedBatch } from "../../platform/feed/port.ts";
import { PoisonEvent } from "./failures.ts";
import type { ViewWriter } from "./writer.ts";

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

/**
 * Applies a batch. An event that can't be applied is left out if an operator has decided so.
 * @returns the number of events that were applied
 * @throws PoisonEvent otherwise
 */
export async function applyOrSkip(
  writer: ViewWriter,
  batch: FeedBatch,
  options: {
    readonly isSkipped: (event: string) => Promise<boolean>;
    readonly signal: AbortSignal;
    readonly log?: Logger;
  },
): Promise<number> {
  for (;;) {
    try {
      return await writer.apply(batch, options.signal);
    } catch (error) {
      if (!(error instanceof PoisonEvent)) throw error;
      const { id, stream, revision } = error.event;
      if (!(await options.isSkipped(id))) throw error;
      options.log?.warn({ event: id, stream, revision, reason: error.message }, "an event is skipped, as was decided");
      await writer.skip(error.event);
    }
  }
}

/** Writes the decision to the log, with who has made it. @throws EventStoreUnavailable */
export async function recordSkip(eventStore: Pick<EventStore, "append">, skip: Skip, actor: string): Promise<void> {
  const id = randomUUID();
  const event = {
    ...{ id, type: "EventSkipped", schemaVersion: newestVersion("EventSkipped") },
    data: Buffer.from(JSON.stringify(skip)),
    meta: { time: new Date().toISOString(), actor, provider: "airlog", correlationId: id },
  };
  const result = await eventStore.append([{ stream: SKIPPED_EVENTS_STREAM, expected: "any", events: [event] }]);
  if (result.outcome !== "appended") throw new Error("the decision could not be written; try again");
}
