import type { Queryable } from "../database/port.ts";
import { StartFailure } from "../start-failure.ts";
import { IS_UNREAD, unregister } from "./registry.ts";

/**
 * Takes the builds of other logs out of the registry, as after the log has moved to another event store: their positions say
 * nothing of this one. Those that a live process reads stay. Tables go with what is left of interrupted drops.
 * The publication times of other logs go when none of their builds is left.
 * @returns whether none is left
 */
export async function removeBuildsOfOtherLogs(database: Queryable, logId: string): Promise<boolean> {
  await unregister(database, `${IS_OF_ANOTHER_LOG} and ${IS_UNREAD}`, [logId]);
  const text = `select 1 from view_builds where ${IS_OF_ANOTHER_LOG} limit 1`;
  if ((await database.query({ text, values: [logId] })).length > 0) return false;
  await database.query({ text: `delete from publication where ${IS_OF_ANOTHER_LOG}`, values: [logId] });
  return true;
}

/**
 * Removes the builds of other logs, before views are fed or read.
 * @throws StartFailure while live processes read them
 */
export async function requireBuildsOfLog(database: Queryable, logId: string): Promise<void> {
  if (await removeBuildsOfOtherLogs(database, logId)) return;
  throw new StartFailure(
    "The views in this database are of another log, and running processes read them: stop these, or use the event store " +
      "that they use (EVENTSTORE_URL).",
  );
}

const IS_OF_ANOTHER_LOG = "split_part(position, '.', 1) <> $1";
