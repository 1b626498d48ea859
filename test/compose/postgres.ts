import pg from "pg";
import { connectDatabase } from "../../platform/database/connect.ts";
import { joinEmbeddedServer } from "../../platform/database/embedded/server.ts";
import type { Database } from "../../platform/database/port.ts";
import { onServer, silent } from "../postgres.ts";
import type { ComposeService } from "./compose-file.ts";

export interface PostgresHere {
  /** `host:port` */
  readonly address: string;
  /** Opens a pool on the compose file's database, which the caller closes. */
  open(): Database;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server in `folder` with the password and database that the service's container would have. The
 * service's user must be the only user of the embedded server.
 */
export async function startPostgresLike(service: ComposeService | undefined, folder: string): Promise<PostgresHere> {
  const { POSTGRES_USER = "", POSTGRES_PASSWORD = "", POSTGRES_DB = "" } = service?.environment ?? {};
  const server = await joinEmbeddedServer(folder, silent);
  const url = new URL(server.connection.connectionString);
  try {
    await onServer(url.href, `create database ${pg.escapeIdentifier(POSTGRES_DB)}`);
    const user = pg.escapeIdentifier(POSTGRES_USER);
    await onServer(url.href, `alter role ${user} password ${pg.escapeLiteral(POSTGRES_PASSWORD)}`);
  } catch (error) {
    await server.leave();
    throw error;
  }
  Object.assign(url, { password: POSTGRES_PASSWORD, pathname: POSTGRES_DB });
  return {
    address: url.host,
    open: () => connectDatabase({ connectionString: url.href }, { logger: silent }),
    stop: () => server.leave(),
  };
}
