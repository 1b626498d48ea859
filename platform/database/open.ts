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
 * @throws EmbeddedPostgresError when the embedded server can't be started, with what to do.
 */
export async function openDatabase({ url, dataFolder, ...options }: DatabaseOptions): Promise<Database> {
  if (url !== undefined) return connectDatabase({ connectionString: url }, options);
  const server = await joinEmbeddedServer(dataFolder, options.logger);
  const database = connectDatabase(server.connection, options);
  const close = async () => {
    await database.close();
    await server.leave();
  };
  return { ...database, close };
}
