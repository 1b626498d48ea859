import { EventNewer } from "../../contracts/events.ts";
import { DatabaseUnavailable } from "../../platform/database/port.ts";
import { EventStoreUnavailable, type RecordedEvent } from "../../platform/event-store/port.ts";
import { CheckpointMoved, type StopReason } from "../../platform/views/registry.ts";

/** Classes of SQLSTATE that another attempt may avoid: rollbacks, resources, intervention, system errors. */
const TRANSIENT_CLASSES: ReadonlySet<string> = new Set(["08", "40", "53", "55", "57", "58"]);

/** Whether the same work may succeed later. */
export function isTransient(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || error instanceof EventStoreUnavailable) return true;
  if (error instanceof CheckpointMoved) return true;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  // The schema belongs to a build that is being dropped.
  if (code === "42P06") return true;
  return typeof code === "string" && code.length === 5 && TRANSIENT_CLASSES.has(code.slice(0, 2));
}

/** An event that can never be applied. */
export class PoisonEvent extends Error {
  override readonly name = "PoisonEvent";
  // Private, since the log serialises an error's own members, and data may be large or name people.
  readonly #event: RecordedEvent;

  constructor(event: RecordedEvent, cause: unknown) {
    super(messageOf(cause), { cause });
    this.#event = event;
  }

  get event(): RecordedEvent {
    return this.#event;
  }
}

export function stopReason(error: unknown): StopReason {
  if (!(error instanceof PoisonEvent)) return { reason: messageOf(error) };
  const { id, stream, revision, type } = error.event;
  const isNewer = error.cause instanceof EventNewer;
  return { reason: error.message, event: { id, stream, revision, type }, ...(isNewer && { code: "needs-newer-code" }) };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
