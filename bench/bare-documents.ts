import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { to } from "pg-copy-streams";
import { pino } from "pino";
import { openDatabase } from "../platform/database/open.ts";

/** Documents as plain rows of a table, in a PostgreSQL of its own that is started and configured as airlog's is. */
export interface BareDocuments {
  insert(documents: readonly string[]): Promise<void>;
  /** Reads all documents by COPY, in their order; returns the bytes. */
  copy(): Promise<number>;
  close(): Promise<void>;
}

export async function openBareDocuments(): Promise<BareDocuments> {
  const dataFolder = await mkdtemp(join(tmpdir(), "airlog-bench-bare-"));
  const database = await openDatabase({ dataFolder, logger: pino({ level: "warn" }, pino.destination(2)) });
  const client = new pg.Client({ connectionString: database.connection.connectionString });
  await client.connect();
  await client.query(`create table documents (
    place bigint generated always as identity primary key, document text storage external not null)`);
  return {
    insert: async (documents) => {
      await client.query("insert into documents (document) select unnest($1::text[])", [documents]);
    },
    copy: async () => {
      let bytes = 0;
      const copying = client.query(to("copy (select document from documents order by place) to stdout"));
      for await (const chunk of copying) bytes += Buffer.byteLength(chunk);
      return bytes;
    },
    close: async () => {
      await client.end();
      await database.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
