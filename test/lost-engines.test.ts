import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { connectDatabase } from "../platform/database/connect.ts";
import { measuredDatabase } from "../platform/database/measured.ts";
import { engineWatches, type WatchOf } from "../platform/engine-watch.ts";
import { measuredEventStore } from "../platform/event-store/measured.ts";
import { openEventStore } from "../platform/event-store/open.ts";
import { openKafkaFeed } from "../platform/feed/kafka/feed.ts";
import { openRelay } from "../platform/feed/kafka/relay.ts";
import { Cluster } from "../platform/search/elasticsearch/cluster.ts";
import { openInbox } from "../services/command/observations/inbox/inbox.ts";
import { eventStoreWith } from "./doubles/event-store.ts";
import { EventStoreDouble } from "./doubles/eventstoredb/server.ts";
import { unreachableKafka } from "./doubles/kafka.ts";
import { positionOf } from "./position.ts";
import { databaseUntil } from "./postgres.ts";
import { Wire } from "./wire.ts";

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly engine?: string;
  readonly err?: unknown;
}

const database = await databaseUntil(afterAll);
const CALLS = 88;

let lines: Line[];
let metrics: Registry;
let watchOf: WatchOf;
beforeEach(() => {
  lines = [];
  metrics = new Registry();
  watchOf = engineWatches(log, metrics);
});
const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });

const lost = (engine: string) =>
  expect.objectContaining({ level: 40, engine, msg: expect.stringContaining("is lost") });
const back = (engine: string) =>
  expect.objectContaining({ level: 30, engine, msg: expect.stringContaining("is back") });
const many = <Result>(call: () => Promise<Result>) => Promise.allSettled(Array.from({ length: CALLS }, call));
const failures = async (engine: string) =>
  Number(new RegExp(`engine="${engine}"} (\\d+)`).exec(await metrics.metrics())?.[1]);

test("a lost EventStoreDB is one warning for all calls and followers, and its return one line", async () => {
  const double = await EventStoreDouble.start();
  const watch = watchOf("eventstoredb");
  const opened = await openEventStore({ url: double.url, database, watch });
  const store = measuredEventStore(opened, () => undefined, watch);
  const closing = new AbortController();
  onTestFinished(async () => {
    closing.abort();
    await store.close();
    double.goDown();
  });
  const following = async () => {
    for await (const _ of store.follow(store.start, { signal: closing.signal }));
  };
  const followers = Promise.allSettled([following(), following(), following()]);
  await store.head();
  double.goDown();
  const calls = many(() => store.head());
  await expect.poll(() => lines).toEqual([lost("eventstoredb")]);
  await double.comeBack();
  expect((await calls).filter(({ status }) => status === "rejected")).toEqual([]);
  await expect.poll(() => lines).toEqual([lost("eventstoredb"), back("eventstoredb")]);
  closing.abort();
  await followers;
  expect(lines).toHaveLength(2);
});

test("a lost Kafka is one warning for relay, feeds and inbox, without a stack", async () => {
  const routes = [{ name: "airlog.test", partitions: 1, types: ["Added"] }];
  const position = positionOf("0");
  const eventStore = eventStoreWith({ start: position, parsePosition: positionOf, head: async () => position });
  const watch = watchOf("kafka");
  const parts = { kafka: unreachableKafka(), database, eventStore, routes, log, watch };
  const relay = await openRelay(parts);
  const feed = await openKafkaFeed(parts);
  const inbox = openInbox({ ...parts, topic: "airlog.test.inbox", store: async () => [] });
  const closing = new AbortController();
  const { signal } = closing;
  const read = async (view: string) => {
    const subscription = { view, types: ["Added"], signal, batchSize: 1, batchBytes: 1 };
    for await (const _ of feed.subscribe(subscription, { position, bookmark: null }));
  };
  const reading = ["one", "two", "three", "four"].map(read);
  await expect.poll(() => failures("kafka")).toBeGreaterThan(12);
  closing.abort();
  await Promise.all([...reading, inbox.close(), relay.close()]);
  expect(lines).toEqual([lost("kafka")]);
  expect(lines[0]).not.toHaveProperty("err");
});

test("a lost PostgreSQL is one warning for all statements and connections, and its return one line", async () => {
  const { connectionString } = database.connection;
  const wire = await Wire.to(connectionString);
  onTestFinished(() => wire.close());
  const { host } = new URL(wire.url);
  const address = Object.assign(new URL(connectionString), { host }).href;
  const connected = connectDatabase({ connectionString: address }, { logger: log });
  onTestFinished(() => connected.close());
  const watched = measuredDatabase(connected, watchOf("postgresql"));
  await many(() => watched.query("select 1"));
  wire.cut();
  expect((await many(() => watched.query("select 1"))).every(({ status }) => status === "rejected")).toBe(true);
  expect(lines).toEqual([lost("postgresql")]);
  expect(await failures("postgresql")).toBe(CALLS);
  wire.mend();
  const isBack = async () => {
    await many(() => watched.query("select 1"));
    return lines;
  };
  await expect.poll(isBack).toEqual([lost("postgresql"), back("postgresql")]);
});

test("a lost Elasticsearch is one warning for all requests", async () => {
  const cluster = new Cluster({ nodes: ["http://127.0.0.1:1"] }, watchOf("elasticsearch"));
  onTestFinished(() => cluster.close());
  await many(() => cluster.health(new AbortController().signal));
  expect(lines).toEqual([lost("elasticsearch")]);
  expect(await failures("elasticsearch")).toBe(CALLS);
});
