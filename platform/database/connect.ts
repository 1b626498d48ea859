import { basename, dirname } from "node:path";
import pg from "pg";
import type { Logger } from "pino";
import { readFrom } from "../data-folder/open.ts";
import { EmbeddedClient } from "./embedded/client.ts";
import { connectionSurvives, meaningOf } from "./errors.ts";
import { Listener } from "./listener.ts";
import { Notifier } from "./notifier.ts";
import type { ConnectionSettings, Database, Queryable, Statement } from "./port.ts";
import { binaryParser, passRawRows } from "./raw-rows.ts";

export interface ConnectOptions {
  readonly logger: Logger;
  /** Maximum number of connections; 10 by default. */
  readonly poolSize?: number;
  /** Milliseconds after which the server ends a statement; 30,000 by default. */
  readonly statementTimeout?: number;
  /**
   * Milliseconds after which the server ends an idle transaction, which would stall all readers of the log; 10,000 by
   * default.
   */
  readonly idleInTransactionTimeout?: number;
}

/** Time beyond the statement's own timeout after which a connection counts as lost. */
const SILENCE_TIMEOUT_MS = 5_000;
/** How long a statement waits for a connection. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Opens a database by address; connections are made when needed, so this does not fail. */
export function connectDatabase(connection: ConnectionSettings, options: ConnectOptions): Database {
  const { logger, poolSize = 10, statementTimeout = 30_000, idleInTransactionTimeout = 10_000 } = options;
  const config: pg.ClientConfig = {
    application_name: "airlog",
    statement_timeout: statementTimeout,
    // A server that does not answer can't end the statement either.
    query_timeout: statementTimeout + SILENCE_TIMEOUT_MS,
    idle_in_transaction_session_timeout: idleInTransactionTimeout,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // The driver's type has an overload for each format.
    types: { getTypeParser } as unknown as pg.CustomTypesConfig,
  };
  const Client = clientFor(connection);
  const pool = new pg.Pool({ ...config, Client, max: poolSize });
  pool.on("error", (error) => {
    // A server that stops at the same time ends connections that we are closing.
    if (!pool.ending) logger.debug({ reason: error.message }, "a database connection was lost");
  });
  const query = <Row extends object>(statement: Statement | string): Promise<Row[]> =>
    withClient(pool, async (ask) => (await ask<Row>(statement)).rows);
  const listener = new Listener(() => new Client(config), logger);
  const notifier = new Notifier({ query });
  return {
    connection,
    query,
    transaction: (work) => withClient(pool, (ask) => inTransaction(ask, work)),
    listen: (channel, onNotice) => listener.listen(channel, onNotice),
    notify: (channel) => notifier.notify(channel),
    close: async () => {
      await notifier.close();
      await listener.close();
      await pool.end();
    },
  };
}

async function inTransaction<Result>(ask: Ask, work: (transaction: Queryable) => Promise<Result>): Promise<Result> {
  await ask("begin");
  let result: Result;
  try {
    result = await work({
      query: async <Row extends object>(statement: Statement | string) => (await ask<Row>(statement)).rows,
    });
  } catch (error) {
    await ask("rollback").catch(() => undefined);
    throw error;
  }
  const { command } = await ask("commit");
  if (command === "COMMIT") return result;
  throw new Error("the transaction was rolled back, since one of its statements had failed");
}

async function withClient<Result>(pool: pg.Pool, work: (ask: Ask) => Promise<Result>): Promise<Result> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw meaningOf(error);
  }
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken ??= error;
  };
  // Without a listener, a broken connection of a client in use would end the process.
  client.on("error", onError);
  const ask: Ask = async (statement) => {
    try {
      // Its overloads take a text or an object; none takes both.
      return await client.query(statement as pg.QueryConfig);
    } catch (error) {
      if (!connectionSurvives(error)) broken ??= error instanceof Error ? error : new Error(String(error));
      // The cause of the broken connection says more than later errors.
      throw meaningOf(broken ?? error);
    }
  };
  try {
    return await work(ask);
  } finally {
    client.removeListener("error", onError);
    client.release(broken);
  }
}

/** Runs a statement on the connection of a piece of work. */
type Ask = <Row extends object>(statement: Statement | string) => Promise<pg.QueryResult<Row>>;

/** Clients look up the address when they are created, since an embedded server may have moved. */
function clientFor(settings: ConnectionSettings): new (config?: pg.ClientConfig) => pg.Client {
  const Client = settings.connectionFile === undefined ? pg.Client : EmbeddedClient;
  return class extends Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: currentAddress(settings) });
      // A discarded client may still report an error, which would end the process without a listener.
      this.on("error", () => undefined);
      passRawRows(this);
    }
  };
}

function currentAddress({ connectionString, connectionFile }: ConnectionSettings): string {
  if (connectionFile === undefined) return connectionString;
  try {
    return readFrom(dirname(connectionFile), basename(connectionFile))?.trim() ?? connectionString;
  } catch {
    return connectionString;
  }
}

function getTypeParser(type: number, format: "text" | "binary"): (value: never) => unknown {
  return format === "binary" ? binaryParser(type) : pg.types.getTypeParser(type, "text");
}
