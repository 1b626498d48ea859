import type { Database } from "../../platform/database/port.ts";
import { StartFailure } from "../../platform/start-failure.ts";
import { formatOffset } from "../../science/calendar.ts";

/**
 * Keeps the network's offset to what it was when the log was begun: days, months and streams are cut by it. The first
 * start settles it. @throws StartFailure when another one is configured.
 */
export async function keepOffset(database: Database, offset: number): Promise<void> {
  const text = "insert into network (utc_offset) values ($1) on conflict do nothing";
  await database.query({ text, values: [offset] });
  const [row] = await database.query<{ utc_offset: number }>("select utc_offset from network");
  if (!row || row.utc_offset === offset) return;
  throw new StartFailure(
    `AIRLOG_UTC_OFFSET is ${formatOffset(offset)}, but the log was begun with ${formatOffset(row.utc_offset)}, by which ` +
      "its days and months are cut: set it back, or begin a new log.",
  );
}
