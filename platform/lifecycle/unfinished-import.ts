import { type Migration, migrate } from "../database/migrations.ts";
import type { Database } from "../database/port.ts";
import { StartFailure } from "../start-failure.ts";

const MIGRATIONS: readonly Migration[] = [
  { name: "unfinished-imports-1", sql: "create table if not exists unfinished_imports (log text primary key)" },
];

/** Notes that the log is incomplete from now on. */
export async function beginImport(database: Database, log: string): Promise<void> {
  await migrate(database, MIGRATIONS);
  const text = "insert into unfinished_imports (log) values ($1) on conflict do nothing";
  await database.query({ text, values: [log] });
}

/** Notes that the imported log is completely stored. */
export async function endImport(database: Database, log: string): Promise<void> {
  await migrate(database, MIGRATIONS);
  await database.query({ text: "delete from unfinished_imports where log = $1", values: [log] });
}

/**
 * Refuses a partly imported log: a system would start on it as if it were complete, and after its first write the rest
 * could not be imported.
 * @throws StartFailure after an interrupted import into the log
 */
export async function refuseHalfImported(database: Database, log: string): Promise<void> {
  await migrate(database, MIGRATIONS);
  const found = await database.query({ text: "select from unfinished_imports where log = $1", values: [log] });
  if (found.length === 0) return;
  throw new StartFailure(
    'An import into this log is not finished: call "npm run import" again with the same file, or begin with an empty log.',
  );
}
