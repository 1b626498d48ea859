import { randomUUID } from "node:crypto";
import { type Logger, pino } from "pino";
import { inject } from "vitest";
import { connectDatabase } from "../platform/database/connect.ts";
import { joinEmbeddedServer } from "../platform/database/embedded/server.ts";
import type { ConnectionSettings, Database } from "../platform/database/port.ts";

export const silent: Logger = pino({ level: "silent" });

/** An empty database on the PostgreSQL server that the whole test run shares. */
export interface FreshDatabase {
  readonly url: string;
  /** Opens a pool, which the caller closes. */
  open(): Promise<Database>;
  /** Terminates its connections and drops it. */
  drop(): Promise<void>;
}

export async function freshDatabase(): Promise<FreshDatabase> {
  serverUrl ??= startServer();
  const server = await serverUrl;
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return {
    url: url.href,
    open: async () => openPool({ connectionString: url.href }),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
}

/** A pool on a fresh database; both are gone when the hook runs: `databaseUntil(afterAll)`, or `onTestFinished`. */
export async function databaseUntil(hook: (end: () => Promise<void>) => void): Promise<Database> {
  const fresh = await freshDatabase();
  const database = await fresh.open();
  hook(async () => {
    await database.close();
    await fresh.drop();
  });
  return database;
}

/** Another pool on a test's database, which the caller closes. */
export function anotherPool({ connection }: Database): Database {
  return openPool(connection);
}

function openPool(connection: ConnectionSettings): Database {
  return connectDatabase(connection, { logger: silent, poolSize: 20 });
}

let serverUrl: Promise<string> | undefined;

async function startServer(): Promise<string> {
  const server = await joinEmbeddedServer(inject("postgresFolder"), silent);
  const { connectionString } = server.connection;
  // The global setup keeps the server running until the end of the run.
  await server.leave();
  return connectionString;
}

/** Runs one statement on a new connection. */
export async function onServer(url: string, statement: string): Promise<void> {
  const database = connectDatabase({ connectionString: url }, { logger: silent, poolSize: 1 });
  try {
    await database.query(statement);
  } finally {
    await database.close();
  }
}
