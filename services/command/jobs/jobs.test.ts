import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, DatabaseUnavailable } from "../../../platform/database/port.ts";
import { openEventStoreDb } from "../../../platform/event-store/eventstoredb/store.ts";
import type { EventStore } from "../../../platform/event-store/port.ts";
import { openPostgresEventStore } from "../../../platform/event-store/postgres/store.ts";
import { EventStoreDouble } from "../../../test/doubles/eventstoredb/server.ts";
import { type FreshDatabase, freshDatabase, silent } from "../../../test/postgres.ts";
import { record } from "../../../test/records.ts";
import type { Cause } from "../handling/handle.ts";
import { type Jobs, openJobs } from "./jobs.ts";

let fresh: FreshDatabase;
let database: Database;
let eventStore: EventStore;
let jobs: Jobs;
const appended: string[] = [];

beforeAll(async () => {
  fresh = await freshDatabase();
  database = await fresh.open();
  eventStore = await openPostgresEventStore(database);
  jobs = openJobs({
    log: silent,
    eventStore,
    settings: () => ({ connection: database.connection, eventStoreUrl: undefined }),
    onAppend: (outcome) => void appended.push(outcome),
  });
});
afterAll(async () => {
  await jobs.close();
  await eventStore.close();
  await database.close();
  await fresh.drop();
});

const cause: Cause = { time: "2024-05-01T12:00:00Z", actor: "anna", provider: "nilu", correlationId: "c" };
const bytes = (value: unknown) => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
const own = "x".repeat(3000);
const many = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => record(`${prefix}/${index}`, { own }));
const add = (value: unknown) => jobs.run({ kind: "add", bytes: bytes(value), most: 1000, cause, dryRun: false });

async function lastEvent(pid: string) {
  for await (const event of eventStore.read(`metadata-${pid}`)) return event;
  return undefined;
}

test("a large body comes to what a small one comes to", async () => {
  expect(await add(many("large", 200))).toMatchObject({ outcome: "done", rejected: [] });
  expect(appended).toEqual(["appended"]);
  const [first] = many("large", 1);
  const again = await add([first]);
  expect(again).toMatchObject({ outcome: "done", pids: ["large/0"] });
  const stored = await lastEvent("large/0");
  expect(again).toMatchObject({ position: stored?.position });
  expect(JSON.parse(Buffer.from(stored?.data ?? []).toString())).toEqual({ record: first });
  expect(stored?.meta).toMatchObject(cause);
});

test("a large body that does not fit is refused with every fault", async () => {
  const [first, ...others] = many("bad", 200);
  expect(await add([{ ...first, product_type: 1 }, ...others])).toMatchObject({
    outcome: "refused",
    code: "body-invalid",
    errors: [{ path: "/0/product_type" }],
    errorCount: 1,
  });
  expect(await lastEvent("bad/1")).toBeUndefined();
});

test("many large bodies at once each get their own answer", async () => {
  const counts = [100, 150, 200, 120, 180, 90];
  const results = await Promise.all(counts.map((count, index) => add(many(`at-once/${index}`, count))));
  expect(results.map((result) => result.outcome === "done" && result.pids.length)).toEqual(counts);
});

test("a large list of PIDs and a large facility are read in a thread too", async () => {
  const pids = Array.from({ length: 900 }, (_, index) => `${index}${"x".repeat(400)}`);
  expect(await jobs.run({ kind: "read-pids", bytes: bytes(pids), most: 1000 })).toEqual({ outcome: "pids", pids });
  const facility = bytes({ identifier: "0lym", description: "x".repeat(300_000) });
  expect(await jobs.run({ kind: "read-facility", bytes: facility })).toMatchObject({ identifier: "0lym" });
});

test("a database that can't be reached is told as such", async () => {
  const connectionString = "postgres://nobody@127.0.0.1:1/none";
  const lost = openJobs({
    log: silent,
    eventStore,
    settings: () => ({ connection: { connectionString }, eventStoreUrl: undefined }),
  });
  const job = { kind: "add", bytes: bytes(many("lost", 200)), most: 1000, cause, dryRun: false } as const;
  await expect(lost.run(job)).rejects.toSatisfy(
    (error) => error instanceof DatabaseUnavailable || (error as Error).name === "EventStoreUnavailable",
  );
  await lost.close();
});

test("where the process has its events in EventStoreDB, threads have theirs there", async () => {
  const double = await EventStoreDouble.start();
  const elsewhere = await openEventStoreDb({ url: double.url, logger: silent });
  const noDatabase = { connectionString: "postgres://nobody@127.0.0.1:1/none" };
  const settings = () => ({ connection: noDatabase, eventStoreUrl: double.url });
  const there = openJobs({ log: silent, eventStore: elsewhere, settings });
  const job = { kind: "add", bytes: bytes(many("there", 200)), most: 1000, cause, dryRun: false } as const;
  expect(await there.run(job)).toMatchObject({ outcome: "done", rejected: [] });
  expect((await elsewhere.latest(["metadata-there/0", "metadata-there/199"])).size).toBe(2);
  await there.close();
  await elsewhere.close();
  double.goDown();
});

test("a thread that dies fails its own request, and another takes its place", async () => {
  const module = new URL(`data:text/javascript,
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ bytes }) => {
      if (bytes[0] === 0x21) throw new Error("dies");
      parentPort.postMessage({ result: { outcome: "pids", pids: [] }, appends: [] });
    });`);
  const frail = openJobs({
    log: silent,
    eventStore,
    settings: () => ({ connection: database.connection, eventStoreUrl: undefined }),
    module,
  });
  const read = (text: string) => frail.run({ kind: "read-pids", bytes: bytes(text.repeat(300_000)), most: 1 });
  const results = await Promise.allSettled([read("!"), read("a"), read("!"), read("a"), read("a")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(results[0]).toMatchObject({ reason: { code: "body-too-large" } });
  await frail.close();
});
