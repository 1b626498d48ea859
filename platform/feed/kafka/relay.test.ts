import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { unreachableKafka } from "../../../test/doubles/kafka.ts";
import { holdElsewhere } from "../../../test/leases.ts";
import { positionOf } from "../../../test/position.ts";
import { databaseUntil, silent } from "../../../test/postgres.ts";
import { recordedSpans } from "../../../test/recorded-spans.ts";
import { migrate } from "../../database/migrations.ts";
import { comparePositions, type Position, type RecordedEvent } from "../../event-store/port.ts";
import { openPostgresEventStore } from "../../event-store/postgres/store.ts";
import type { Kafka, OutgoingMessage } from "../../kafka/port.ts";
import { endLeases } from "../../views/lease.ts";
import { moveRelayed, RELAY_MIGRATIONS, readRelayed } from "./checkpoint.ts";
import { Merge } from "./merge.ts";
import { eventOf, readNote } from "./message.ts";
import { openRelay } from "./relay.ts";

const database = await databaseUntil(afterAll);
const eventStore = await openPostgresEventStore(database);
const patiently = { timeout: 20_000, interval: 20 };
const never = new AbortController().signal;
afterAll(() => eventStore.close());

test("a relay that failed is healthy only while another one sends", async () => {
  const relay = await openRelay({ kafka: unreachableKafka(), database, eventStore, routes: [], log: silent });
  await vi.waitFor(() => expect(relay.state()).toMatchObject({ state: "failing" }), patiently);
  await holdElsewhere(database, "kafka-relay");
  await vi.waitFor(() => expect(relay.state()).toEqual({ state: "waiting" }), patiently);
  await endLeases(database);
  await vi.waitFor(() => expect(relay.state()).toMatchObject({ state: "failing" }), patiently);
  await relay.close();
});

/** A broker with one topic. It takes requests one at a time, or refuses them if the test says so. */
class Broker {
  readonly partitions: OutgoingMessage[][];
  readonly #take: (messages: readonly OutgoingMessage[]) => Promise<void>;

  constructor(partitions: number, take: (messages: readonly OutgoingMessage[]) => Promise<void>) {
    this.partitions = Array.from({ length: partitions }, () => []);
    this.#take = take;
  }

  get kafka(): Kafka {
    const send = async (messages: readonly OutgoingMessage[]) => {
      await this.#take(messages);
      for (const message of messages) this.partitions[message.partition]?.push(message);
    };
    return {
      createTopics: async () => {},
      consume: () => expect.unreachable(),
      connectProducer: async () => ({ send, partitions: () => this.partitions.length, close: async () => {} }),
    };
  }
}

test("requests that fail in the middle of the log lose and duplicate nothing, and the checkpoint is never ahead", async () => {
  const meta = { time: "2026-01-01T00:00:00Z", actor: "ada", provider: "norway", correlationId: "c" };
  for (let stream = 0; stream < 7; stream++) {
    const events = Array.from({ length: 500 }, () => {
      const data = Buffer.from("{}");
      return { id: randomUUID(), type: "Measured", schemaVersion: 1, data, meta };
    });
    await eventStore.append([{ stream: `observations-${stream}-2024-01`, expected: "any", events }]);
  }
  const logged: RecordedEvent[] = [];
  const head = await eventStore.head();
  for await (const batch of eventStore.follow(eventStore.start, { signal: never })) {
    logged.push(...batch.events);
    if (comparePositions(batch.position, head) >= 0) break;
  }
  const taken = new Set<Position>();
  const ahead: RecordedEvent[] = [];
  let requests = 0;
  const broker = new Broker(3, async (messages) => {
    requests += 1;
    // Time in which a checkpoint that is moved too early gets there.
    await sleep(20);
    const relayed = await readRelayed(database);
    const promised = relayed ? logged.filter(({ position }) => comparePositions(position, relayed) <= 0) : [];
    ahead.push(...promised.filter(({ position }) => !taken.has(position)));
    if (requests === 3 || requests === 6) throw new Error("not now");
    for (const message of messages) taken.add(readNote(message).position);
  });
  const routes = [{ name: "airlog.test", partitions: 3, types: ["Measured"] }];
  const relay = await openRelay({ kafka: broker.kafka, database, eventStore, routes, log: silent });
  await vi.waitFor(async () => expect(await readRelayed(database)).toBe(head), patiently);
  await relay.close();
  const merge = new Merge(eventStore.start, null);
  for (const [partition, messages] of broker.partitions.entries()) {
    for (const [offset, message] of messages.entries()) {
      const note = readNote(message);
      merge.accept(partition, BigInt(offset), note, () => note.event && eventOf(note, note.event, message));
    }
  }
  expect(ahead).toEqual([]);
  expect(requests).toBeGreaterThan(6);
  expect(merge.missing).toBeUndefined();
  const read = merge.take({ batchSize: 10_000, batchBytes: 1e9 });
  expect(read?.events.map(({ id }) => id)).toEqual(logged.map(({ id }) => id));
});

test("a sent batch is one span, caused by the requests of its events", async () => {
  const database = await databaseUntil(afterAll);
  const eventStore = await openPostgresEventStore(database);
  const traceparent = `00-${"4b".repeat(16)}-${"0f".repeat(8)}-01`;
  const meta = { time: "2026-01-01T00:00:00Z", actor: "ada", provider: "norway", correlationId: "c", traceparent };
  const events = Array.from({ length: 3 }, () => {
    return { id: randomUUID(), type: "Measured", schemaVersion: 1, data: Buffer.from("{}"), meta };
  });
  await eventStore.append([{ stream: "observations-1-2024-01", expected: "any", events }]);
  const tracing = recordedSpans();
  const { kafka } = new Broker(1, async () => {});
  const routes = [{ name: "airlog.test", partitions: 1, types: ["Measured"] }];
  const relay = await openRelay({ kafka, database, eventStore, routes, log: silent, tracing });
  await vi.waitFor(() => expect(tracing.spans).toHaveLength(1), patiently);
  expect(tracing.spans).toMatchObject([{ name: "send events", kind: "producer", causes: [{ traceparent }] }]);
  await relay.close();
  await eventStore.close();
});

test.each([
  ["that ends before the events that were sent", true],
  ["of another id", false],
])("a log %s is sent from its beginning", async (_, isOfLog) => {
  const database = await databaseUntil(onTestFinished);
  const eventStore = await openPostgresEventStore(database);
  onTestFinished(() => eventStore.close());
  await migrate(database, RELAY_MIGRATIONS);
  const sent = `${isOfLog ? eventStore.logId : "0".repeat(12)}.${"7".repeat(32)}`;
  await moveRelayed(database, undefined, positionOf(sent));
  const meta = { time: "2026-01-01T00:00:00Z", actor: "ada", provider: "norway", correlationId: "c" };
  const event = { id: randomUUID(), type: "Measured", schemaVersion: 1, data: Buffer.from("{}"), meta };
  await eventStore.append([{ stream: "observations-1-2024-01", expected: "any", events: [event] }]);
  const broker = new Broker(1, async () => {});
  const routes = [{ name: "airlog.test", partitions: 1, types: ["Measured"] }];
  const relay = await openRelay({ kafka: broker.kafka, database, eventStore, routes, log: silent, confirmMs: 1 });
  const head = await eventStore.head();
  await vi.waitFor(async () => expect(await readRelayed(database)).toBe(head), patiently);
  await relay.close();
  const ids = broker.partitions.flat().flatMap((message) => readNote(message).event?.id ?? []);
  expect(ids).toEqual([event.id]);
});
