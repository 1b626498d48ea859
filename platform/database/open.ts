import { unusable } from "../lifecycle/start-failure.ts";
import { type ConnectOptions, connectDatabase } from "./connect.ts";
import { joinEmbeddedServer } from "./embedded/server.ts";
import type { Database } from "./port.ts";

export interface DatabaseOptions extends ConnectOptions {
  /** A PostgreSQL of the operator's; without it the embedded one of the data folder is used. */
  readonly url?: string | undefined;
  readonly dataFolder: string;
}

/**
 * Opens the database; the embedded server is started if it doesn't run. Closing gives this process's share in it up.
 * @throws EmbeddedPostgresError when the embedded server can't be started, with what to do
 * @throws StartFailure when a server of the operator's can't be used
 */
export async function openDatabase({ url, dataFolder, ...options }: DatabaseOptions): Promise<Database> {
  if (url !== undefined) return requireVersion(connectDatabase({ connectionString: url }, options));
  const server = await joinEmbeddedServer(dataFolder, options.logger);
  const database = connectDatabase(server.connection, options);
  const close = async () => {
    await database.close();
    await server.leave();
  };
  return { ...database, close };
}

const OLDEST_VERSION = 17;

/** @throws StartFailure for an older PostgreSQL, which lacks what views and log need, or one that can't be asked */
export async function requireVersion(database: Database): Promise<Database> {
  try {
    const [row] = await database.query<{ version: string }>("select current_setting('server_version') as version");
    const version = row?.version ?? "unknown";
    if (Number.parseInt(version, 10) >= OLDEST_VERSION) return database;
    throw new Error(`PostgreSQL ${version} is too old: airlog needs PostgreSQL ${OLDEST_VERSION} or later`);
  } catch (error) {
    await database.close();
    throw unusable("DATABASE_URL", error);
  }
}
