import type { Database } from "../platform/database/port.ts";
import { highestDuring } from "./highest.ts";

/**
 * The highest age in seconds of a writing transaction of this database during the work, as in
 * `airlog_oldest_transaction_seconds`, but for this database alone. Such a transaction stalls readers of the log.
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
