import { randomUUID } from "node:crypto";
import type { Database, Queryable } from "../../platform/database/port.ts";
import { StartFailure } from "../../platform/start-failure.ts";
import { upgradeStatus } from "../../platform/upgrade/finish.ts";

/**
 * Tables of data that belong to the old log's id: readers and feeders of views, and the indexes and topics that it filled.
 */
const OF_THE_OLD_LOG = ["view_readers", "view_leases", "search_indexes", "search_index_marks", "kafka_relay"];

/**
 * Does what `renewLog` does for a database that PostgreSQL's own tools have restored, before a process uses it.
 * @throws StartFailure when it holds no log, or processes run on it
 */
export async function renewRestored(database: Database): Promise<void> {
  if ((await existing(database, ["event_log"])).length === 0) {
    throw new StartFailure("The database of DATABASE_URL holds no log: restore it first.");
  }
  const { processes } = await upgradeStatus(database);
  if (processes.length > 0) {
    const running = processes.map(({ host, pid }) => `${host}:${pid}`).join(", ");
    throw new StartFailure(
      `Processes run on this database: ${running}. Stop them; those that the backup knows are forgotten after 15 s.`,
    );
  }
  await renewLog(database);
}

/**
 * Gives a restored log a new id, since its next events differ from those that the old log got after the backup. Builds of
 * views keep their position in it, and what they hold is published anew. A log that EventStoreDB keeps is not restored with the
 * database, and stays.
 */
export async function renewLog(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    if ((await existing(transaction, ["event_log"])).length === 0) return;
    const [log] = await transaction.query<{ id: string }>("select id from event_log");
    if (log === undefined) throw new Error("the backup has no event log");
    const values = [log.id, randomUUID().replaceAll("-", "").slice(0, 12)];
    for (const table of await existing(transaction, OF_THE_OLD_LOG)) await transaction.query(`delete from ${table}`);
    await transaction.query({ text: "update event_log set id = $2 where id = $1", values });
    for (const table of await existing(transaction, ["unfinished_imports"])) {
      await transaction.query({ text: `update ${table} set log = $2 where log = $1`, values });
    }
    for (const table of await existing(transaction, ["view_builds"])) {
      await transaction.query({
        text: `update ${table} set position = replace(position, $1 || '.', $2 || '.'), bookmark = null`,
        values,
      });
    }
    for (const table of await existing(transaction, ["publication"])) {
      await transaction.query(`delete from ${table}`);
      await transaction.query({
        text: `select publish(name, position) from view_builds
          where built_at is not null and split_part(position, '.', 1) = $1`,
        values: values.slice(1),
      });
    }
    for (const table of await existing(transaction, ["remembered_answers"])) {
      await transaction.query({
        text: `update ${table} set answer = replace(answer, $1 || '.', $2 || '.') where answer like '%' || $1 || '.%'`,
        values,
      });
    }
  });
}

/** Those of the tables that exist: each service makes its own. */
async function existing(database: Queryable, tables: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ name: string }>({
    text: "select name from unnest($1::text[]) as name where to_regclass(name) is not null",
    values: [tables],
  });
  return rows.map(({ name }) => name);
}
