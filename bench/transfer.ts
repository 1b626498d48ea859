import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from, to } from "pg-copy-streams";
import { pino } from "pino";
import { openDatabase } from "../platform/database/open.ts";
import type { Database } from "../platform/database/port.ts";
import { openPostgresEventStore } from "../platform/event-store/postgres/store.ts";
import { prepareViews } from "../platform/views/prepare.ts";
import { exportLog, type LogEngines } from "../services/command/transfer/export-log.ts";
import { checkLog, importLog } from "../services/command/transfer/import-log.ts";
import { openFilledLog, secondsOf } from "./filled-log.ts";
import { alternate, type BenchResult, median, scaled } from "./harness.ts";

/**
 * Exporting a log of records of 5 KB, beside COPY of the same events in the same order; importing it into an empty
 * PostgreSQL, beside COPY of the same rows into a table of the same columns and indexes in an empty PostgreSQL.
 */

const RECORDS = scaled(50_000);
const EVENTS = "copy (select * from events order by tx, position) to stdout";

export async function run(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "airlog-bench-transfer-"));
  const lines = join(folder, "log.ndjson");
  const rows = join(folder, "rows.copy");
  try {
    const source = await openFilledLog(RECORDS);
    const { database } = source.parts;
    const events = await countOf(database);
    const perSecond = (work: () => Promise<unknown>) => async () => events / (await secondsOf(work));
    const exported = (file: string) => writeLines(source.parts, file);
    const copied = (file: string) => copyOut(database, file);
    let exports: Awaited<ReturnType<typeof alternate>>;
    try {
      // Warm-up, too.
      await exported(lines);
      await copied(rows);
      exports = await alternate(
        perSecond(() => copied("/dev/null")),
        perSecond(() => exported("/dev/null")),
      );
    } finally {
      await source.close();
    }
    const stored: number[] = [];
    const imports = await alternate(
      () => inEmpty(async ({ database: empty }) => events / (await secondsOf(() => copyIn(empty, rows)))),
      () =>
        inEmpty(async (engines) => {
          const checking = await secondsOf(() => checkLog(bytesOf(lines), false));
          const storing = await secondsOf(() =>
            importLog(bytesOf(lines), engines, { isChanged: false, actor: "airlog" }),
          );
          if ((await countOf(engines.database)) !== events) throw new Error("events are missing after the import");
          stored.push(events / storing);
          return events / (checking + storing);
        }),
    );
    const megabytes = (await stat(lines)).size / 1e6;
    const rate = (values: readonly number[]) => `${((megabytes * median(values)) / events).toFixed(0)} MB/s of lines`;
    return {
      name: "transfer",
      rows: [
        {
          ...{ name: "export, beside COPY to stdout", unit: "events/s", ...exports },
          goal: { of: "ratio", at: "least", value: 0.5 },
          note: rate(exports.product),
        },
        {
          ...{ name: "import, beside COPY from stdin", unit: "events/s", ...imports },
          goal: { of: "ratio", at: "least", value: 0.3 },
          note: `${rate(imports.product)}; the file is read twice`,
        },
        {
          ...{ name: "the same without reading the file first", unit: "events/s" },
          ...{ limit: imports.limit, product: stored },
        },
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const bytesOf = (file: string) => createReadStream(file, { highWaterMark: 1024 * 1024 });

async function countOf(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>("select count(*)::float8 as count from events");
  return row?.count ?? 0;
}

async function writeLines(engines: LogEngines, file: string): Promise<void> {
  const lines = Readable.from(exportLog(engines), { objectMode: true, highWaterMark: 1 });
  await pipeline(lines, createWriteStream(file));
}

const copyOut = (database: Database, file: string) =>
  withClient(database, (client) => pipeline(client.query(to(EVENTS)), createWriteStream(file)));

const copyIn = (database: Database, file: string) =>
  withClient(database, async (client) => {
    await client.query("create table bare (like events including all)");
    await pipeline(bytesOf(file), client.query(from("copy bare from stdin")));
  });

async function withClient(database: Database, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: database.connection.connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Does the work on a new PostgreSQL with an event store. */
async function inEmpty(work: (engines: LogEngines) => Promise<number>): Promise<number> {
  const dataFolder = await mkdtemp(join(tmpdir(), "airlog-bench-empty-"));
  const logger = pino({ level: "warn" }, pino.destination(2));
  try {
    const database = await openDatabase({ dataFolder, logger });
    try {
      const eventStore = await openPostgresEventStore(database);
      await prepareViews(database, logger);
      const result = await work({ database, eventStore });
      await eventStore.close();
      return result;
    } finally {
      await database.close();
    }
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}
