import { randomUUID } from "node:crypto";
import { BACKWARDS, binaryEvent, END, EventStoreDBClient, NO_STREAM } from "@eventstore/db-client";
import { forEachConcurrently } from "../platform/async/for-each-concurrently.ts";
import { openEventStoreDb } from "../platform/event-store/eventstoredb/store.ts";
import type { EventStore, NewEvent } from "../platform/event-store/port.ts";
import { EngineMissing } from "./engines.ts";
import { alternate, type BenchResult, type Row, scaled } from "./harness.ts";

/**
 * The requests of a bulk add of 1,000 records to EventStoreDB: the heads of their streams, and one event to each. They are
 * compared with the bare client at the same concurrency, and with its batch call, which sends many appends in one stream.
 */

const STREAMS = scaled(1_000);
const CONCURRENT = 128;
/** Bytes of a record's event. */
const EVENT_BYTES = 5_000;

export async function run(): Promise<BenchResult> {
  const url = process.env["EVENTSTORE_URL"];
  if (!url) throw new EngineMissing("EVENTSTORE_URL is not set");
  const store = await openEventStoreDb({ url });
  const client = EventStoreDBClient.connectionString(url);
  try {
    const standing = newStreams();
    await append(store, standing);
    const rows: Row[] = [];
    for (const [name, streams] of [
      ["1,000 heads of new streams", newStreams()],
      ["1,000 heads of streams that stand", standing],
    ] as const) {
      const bare = () => rateOf(() => bareHeads(client, streams));
      rows.push({ name, unit: "streams/s", ...(await alternate(bare, () => rateOf(() => store.latest(streams)))) });
    }
    for (const [name, credentials] of [
      ["1,000 appends, beside calls of their own", { username: "", password: "" }],
      ["1,000 appends, beside the batch call", undefined],
    ] as const) {
      const bare = () => rateOf(() => bareAppends(client, newStreams(), credentials));
      rows.push({
        name,
        unit: "streams/s",
        ...(await alternate(bare, () => rateOf(() => append(store, newStreams())))),
      });
    }
    return { name: "eventstoredb", rows };
  } finally {
    await client.dispose();
    await store.close();
  }
}

const newStreams = (): string[] => Array.from({ length: STREAMS }, () => `metadata-bench ${randomUUID()}`);

async function rateOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return STREAMS / ((performance.now() - begin) / 1000);
}

const data = new Uint8Array(Buffer.from(JSON.stringify("x".repeat(EVENT_BYTES))));
const meta = { time: "2026-01-01T00:00:00.000Z", actor: "ada", provider: "airlog", correlationId: randomUUID() };

function append(store: EventStore, streams: readonly string[]): Promise<unknown> {
  const event = (): NewEvent => ({ id: randomUUID(), type: "MetadataAdded", schemaVersion: 1, data, meta });
  return store.append(streams.map((stream) => ({ stream, expected: "no-stream", events: [event()] })));
}

function bareAppends(
  client: EventStoreDBClient,
  streams: readonly string[],
  credentials: { username: string; password: string } | undefined,
): Promise<void> {
  const metadata = new Uint8Array(Buffer.from(JSON.stringify({ schemaVersion: 1, meta })));
  return forEachConcurrently(CONCURRENT, streams, async (stream) => {
    const event = binaryEvent({ type: "MetadataAdded", data, metadata });
    const options = { expectedRevision: NO_STREAM, ...(credentials && { credentials }) } as const;
    await client.appendToStream(stream, event, options);
  });
}

function bareHeads(client: EventStoreDBClient, streams: readonly string[]): Promise<void> {
  return forEachConcurrently(CONCURRENT, streams, async (stream) => {
    try {
      for await (const _event of client.readStream(stream, { fromRevision: END, direction: BACKWARDS, maxCount: 1 }));
    } catch {
      // The stream does not exist.
    }
  });
}
