import { afterAll, expect, test } from "vitest";
import type { Client } from "../../platform/admission/places.ts";
import { DatabaseUnavailable } from "../../platform/database/port.ts";
import { openEventStoreDb } from "../../platform/event-store/eventstoredb/store.ts";
import { EventStoreUnavailable } from "../../platform/event-store/port.ts";
import { openPostgresEventStore } from "../../platform/event-store/postgres/store.ts";
import { workerUrl } from "../../platform/worker.ts";
import { EventStoreDouble } from "../../test/doubles/eventstoredb/server.ts";
import { databaseUntil, silent } from "../../test/postgres.ts";
import { record } from "../../test/records.ts";
import { readFacilityJob } from "./facilities/job.ts";
import type { CommandContext } from "./handling/command-handler.ts";
import { JOBS } from "./job-table.ts";
import { type Jobs, type JobsOptions, openJobs } from "./jobs/jobs.ts";
import { storeMessagesJob } from "./observations/inbox/store-messages.ts";
import { ingestArrayJob, ingestLinesJob } from "./observations/job.ts";
import { addRecordsJob, deleteRecordsJob, readPidsJob } from "./records/job.ts";
import { readNewStationsJob } from "./stations/job.ts";
import { readNewTimeSeriesJob } from "./time-series/job.ts";

const database = await databaseUntil(afterAll);
const eventStore = await openPostgresEventStore(database);
const appended: string[] = [];
const module = workerUrl(import.meta.url, "./jobs.worker");

const open = (options: Pick<JobsOptions, "eventStore" | "settings"> & Partial<JobsOptions>): Jobs =>
  openJobs({ log: silent, module, table: JOBS, ...options });

const jobs = open({
  eventStore,
  settings: () => ({ connection: database.connection, eventStoreUrl: undefined, logFormat: "json" as const }),
  onAppend: (outcome) => void appended.push(outcome),
});
afterAll(async () => {
  await jobs.close();
  await eventStore.close();
});

const metadata = { time: "2024-05-01T12:00:00Z", actor: "anna", provider: "nilu", correlationId: "c" };
const context: CommandContext = { metadata, dryRun: false, appends: ["MetadataAdded"], versions: {} };
const bytes = (value: unknown) => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
const own = "x".repeat(3000);
const many = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => record(`${prefix}/${index}`, { own }));
const addition = (value: unknown) => ({ bytes: bytes(value), maxItems: 1000, context });
const upload = { first: 1, deferred: [], isLast: true, context, upload: "u", isRetry: false, offset: 60 };
const add = (value: unknown) => jobs.run(addRecordsJob, addition(value), "nilu");

async function lastEvent(pid: string) {
  for await (const event of eventStore.read(`metadata-${pid}`)) return event;
  return undefined;
}

test("a large body has the same result as a small one", async () => {
  expect(await add(many("large", 200))).toMatchObject({ outcome: "done", rejected: [] });
  expect(appended).toEqual(["appended"]);
  const [first] = many("large", 1);
  const again = await add([first]);
  expect(again).toMatchObject({ outcome: "done", pids: ["large/0"] });
  const stored = await lastEvent("large/0");
  expect(again).toMatchObject({ position: stored?.position });
  expect(JSON.parse(Buffer.from(stored?.data ?? []).toString())).toEqual({ record: first });
  expect(stored?.meta).toMatchObject(metadata);
});

test("a large body that does not fit is refused with every error", async () => {
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
  expect(await jobs.run(readPidsJob, { bytes: bytes(pids), maxItems: 1000 }, "nilu")).toEqual({
    outcome: "pids",
    pids,
  });
  const facility = bytes({ identifier: "0lym", description: "x".repeat(300_000) });
  expect(await jobs.run(readFacilityJob, { bytes: facility }, "nilu")).toMatchObject({ identifier: "0lym" });
});

test("an unreachable database is reported as such", async () => {
  const connectionString = "postgres://nobody@127.0.0.1:1/none";
  const lost = open({
    eventStore,
    settings: () => ({ connection: { connectionString }, eventStoreUrl: undefined, logFormat: "json" as const }),
  });
  await expect(lost.run(addRecordsJob, addition(many("lost", 200)), "nilu")).rejects.toSatisfy(
    (error) => error instanceof DatabaseUnavailable || error instanceof EventStoreUnavailable,
  );
  await lost.close();
});

test("threads use the EventStoreDB of their process", async () => {
  const double = await EventStoreDouble.start();
  const elsewhere = await openEventStoreDb({ url: double.url });
  const noDatabase = { connectionString: "postgres://nobody@127.0.0.1:1/none" };
  const settings = () => ({ connection: noDatabase, eventStoreUrl: double.url, logFormat: "json" as const });
  const there = open({ eventStore: elsewhere, settings });
  expect(await there.run(addRecordsJob, addition(many("there", 200)), "nilu")).toMatchObject({
    outcome: "done",
    rejected: [],
  });
  expect((await elsewhere.latest(["metadata-there/0", "metadata-there/199"])).size).toBe(2);
  await there.close();
  await elsewhere.close();
  double.goDown();
});

