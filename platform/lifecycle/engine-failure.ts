import type { Config } from "../config.ts";
import { isOfDatabase } from "../database/errors.ts";
import { EventStoreUnavailable } from "../event-store/port.ts";
import { unusable } from "../start-failure.ts";

/**
 * A failure of a starting service, with the variable of the failed engine if the operator has set it. Other errors are
 * returned as they are.
 */
export function engineFailure({ databaseUrl, eventStoreUrl }: Config, error: unknown): unknown {
  if (isOfDatabase(error) && databaseUrl !== undefined) return unusable("DATABASE_URL", error);
  if (error instanceof EventStoreUnavailable) {
    if (eventStoreUrl !== undefined) return unusable("EVENTSTORE_URL", error);
    if (databaseUrl !== undefined) return unusable("DATABASE_URL", error);
  }
  return error;
}
