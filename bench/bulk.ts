import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { int8Array, textArray } from "../platform/database/arrays.ts";
import { openDatabase } from "../platform/database/open.ts";
import type { Database } from "../platform/database/port.ts";
import { besideElasticsearch } from "./bulk-engines.ts";
import { addFacilities } from "./catalogue.ts";
import { corpusBatch } from "./corpus.ts";
import { withEngine } from "./engines.ts";
import { type BenchResult, median, ROUNDS, type Row, scaled } from "./harness.ts";
import { load, MeasuredSystem } from "./system.ts";
import { tokenizeStrings } from "./tokenizing.ts";

/**
 * Bulk add over HTTP, 1,000 records of 5 KB a request, by one and by four clients, until they can be searched, against the
 * summed time of the unavoidable parts, each measured alone in the same run; then beside `_bulk` into Elasticsearch.
 */

const BATCH = 1000;
const BATCHES = scaled(12);

export async function run(): Promise<BenchResult> {
  const rows = await besideParts();
  const besideBulk = await withEngine("elasticsearch", "Bulk add beside _bulk", besideElasticsearch);
  return { name: "bulk", rows: [...rows, ...besideBulk.rows], leftOut: besideBulk.leftOut };
}

async function besideParts(): Promise<Row[]> {
  const parts = await openParts();
  const system = await MeasuredSystem.start();
  try {
    await addFacilities(system);
    let next = 0;
    const product = async (clients: number) => {
      const bodies = Array.from({ length: BATCHES }, () => corpusBatch(BATCH * next++, BATCH));
      const begin = performance.now();
      await load(clients, BATCHES, async (call) => {
        await system.write("/api/provider/metadata/add", bodies[call] ?? Buffer.alloc(0), { Prefer: "wait=60" });
      });
      return (performance.now() - begin) / BATCHES;
    };
    await product(4);
    const limits: number[] = [];
    const measured: Readonly<Record<1 | 4, number[]>> = { 1: [], 4: [] };
    for (let round = 0; round < ROUNDS; round++) {
      limits.push(await parts.once(BATCH * next++));
      measured[1].push(await product(1));
      measured[4].push(await product(4));
    }
    const rows = ([1, 4] as const).flatMap((clients): Row[] => {
      const name = `1,000 records until searchable, ${clients === 1 ? "one client" : "four clients"}`;
      const rates = measured[clients].map((milliseconds) => (BATCH / milliseconds) * 1000);
      return [
        { name, unit: "ms", product: measured[clients], limit: limits, goal: { of: "ratio", at: "most", value: 2 } },
        { name: `${name}: rate`, unit: "records/s", product: rates, goal: { of: "value", at: "least", value: 1500 } },
      ];
    });
    return [...rows, ...parts.rows()];
  } finally {
    await system.close();
    await parts.close();
  }
}

interface Parts {
  /** Runs every part once on a batch. Returns the milliseconds of all together. */
  once(first: number): Promise<number>;
  rows(): Row[];
  close(): Promise<void>;
}

async function openParts(): Promise<Parts> {
  const dataFolder = await mkdtemp(join(tmpdir(), "airlog-bench-parts-"));
  const database = await openDatabase({ dataFolder, logger: pino({ level: "warn" }, pino.destination(2)) });
  await database.query(`create table bare_events (
    position bigint generated always as identity, tx xid8 not null default pg_current_xact_id(), stream text not null,
    version bigint not null, event_id uuid not null unique, type text not null, schema_version int not null,
    data text not null, meta text not null, recorded_at timestamptz not null default now(), primary key (stream, version))`);
  await database.query("create index on bare_events (tx, position)");
  await database.query(`create table bare_documents (
    pid text primary key, document text not null, change_seq bigint not null unique, deleted boolean not null,
    facility text, facility_sent text, provider text, revision bigint)`);
  const rates: Record<string, number[]> = {};
  const measure = async (name: string, bytes: number, work: () => unknown) => {
    const begin = performance.now();
    await work();
    const milliseconds = performance.now() - begin;
    rates[name] = [...(rates[name] ?? []), bytes / 2 ** 20 / (milliseconds / 1000)];
    return milliseconds;
  };
  const once = async (first: number) => {
    const body = corpusBatch(first, BATCH).toString();
    const bytes = Buffer.byteLength(body);
    let records: unknown[] = [];
    const parse = await measure("JSON.parse", bytes, () => {
      records = JSON.parse(body);
    });
    const texts = records.map((record) => JSON.stringify(record));
    const events = await measure("INSERT of the events", bytes, () => insertEvents(database, first, texts));
    const documents = await measure("INSERT of the documents", bytes, () => insertDocuments(database, first, texts));
    const tokens = await measure("tokeniser", bytes, () => tokenizeStrings(records));
    return parse + events + documents + tokens;
  };
  for (let warm = 0; warm < 3; warm++) await once(10_000_000 + warm * BATCH);
  for (const name of Object.keys(rates)) delete rates[name];
  return {
    once,
    rows: () =>
      Object.entries(rates).map(([name, values]) => ({
        name: `part: ${name}`,
        unit: "MB/s",
        product: values,
        note: `${(5 / median(values)).toFixed(3)} s for 5 MB`,
      })),
    close: async () => {
      await database.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

const meta = JSON.stringify({
  time: "2026-01-01T00:00:00.000Z",
  actor: "admin",
  provider: "airlog",
  correlationId: "00000000-0000-0000-0000-000000000000",
  contentHash: "0".repeat(64),
});

async function insertEvents(database: Database, first: number, texts: readonly string[]): Promise<void> {
  const streams = texts.map((_, index) => `metadata-https://doi.org/10.99999/${first + index}`);
  const data = texts.map((text) => `{"record":${text}}`);
  await database.query({
    name: "bare-events",
    text: `insert into bare_events (stream, version, event_id, type, schema_version, data, meta)
      select stream, 0, gen_random_uuid(), 'MetadataAdded', 1, data, $3
      from unnest($1::text[], $2::text[]) as rows (stream, data)`,
    values: [textArray(streams), textArray(data), meta],
  });
}

async function insertDocuments(database: Database, first: number, texts: readonly string[]): Promise<void> {
  const pids = texts.map((_, index) => `https://doi.org/10.99999/${first + index}`);
  const sequences = texts.map((_, index) => first + index);
  await database.query({
    name: "bare-documents",
    text: `insert into bare_documents (pid, document, change_seq, deleted, facility, facility_sent, provider, revision)
      select pid, document, sequence, false, '0lym', '{"identifier":"0lym"}', 'airlog', 0
      from unnest($1::text[], $2::text[], $3::bigint[]) as rows (pid, document, sequence)`,
    values: [textArray(pids), textArray(texts), int8Array(sequences)],
  });
}
