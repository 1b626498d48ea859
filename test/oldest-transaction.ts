import type { Database } from "../platform/database/port.ts";
import { highestDuring } from "./highest.ts";

/**
 * The age in seconds that a writing transaction of this database reached during the work: as
 * `airlog_oldest_transaction_seconds` says it, of this database alone. It stalls readers of the log.
 */
export function oldestTransactionDuring(
  database: Pick<Database, "query">,
  work: () => Promise<unknown>,
): Promise<number> {
  return highestDuring(work, async () => {
    const [row] = await database.query<{ age: number }>(`
      select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::float8 as age
      from pg_stat_activity where backend_xid is not null and datname = current_database()`);
    return row?.age ?? 0;
  });
}
