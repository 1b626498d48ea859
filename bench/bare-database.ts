import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { to } from "pg-copy-streams";
import { pino } from "pino";
import { openDatabase } from "../platform/database/open.ts";

/** A PostgreSQL of its own that is started and configured as airlog's is, without any table of airlog's. */
export interface BareDatabase {
  readonly client: pg.Client;
  /** Reads the rows of the query as COPY's text; returns the bytes. */
  copy(query: string): Promise<number>;
  close(): Promise<void>;
}

export async function openBareDatabase(): Promise<BareDatabase> {
  const dataFolder = await mkdtemp(join(tmpdir(), "airlog-bench-bare-"));
  const database = await openDatabase({ dataFolder, logger: pino({ level: "warn" }, pino.destination(2)) });
  const client = new pg.Client({ connectionString: database.connection.connectionString });
  await client.connect();
  return {
    client,
    copy: async (query) => {
      let bytes = 0;
      for await (const chunk of client.query(to(`copy (${query}) to stdout`))) bytes += Buffer.byteLength(chunk);
      return bytes;
    },
    close: async () => {
      await client.end();
      await database.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
