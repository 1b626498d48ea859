import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { eventStoreWith } from "../../../test/doubles/event-store.ts";
import { KafkaDouble } from "../../../test/doubles/kafka.ts";
import { positionOf } from "../../../test/position.ts";
import { databaseUntil, silent } from "../../../test/postgres.ts";
import { notedWatch } from "../../../test/watch.ts";
import { LogEndsBefore } from "../port.ts";
import { openKafkaFeed } from "./feed.ts";
import { watermark } from "./message.ts";

const logId = "0123456789ab";
const place = (number: number) => positionOf(`${logId}.${String(number).padStart(6, "0")}`);

test("a view of a topic that is ahead of a restored log fails until that has ended, which is logged once", async () => {
  const route = { name: "airlog.test", partitions: 1, types: ["Added"] };
  const double = new KafkaDouble(route.name);
  const database = await databaseUntil(onTestFinished);
  const eventStore = eventStoreWith({ logId, parsePosition: positionOf, head: async () => place(1) });
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => lines.push(line) });
  const watch = notedWatch();
  const feed = await openKafkaFeed({ kafka: double.kafka, database, eventStore, routes: [route], log, watch });

  const closing = new AbortController();
  const subscription = { view: "test", types: route.types, signal: closing.signal, batchSize: 100, batchBytes: 1_024 };
  const next = feed
    .subscribe(subscription, { position: place(1), bookmark: '{"0":"7"}' })
    [Symbol.asyncIterator]()
    .next();
  const ahead = watermark({ log: logId, run: "a run" }, { after: place(1), position: place(2), partitions: 1 });
  for (const attempt of [1, 2, 3]) {
    await vi.waitFor(() => expect(double.consumers).toBe(attempt), { timeout: 5_000 });
    await double.running;
    double.join(0);
    double.fetch();
    expect(feed.failures().has("test")).toBe(attempt > 1);
    expect(feed.ahead().has("test")).toBe(attempt > 1);
    await double.deliver(0, { ...ahead, key: null, timestamp: "0", offset: "7" });
  }
  await vi.waitFor(() => expect(double.consumers).toBe(4), { timeout: 5_000 });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("the restored log lacks");
  expect(watch.failed).not.toHaveBeenCalled();
  expect(watch.counted).not.toHaveBeenCalled();
  closing.abort();
  expect((await next).done).toBe(true);
  expect(feed.failures().size + feed.ahead().size).toBe(0);
});

test("a view beyond the head of the log gets the end of the log before the topic is read", async () => {
  const route = { name: "airlog.test", partitions: 1, types: ["Added"] };
  const { kafka } = new KafkaDouble(route.name);
  const database = await databaseUntil(onTestFinished);
  const eventStore = eventStoreWith({ logId, parsePosition: positionOf, head: async () => place(1) });
  const feed = await openKafkaFeed({ kafka, database, eventStore, routes: [route], log: silent, confirmMs: 1 });
  const { signal } = new AbortController();
  const subscription = { view: "test", types: route.types, signal, batchSize: 100, batchBytes: 1_024 };
  const batches = feed.subscribe(subscription, { position: place(2), bookmark: '{"0":"7"}' });
  const failure = await batches[Symbol.asyncIterator]()
    .next()
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(LogEndsBefore);
  expect(failure).toMatchObject({ head: place(1) });
});
