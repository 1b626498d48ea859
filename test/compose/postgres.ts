import { readFileSync } from "node:fs";
import pg from "pg";
import { connectDatabase } from "../../platform/database/connect.ts";
import type { Database } from "../../platform/database/port.ts";
import { onServer, silent } from "../postgres.ts";
import { joinServerWithSuperuser } from "../superuser.ts";

export interface PostgresHere {
  /** URL of the services' role. */
  readonly url: string;
  /** Opens a pool on the compose file's database, which the caller closes. */
  open(): Database;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server in `folder` like the container on an empty volume: with the superuser and the database of its
 * environment, and the results of deploy/postgres-role.sql.
 */
export async function startPostgresLike(
  environment: Readonly<Record<string, string>>,
  folder: string,
): Promise<PostgresHere> {
  const { POSTGRES_USER = "", POSTGRES_PASSWORD_FILE = "", POSTGRES_DB = "" } = environment;
  const password = readFileSync(POSTGRES_PASSWORD_FILE, "utf8").trim();
  const server = await joinServerWithSuperuser(folder);
  const url = new URL(server.connection.connectionString);
  const own = pg.escapeLiteral(password);
  // Without the line for psql, which some machines lack.
  const script = readFileSync("deploy/postgres-role.sql", "utf8")
    .replace(/^\\.*$/m, "")
    .replaceAll(":'password'", own);
  try {
    await onServer(url.href, `create role ${pg.escapeIdentifier(POSTGRES_USER)} superuser login password ${own}`);
    Object.assign(url, { username: POSTGRES_USER, password });
    // The embedded server's role has the name of the services' role.
    await onServer(url.href, "alter role airlog rename to embedded");
    await onServer(url.href, `create database ${pg.escapeIdentifier(POSTGRES_DB)}`);
    url.pathname = POSTGRES_DB;
    await onServer(url.href, script);
  } catch (error) {
    await server.leave();
    throw error;
  }
  url.username = "airlog";
  return {
    url: url.href,
    open: () => connectDatabase({ connectionString: url.href }, { logger: silent }),
    stop: () => server.leave(),
  };
}
