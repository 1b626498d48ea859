import { buildName, type View } from "../../contracts/views/declaration.ts";
import { retry } from "../async/retry.ts";
import type { Database } from "../database/port.ts";
import { codeOf } from "../errors.ts";
import { IS_UNREAD, isRegistered, unregister } from "./registry.ts";
import type { BuildId } from "./schema.ts";

/** A statement that waits for the lock of a table stalls every reader of the log behind it. */
const LOCK_TIMEOUT_MS = 200;
const LOCK_CODES: ReadonlySet<unknown> = new Set(["55P03", "40P01"]);
const RETRY = { firstMs: 250, maxMs: 2_000, timeoutMs: 30_000 };

/** Deletes the index over a build's tables, if it has one. */
export type DropIndex = (build: BuildId) => Promise<void>;

/**
 * Drops a build that no live process reads, with its index and table by table in short transactions.
 * @returns false, and nothing is changed, while one reads it
 * @throws DatabaseError when a table stays locked, and what `dropIndex` throws: dropRemains does the rest later
 */
export async function dropBuild(database: Database, build: BuildId, dropIndex: DropIndex): Promise<boolean> {
  const { name, version, generation } = build;
  const condition = `name = $1 and version = $2 and generation = $3 and ${IS_UNREAD}`;
  if (!(await unregister(database, condition, [name, version, generation]))) return false;
  await dropTablesAndIndex(database, build, dropIndex);
  return true;
}

/**
 * Drops what is left of builds that were taken out of the registry, of each as much as can be dropped just now.
 * @throws the first failure, at the end
 */
export async function dropRemains(database: Database, views: readonly View[], dropIndex: DropIndex): Promise<void> {
  const builds = await database.query<BuildId>({
    text: `select view.name, part[1]::int as version, part[2]::int as generation
      from unnest($1::text[]) view(name)
      cross join pg_namespace
      cross join regexp_match(nspname, '^' || replace(view.name, '-', '_') || '_v(\\d+)_(\\d+)$') part
      where part is not null and not exists (select from view_builds build
        where build.name = view.name and version = part[1]::int and generation = part[2]::int)`,
    values: [views.map(({ name }) => name)],
  });
  const failures: unknown[] = [];
  for (const build of builds) {
    await dropTablesAndIndex(database, build, dropIndex).catch((failure) => failures.push(failure));
  }
  if (failures.length > 0) throw failures[0];
}

/** The schema goes last: while it is there, dropRemains finds what is left. */
async function dropTablesAndIndex(database: Database, build: BuildId, dropIndex: DropIndex): Promise<void> {
  await dropIndex(build);
  const schema = buildName(build);
  // Partitions come before the tables that they belong to.
  const tables = await database.query<{ name: string }>({
    text: `select format('%I.%I', nspname, relname) as name
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = $1 and relkind in ('r', 'p') order by relispartition desc, relname`,
    values: [schema],
  });
  try {
    for (const { name } of tables) await dropBriefly(database, build, `table if exists ${name}`);
    await dropBriefly(database, build, `schema if exists ${schema}`);
  } catch (error) {
    if (!(error instanceof BuildMade)) throw error;
  }
}

/** A build of the number was made meanwhile: those that are compared all have one. */
class BuildMade extends Error {
  override readonly name = "BuildMade";
}

/** @throws BuildMade */
function dropBriefly(database: Database, build: BuildId, what: string): Promise<void> {
  const attempt = () =>
    database.transaction(async (transaction) => {
      await transaction.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await transaction.query(`drop ${what}`);
      // Looked for under the lock, and undone: the wait for that takes long enough to make one.
      if (await isRegistered(transaction, build)) throw new BuildMade();
    });
  return retry(attempt, { ...RETRY, isTransient: (error) => LOCK_CODES.has(codeOf(error)) });
}
