import { unusable } from "../start-failure.ts";
import { type ConnectOptions, connectDatabase } from "./connect.ts";
import { joinEmbeddedServer } from "./embedded/server.ts";
import type { Database } from "./port.ts";
import { propertiesOf, refusalOf } from "./requirements.ts";

export interface DatabaseOptions extends ConnectOptions {
  /** The operator's own PostgreSQL; without it the embedded one of the data folder is used. */
  readonly url?: string | undefined;
  readonly dataFolder: string;
}

/**
 * Opens the database. The embedded server is started if it isn't running; closing gives up this process's share in it.
 * @throws EmbeddedPostgresError when the embedded server can't be started, with a remedy
 * @throws StartFailure when the operator's server can't be used
 */
export async function openDatabase({ url, dataFolder, ...options }: DatabaseOptions): Promise<Database> {
  if (url !== undefined) return openAt(url, options);
  const server = await joinEmbeddedServer(dataFolder, options.logger);
  const database = connectDatabase(server.connection, options);
  const close = async () => {
    await database.close();
    await server.leave();
  };
  return { ...database, close };
}

/**
 * The address, completed with PGPASSWORD where it has no password: threads and the search process get the address, not
 * the variable.
 */
export function withPassword(url: string, password = process.env["PGPASSWORD"]): string {
  const address = new URL(url);
  if (!password || address.password || address.searchParams.has("password")) return url;
  return `${url}${address.search ? "&" : "?"}password=${encodeURIComponent(password)}`;
}

/** @throws StartFailure for a database that does not meet airlog's requirements, or can't be queried */
async function openAt(url: string, options: ConnectOptions): Promise<Database> {
  const database = connectDatabase({ connectionString: withPassword(url) }, options);
  try {
    const properties = await propertiesOf(database);
    const refusal = refusalOf(properties);
    if (refusal !== undefined) throw new Error(refusal);
    if (properties.unsafe.length > 0) {
      options.logger.warn({ off: properties.unsafe }, "PostgreSQL may lose writes that it has confirmed");
    }
    return database;
  } catch (error) {
    await database.close();
    throw unusable("DATABASE_URL", error);
  }
}
