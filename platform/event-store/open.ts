import type { Database } from "../database/port.ts";
import type { Watch } from "../engine-watch.ts";
import { openEventStoreDb } from "./eventstoredb/store.ts";
import type { EventStore } from "./port.ts";
import { openPostgresEventStore, type PostgresEventStore } from "./postgres/store.ts";

export interface EventStoreOptions {
  /** Connection string of an EventStoreDB; without it the events lie in the database. */
  readonly url: string | undefined;
  /** The caller closes it. */
  readonly database: Database;
  /** Gets failures that are retried. */
  readonly watch?: Watch | undefined;
}

/** Opens the event store that the configuration names. @throws EventStoreUnavailable · Error with what is wrong. */
export async function openEventStore(options: EventStoreOptions): Promise<EventStore | PostgresEventStore> {
  const { url, database, watch } = options;
  return url === undefined ? openPostgresEventStore(database) : openEventStoreDb({ url, watch });
}
