import type { Database } from "./port.ts";

/** A step of the schema. Once it has run anywhere it is never edited: a change is another step. */
export interface Migration {
  /** Unique over the whole system, such as `events-1`. */
  readonly name: string;
  /** Statements without parameters. */
  readonly sql: string;
}

/** Advisory-lock key. */
const MIGRATION_LOCK = 4_170_214_113;

/** Runs the steps that have not run yet, in order, all or none. Any number of processes may do so at the same time. */
export async function migrate(database: Database, steps: readonly Migration[]): Promise<void> {
  if (await allDone(database, steps)) return;
  await database.transaction(async (transaction) => {
    await transaction.query({ text: "select pg_advisory_xact_lock($1)", values: [MIGRATION_LOCK] });
    await transaction.query(
      "create table if not exists migrations (name text primary key, at timestamptz not null default now())",
    );
    const done = await transaction.query<{ name: string }>("select name from migrations");
    const names = new Set(done.map(({ name }) => name));
    for (const { name, sql } of steps) {
      if (names.has(name)) continue;
      await transaction.query(sql);
      await transaction.query({ text: "insert into migrations (name) values ($1)", values: [name] });
    }
  });
}

async function allDone(database: Database, steps: readonly Migration[]): Promise<boolean> {
  const [table] = await database.query<{ found: boolean }>("select to_regclass('migrations') is not null as found");
  if (table?.found !== true) return false;
  const names = steps.map(({ name }) => name);
  const text = "select count(*)::int as count from migrations where name = any($1)";
  const [row] = await database.query<{ count: number }>({ text, values: [names] });
  return row?.count === names.length;
}
