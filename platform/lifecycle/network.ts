import { type Migration, migrate } from "../database/migrations.ts";
import type { Database } from "../database/port.ts";
import { StartFailure } from "../start-failure.ts";

const MIGRATIONS: readonly Migration[] = [
  {
    name: "network-1",
    sql: `create table if not exists network (
        only_one boolean primary key default true check (only_one),
        utc_offset integer not null
      )`,
  },
];

/**
 * Ensures that the network's UTC offset is that of the first start, since days, months and streams depend on it.
 * @throws StartFailure when another one is configured
 */
export async function keepOffset(database: Database, offset: number): Promise<void> {
  await migrate(database, MIGRATIONS);
  const text = "insert into network (utc_offset) values ($1) on conflict do nothing";
  await database.query({ text, values: [offset] });
  await compareOffset(database, offset);
}

/**
 * Checks the offset of a log, but does not store one for a log without it.
 * @throws StartFailure when the log was begun with another offset
 */
export async function requireOffset(database: Database, offset: number): Promise<void> {
  await migrate(database, MIGRATIONS);
  await compareOffset(database, offset);
}

/** @throws StartFailure */
async function compareOffset(database: Database, offset: number): Promise<void> {
  const [row] = await database.query<{ utc_offset: number }>("select utc_offset from network");
  if (!row || row.utc_offset === offset) return;
  throw new StartFailure(
    `AIRLOG_UTC_OFFSET is ${written(offset)}, but the log was begun with ${written(row.utc_offset)}, which ` +
      "its days and months depend on: set it back, or begin a new log.",
  );
}

/** An offset in the form of the setting: `+01:00`. */
function written(offset: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const minutes = Math.abs(offset);
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
