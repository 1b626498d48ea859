import { DatabaseUnavailable, StatementTooLong } from "../../../platform/database/port.ts";
import { EventStoreUnavailable } from "../../../platform/event-store/port.ts";

/** A failure that crosses threads, where errors lose their classes. */
export interface JobFailure {
  readonly error: DatabaseUnavailable["name"] | "EventStoreUnavailable" | "unexpected";
  readonly message: string;
  readonly storageFull: boolean;
}

export function toFailure(error: unknown): JobFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof DatabaseUnavailable || error instanceof EventStoreUnavailable) {
    return { error: error.name, message, storageFull: error.storageFull };
  }
  const trace = (error instanceof Error && error.stack) || message;
  return { error: "unexpected", message: trace, storageFull: false };
}

export function toError({ error, message, storageFull }: JobFailure): Error {
  switch (error) {
    case "DatabaseUnavailable":
      return new DatabaseUnavailable(message, { storageFull });
    case "StatementTooLong":
      return new StatementTooLong(message, { storageFull });
    case "EventStoreUnavailable":
      return new EventStoreUnavailable(message, { storageFull });
    case "unexpected":
      return new Error(`a job failed in its thread: ${message}`);
  }
}
