import { DatabaseUnavailable } from "../../platform/database/port.ts";
import { EventStoreUnavailable, type RecordedEvent } from "../../platform/event-store/port.ts";
import { CheckpointMoved, type StopReason } from "../../platform/views/registry.ts";

/** Classes of SQLSTATE that another attempt may get past: rollbacks, resources, intervention, the system's own faults. */
const PASSING_CLASSES: ReadonlySet<string> = new Set(["08", "40", "53", "55", "57", "58"]);

/** Whether the same work may succeed later, so that it is tried again and not given up. */
export function isPassing(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || error instanceof EventStoreUnavailable) return true;
  if (error instanceof CheckpointMoved) return true;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && code.length === 5 && PASSING_CLASSES.has(code.slice(0, 2));
}

/** An event that can't be applied however often it is tried. */
export class PoisonEvent extends Error {
  override readonly name = "PoisonEvent";
  readonly event: RecordedEvent;
  constructor(event: RecordedEvent, cause: unknown) {
    super(messageOf(cause), { cause });
    this.event = event;
  }
}

export function stopReason(error: unknown): StopReason {
  if (!(error instanceof PoisonEvent)) return { reason: messageOf(error) };
  const { id, stream, revision, type } = error.event;
  return { reason: error.message, event: { id, stream, revision, type } };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