/** Jobs whose threads do what the first byte of a body says. */
function frailJobs() {
  const frailModule = new URL(`data:text/javascript,
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ input: { bytes } }) => {
      const kept = [];
      if (bytes[0] === "!".charCodeAt()) throw new Error("dies");
      while (bytes[0] === "m".charCodeAt()) kept.push(Array(1e6).fill(0.5));
      if (bytes[0] !== "s".charCodeAt()) parentPort.postMessage({ result: { outcome: "pids", pids: [] }, appends: [] });
    });`);
  const settings = () => ({ connection: database.connection, eventStoreUrl: undefined, logFormat: "json" as const });
  const frail = open({ eventStore, settings, module: frailModule });
  const read = (text: string) => frail.run(readPidsJob, { bytes: bytes(text.repeat(300_000)), maxItems: 1 }, "nilu");
  return { read, close: () => frail.close() };
}

test("a thread that dies fails its own request, and another takes its place", async () => {
  const { read, close } = frailJobs();
  const results = await Promise.allSettled([read("!"), read("a"), read("!"), read("a"), read("a")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(results[0]).toMatchObject({ reason: { message: "a thread that reads uploads has died" } });
  await close();
});

test("a body that takes all memory of its thread is too large, and the outcome is unknown", async () => {
  const { read, close } = frailJobs();
  await expect(read("m")).rejects.toMatchObject({ code: "body-too-large", options: { outcomeUnknown: true } });
  await close();
});

test("jobs that a stop cuts off, and those after it, are asked to try again", async () => {
  const { read, close } = frailJobs();
  const cutOff = Promise.allSettled([read("s"), read("s"), read("a")]);
  await close();
  const results = await cutOff;
  expect(results).toMatchObject(Array(3).fill({ status: "rejected", reason: { code: "busy" } }));
  await expect(read("a")).rejects.toMatchObject({ code: "busy" });
});

test("a small body of many elements or lines is read in a thread, one of few elements is not", async () => {
  const answering = new URL(`data:text/javascript,
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ name }) => parentPort.postMessage({ result: name, appends: [] }));`);
  const settings = () => ({ connection: database.connection, eventStoreUrl: undefined, logFormat: "json" as const });
  const apart = open({ eventStore, settings, module: answering });
  const pids = (count: number) => ({ bytes: bytes(Array(count).fill("a")), maxItems: 1000, context });
  const lines = (count: number) => ({ ...upload, bytes: bytes("x\n".repeat(count)) });
  const messages = (count: number) => ({
    ...{ bytes: bytes("x".repeat(count)), isRetry: false, offset: 60, actor: "inbox", time: "", versions: {} },
    messages: Array(count).fill({ provider: "nilu", trace: undefined, origin: "m", length: 1 }),
  });
  expect(await apart.run(readPidsJob, pids(500), "nilu")).toEqual({ outcome: "pids", pids: ["a"] });
  expect(await apart.run(ingestLinesJob, lines(500), "nilu")).toMatchObject({ outcome: "done", refused: 500 });
  expect(await apart.run(storeMessagesJob, messages(500), "nilu")).toHaveLength(500);
  expect(
    await Promise.all([
      apart.run(readPidsJob, pids(501), "nilu"),
      apart.run(addRecordsJob, pids(501), "nilu"),
      apart.run(deleteRecordsJob, { ...pids(501), anyRecord: false }, "nilu"),
      apart.run(readNewStationsJob, pids(501), "nilu"),
      apart.run(readNewTimeSeriesJob, pids(501), "nilu"),
      apart.run(ingestArrayJob, { ...upload, ...pids(501) }, "nilu"),
      apart.run(ingestLinesJob, lines(501), "nilu"),
      apart.run(storeMessagesJob, messages(501), "nilu"),
    ]),
  ).toEqual([
    "read-pids",
    "add-records",
    "delete-records",
    "read-new-stations",
    "read-new-time-series",
    "ingest-array",
    "ingest-lines",
    "store-messages",
  ]);
  await apart.close();
});

/** Threads that never answer a body that begins with an exclamation mark. */
function waitingJobs(): Jobs {
  const answeringButOne = new URL(`data:text/javascript,
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ input: { bytes } }) => {
      if (bytes[0] !== 0x21) parentPort.postMessage({ result: {}, appends: [] });
    });`);
  const settings = () => ({ connection: database.connection, eventStoreUrl: undefined, logFormat: "json" as const });
  return open({ eventStore, settings, module: answeringButOne });
}

test("senders take turns at the threads", async () => {
  const apart = waitingJobs();
  const order: string[] = [];
  const read = async (text: string, sender: string) => {
    await apart.run(readFacilityJob, { bytes: bytes(text.repeat(300_000)) }, sender);
    order.push(sender);
  };
  const endless = expect(read("!", "endless")).rejects.toThrow();
  await Promise.all(["many", "many", "many", "many", "few"].map((sender) => read("a", sender)));
  expect(order).toEqual(["many", "many", "few", "many", "many"]);
  await apart.close();
  await endless;
});

test("senders of one group share one thread, and the other is left to others", async () => {
  const apart = waitingJobs();
  const read = (text: string, sender: Client) =>
    apart.run(readFacilityJob, { bytes: bytes(text.repeat(300_000)) }, sender);
  const ofGroup = Promise.allSettled([read("!", ["group", "first"]), read("!", ["group", "second"])]);
  expect(await read("a", "nilu")).toEqual({});
  await apart.close();
  expect(await ofGroup).toMatchObject(Array(2).fill({ status: "rejected", reason: { code: "busy" } }));
});

test("a job that is missing from the table is not run", async () => {
  const job = { name: "unknown", run: () => 1 };
  await expect(jobs.run(job, { bytes: bytes([]) }, "nilu")).rejects.toThrow(
    "the job unknown is missing from the table",
  );
});
