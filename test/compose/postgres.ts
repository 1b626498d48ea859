import { readFileSync } from "node:fs";
import pg from "pg";
import { connectDatabase } from "../../platform/database/connect.ts";
import { joinEmbeddedServer } from "../../platform/database/embedded/server.ts";
import type { Database } from "../../platform/database/port.ts";
import { onServer, silent } from "../postgres.ts";

export interface PostgresHere {
  /** `host:port` */
  readonly address: string;
  /** Opens a pool on the compose file's database, which the caller closes. */
  open(): Database;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server in `folder` with the password and database of the container's environment. Its user must be
 * the only user of the embedded server.
 */
export async function startPostgresLike(
  environment: Readonly<Record<string, string>>,
  folder: string,
): Promise<PostgresHere> {
  const { POSTGRES_USER = "", POSTGRES_PASSWORD_FILE = "", POSTGRES_DB = "" } = environment;
  const password = readFileSync(POSTGRES_PASSWORD_FILE, "utf8").trim();
  const server = await joinEmbeddedServer(folder, silent);
  const url = new URL(server.connection.connectionString);
  try {
    await onServer(url.href, `create database ${pg.escapeIdentifier(POSTGRES_DB)}`);
    const user = pg.escapeIdentifier(POSTGRES_USER);
    await onServer(url.href, `alter role ${user} password ${pg.escapeLiteral(password)}`);
  } catch (error) {
    await server.leave();
    throw error;
  }
  Object.assign(url, { password, pathname: POSTGRES_DB });
  return {
    address: url.host,
    open: () => connectDatabase({ connectionString: url.href }, { logger: silent }),
    stop: () => server.leave(),
  };
}
