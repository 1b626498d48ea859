import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Admin, Kafka, type Message, Partitioners, type Producer } from "kafkajs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { observationsStream } from "../../contracts/measurement-events.ts";
import type { Database } from "../../platform/database/port.ts";
import { ROUTES } from "../../platform/feed/kafka/routes.ts";
import { connectionConfig } from "../../platform/kafka/client.ts";
import { logCreator } from "../../platform/kafka/log.ts";
import type { RunningProcess } from "../../platform/lifecycle/process.ts";
import { OBSERVATIONS_INBOX } from "../../services/command/observations/inbox/inbox.ts";
import { manglerud, nitrogenDioxide, type Value, value } from "../end-to-end/network-samples.ts";
import { record } from "../end-to-end/samples.ts";
import { addAccounts, type System, startHere, systemAt, USUAL } from "../end-to-end/system.ts";
import { readHealth } from "../health.ts";
import { type FreshDatabase, freshDatabase, silent } from "../postgres.ts";
import { deadLetters } from "./dead-letters.ts";
import { describeWithEngine } from "./engine.ts";
import { securedSettings, securedVariables } from "./secured.ts";

const patient = { timeout: 50_000, interval: 100 };

// This Kafka has no services of other suites, which would share the inbox.
describeWithEngine("kafka-secured", "services that are connected by Kafka", (address) => {
  let folder: string;
  let fresh: FreshDatabase;
  let database: Database;
  let running: RunningProcess;
  let system: System;
  let kafka: Kafka;
  let admin: Admin;
  let producer: Producer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "airlog-kafka-services-"));
    fresh = await freshDatabase();
    database = await fresh.open();
    kafka = new Kafka({ ...(await connectionConfig(securedSettings(address))), logCreator: logCreator(silent) });
    admin = kafka.admin();
    await admin.connect();
    producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner, allowAutoTopicCreation: false });
    await producer.connect();
    await deleteTopics();
    running = await start();
    await addAccounts(database);
    system = await systemAt(
      () => running.url,
      async () => {},
    );
  });
  afterAll(async () => {
    await running?.close();
    await deleteTopics();
    await producer.disconnect();
    await admin.disconnect();
    await database.close();
    await fresh.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Deletes the topics of earlier runs. */
  async function deleteTopics(): Promise<void> {
    const ours = new Set([OBSERVATIONS_INBOX, `${OBSERVATIONS_INBOX}.dead`, ...ROUTES.map(({ name }) => name)]);
    const left = async () => (await admin.listTopics()).filter((topic) => ours.has(topic));
    await admin.deleteTopics({ topics: await left() });
    await vi.waitFor(async () => expect(await left()).toEqual([]), patient);
  }

  async function start(): Promise<RunningProcess> {
    const own = { AIRLOG_DATA: folder, DATABASE_URL: fresh.url };
    const started = await startHere({ ...USUAL, ...own, ...securedVariables(address) });
    const inbox = async () => (await readHealth(started.url)).components["inbox observations"];
    await vi.waitFor(async () => expect(await inbox()).toEqual({ state: "up", inbox: "reading" }), patient);
    return started;
  }

  async function newSeries(): Promise<number> {
    const station = await system.as("network").post("/api/provider/stations/add", manglerud());
    const series = nitrogenDioxide(station.json<{ id: number }>().id);
    const added = await system.as("instruments").post("/api/provider/timeseries/add", series);
    return added.json<{ id: number }>().id;
  }

  /** A message of the provider of `newSeries`; all messages have one partition key. */
  function observed(series: number, ...values: readonly Value[]): Message {
    const line = JSON.stringify({ timeseries: series, values });
    return { key: "instrument", value: line, headers: { provider: "nilu" } };
  }

  async function valuesOf(series: number): Promise<readonly (number | null)[]> {
    const answer = await system.reader.get(`/obs/historical/2024-02-01/2024-02-01/ids/${series}`);
    const [found] = answer.json<{ values: readonly Value[] }[]>();
    return found?.values.map((each) => each.value) ?? [];
  }

  test("a value sent to the inbox is served once by the public API, however often it is delivered", {
    timeout: 180_000,
  }, async () => {
    const series = await newSeries();
    const [first, second] = [value("2024-02-01T10:00", 20.5), value("2024-02-01T11:00", 30.25)];
    await producer.send({ topic: OBSERVATIONS_INBOX, messages: [observed(series, first)] });
    await expect.poll(() => valuesOf(series), patient).toEqual([20.5]);
    await running.close();
    // Without the group's offsets every message is delivered again, before the next one.
    await vi.waitFor(() => admin.deleteGroups([OBSERVATIONS_INBOX]), patient);
    running = await start();
    await producer.send({ topic: OBSERVATIONS_INBOX, messages: [observed(series, second)] });
    await expect.poll(() => valuesOf(series), patient).toEqual([20.5, 30.25]);
    const { eventStore } = running.platform;
    const events = [];
    for await (const event of eventStore.read(observationsStream(series, "2024-02"))) events.push(event);
    expect(events.map(({ meta }) => [meta.actor, meta.provider])).toEqual([
      [OBSERVATIONS_INBOX, "nilu"],
      [OBSERVATIONS_INBOX, "nilu"],
    ]);
  });

  test("a message that is refused is sent to the dead-letter topic with the reason", async () => {
    const bad = observed(999_999, value("2024-02-01T10:00", 1));
    await producer.send({ topic: OBSERVATIONS_INBOX, messages: [bad] });
    const [letter] = await deadLetters(kafka, OBSERVATIONS_INBOX, 1);
    expect(letter?.value?.toString()).toBe(bad.value);
    expect(letter?.headers?.["reason"]?.toString()).toBe("/timeseries there is no time series 999999");
    expect(letter?.headers?.["topic"]?.toString()).toBe(OBSERVATIONS_INBOX);
  });

  test.each([
    ["catalogue", "airlog.catalogue", 1],
    ["observations", "airlog.measurements", 12],
  ])("the view %s follows every partition of %s", async (view, _, partitions) => {
    let writes = 0;
    /** After any write, the relay sends a watermark to every partition. */
    const afterWrite = async () => {
      await system.as("provider").post("/api/provider/metadata/add", [record(`${view}-${writes++}`)]);
      const [row] = await database.query<{ bookmark: string | null }>({
        text: "select bookmark from views where name = $1",
        values: [view],
      });
      const offsets: Readonly<Record<string, string>> = JSON.parse(row?.bookmark ?? "{}");
      return offsets;
    };
    const everyPartition = Array.from({ length: partitions }, (_, partition) => String(partition));
    await expect.poll(async () => Object.keys(await afterWrite()).sort(), patient).toEqual(everyPartition.sort());
    const before = await afterWrite();
    const moved = async () => {
      const offsets = await afterWrite();
      return everyPartition.filter((partition) => Number(offsets[partition]) > Number(before[partition]));
    };
    await expect.poll(moved, patient).toEqual(everyPartition);
  });
});
