import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { int4Array, int8Array, textArray, uuidArray } from "../platform/database/arrays.ts";
import { openDatabase } from "../platform/database/open.ts";
import type { Database } from "../platform/database/port.ts";
import type { EventStore, NewEvent, StreamAppend } from "../platform/event-store/port.ts";
import { openPostgresEventStore } from "../platform/event-store/postgres/store.ts";
import { alternate, type BenchResult, type Row, scaled } from "./harness.ts";

/**
 * Appending to the event store, beside bare INSERTs of the same rows: the same driver, connections and durability, a table
 * with the same columns, defaults and keys, and no checks. One INSERT does the work of one append.
 */
export async function run(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "airlog-bench-append-"));
  const database = await openDatabase({ dataFolder: folder, logger: pino({ level: "silent" }), poolSize: 20 });
  try {
    const store = await openPostgresEventStore(database);
    await database.query("create table bare (like events including all)");
    const rows: Row[] = [];
    for (const load of loads) rows.push(await measure({ ...load, appends: scaled(load.appends) }, store, database));
    await store.close();
    return { name: "append", rows };
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each of the writers makes the appends one after the other. */
interface Load {
  readonly name: string;
  readonly writers: number;
  /** Appends of each writer. */
  readonly appends: number;
  readonly streams: number;
  readonly eventsPerStream: number;
  readonly goal: number;
}

const loads: readonly Load[] = [
  { name: "one event, 1 writer", writers: 1, appends: 1_500, streams: 1, eventsPerStream: 1, goal: 0.7 },
  { name: "one event, 16 writers", writers: 16, appends: 400, streams: 1, eventsPerStream: 1, goal: 0.7 },
  { name: "100 events to one stream, 1 writer", writers: 1, appends: 80, streams: 1, eventsPerStream: 100, goal: 0.7 },
  {
    name: "1,000 streams in one append, 1 writer",
    writers: 1,
    appends: 10,
    streams: 1_000,
    eventsPerStream: 1,
    goal: 0.65,
  },
];

async function measure(load: Load, store: EventStore, database: Database): Promise<Row> {
  const product = () => rate(load, (streams) => store.append(streams));
  const limit = () => rate(load, (streams) => insertBare(database, streams));
  // Warm-up: connections, prepared statements, the compiler.
  await product();
  await limit();
  const values = await alternate(limit, product);
  return { name: load.name, unit: "events/s", ...values, goal: { of: "ratio", at: "least", value: load.goal } };
}

async function rate(load: Load, write: (streams: readonly StreamAppend[]) => Promise<unknown>): Promise<number> {
  const work = Array.from({ length: load.writers }, () => Array.from({ length: load.appends }, () => appendOf(load)));
  const begin = performance.now();
  await Promise.all(
    work.map(async (appends) => {
      for (const streams of appends) await write(streams);
    }),
  );
  const seconds = (performance.now() - begin) / 1_000;
  return (load.writers * load.appends * load.streams * load.eventsPerStream) / seconds;
}

function appendOf({ streams, eventsPerStream }: Load): StreamAppend[] {
  return Array.from({ length: streams }, () => ({
    stream: `metadata-${randomUUID()}`,
    expected: "no-stream",
    events: Array.from({ length: eventsPerStream }, newEvent),
  }));
}

/** A record of about a kilobyte. */
function newEvent(): NewEvent {
  const data = { title: "Ozone at a station", keywords: randomBytes(350).toString("hex"), note: "x".repeat(250) };
  const meta = { time: new Date().toISOString(), actor: "ada", provider: "fzj", correlationId: randomUUID() };
  return { id: randomUUID(), type: "MetadataAdded", schemaVersion: 1, data: Buffer.from(JSON.stringify(data)), meta };
}

const columns = "stream, version, event_id, type, schema_version, data, meta";

async function insertBare(database: Database, streams: readonly StreamAppend[]): Promise<void> {
  const rows = streams.flatMap(({ stream, events }) => events.map((event, version) => ({ stream, version, event })));
  const [only] = rows;
  if (rows.length === 1 && only !== undefined) {
    const { stream, version, event } = only;
    const { id, type, schemaVersion, data, meta } = event;
    const values = [stream, version, id, type, schemaVersion, data, JSON.stringify(meta)];
    const text = `insert into bare (${columns}) values ($1, $2, $3, $4, $5, $6, $7)`;
    await database.query({ name: "bare-one", text, values });
    return;
  }
  await database.query({
    name: "bare-many",
    text: `insert into bare (${columns}) select * from
      unnest($1::text[], $2::int8[], $3::uuid[], $4::text[], $5::int4[], $6::text[], $7::text[])`,
    values: [
      textArray(rows.map(({ stream }) => stream)),
      int8Array(rows.map(({ version }) => version)),
      uuidArray(rows.map(({ event }) => event.id)),
      textArray(rows.map(({ event }) => event.type)),
      int4Array(rows.map(({ event }) => event.schemaVersion)),
      textArray(rows.map(({ event }) => event.data)),
      textArray(rows.map(({ event }) => JSON.stringify(event.meta))),
    ],
  });
}
