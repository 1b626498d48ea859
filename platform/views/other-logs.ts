import type { Queryable } from "../database/port.ts";
import { StartFailure } from "../lifecycle/start-failure.ts";
import { BUILDS_CHANNEL, READER_TIMEOUT_MS } from "./schema.ts";

/**
 * Takes the builds of other logs out of the registry, as after the log has moved to another event store: their positions say
 * nothing of this one. Those that a live process reads stay. Tables go with what is left of interrupted drops.
 * @returns whether none is left
 */
export async function removeBuildsOfOtherLogs(database: Queryable, logId: string): Promise<boolean> {
  await database.query({
    text: `delete from view_builds build where ${IS_OF_ANOTHER_LOG}
        and not exists (select from view_readers reader
          where reader.name = build.name and reader.version = build.version
            and reader.generation = build.generation and seen > clock_timestamp() - $2 * interval '1 ms')
      returning pg_notify('${BUILDS_CHANNEL}', '')`,
    values: [logId, READER_TIMEOUT_MS],
  });
  const text = `select 1 from view_builds where ${IS_OF_ANOTHER_LOG} limit 1`;
  return (await database.query({ text, values: [logId] })).length === 0;
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
