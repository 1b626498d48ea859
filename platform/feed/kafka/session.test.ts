import { expect, test, vi } from "vitest";
import { databaseWith } from "../../../test/doubles/database.ts";
import { eventStoreWith } from "../../../test/doubles/event-store.ts";
import { KafkaDouble } from "../../../test/doubles/kafka.ts";
import { positionOf } from "../../../test/position.ts";
import { silent } from "../../../test/postgres.ts";
import type { EventStore, Position, RecordedEvent } from "../../event-store/port.ts";
import type { ReceivedMessage } from "../../kafka/port.ts";
import { eventMessage, watermark } from "./message.ts";
import { TopicAhead } from "./provenance.ts";
import { followTopic } from "./session.ts";

const route = { name: "airlog.test", partitions: 12, types: ["Added"] };
const log = "0123456789ab";
const place = (number: number) => positionOf(`${log}.${String(number).padStart(6, "0")}`);

function event(number: number, bytes: number): RecordedEvent {
  const meta = { time: "2026-01-01T00:00:00Z", actor: "test", provider: "norway", correlationId: "test" };
  const rest = { revision: 0, id: `id-${number}`, type: "Added", schemaVersion: 1, data: Buffer.alloc(bytes), meta };
  return { position: place(number), stream: `stream-${number}`, ...rest };
}

function delivered(sent: RecordedEvent, after: Position, offset: number, run = "a run"): ReceivedMessage {
  const link = { after, position: sent.position, partitions: 2 };
  const { value, headers } = eventMessage(sent, "key", { log, run }, link);
  return { key: Buffer.from("key"), timestamp: "0", offset: String(offset), value, headers };
}

/** A log of these events. */
function logWith(...events: readonly RecordedEvent[]): EventStore {
  return eventStoreWith({
    logId: log,
    parsePosition: positionOf,
    head: async () => events.at(-1)?.position ?? place(0),
    async *read(stream, from = 0) {
      yield* events.filter((each) => each.stream === stream && each.revision >= from);
    },
  });
}

test("a paused partition is resumed when the event store has delivered the events that its messages waited for", async () => {
  const double = new KafkaDouble(route.name);
  const closing = new AbortController();
  const large = event(2, 2 * 1024 ** 2);
  const events = [event(1, 10), large];
  const eventStore: EventStore = {
    ...logWith(...events),
    async *follow() {
      yield { events, position: place(2) };
    },
  };
  const database = databaseWith({ query: async () => [] });
  const batches = followTopic(
    { kafka: double.kafka, database, eventStore, routes: [route], log: silent },
    route,
    { view: "test", types: route.types, signal: closing.signal, batchSize: 100, batchBytes: 8 * 1024 ** 2 },
    { position: place(0), bookmark: '{"0":"7","1":"3"}' },
    () => {},
  );
  const first = batches.next();
  await double.running;
  double.join(0, 1);
  // Event 1 is never delivered.
  await double.deliver(0, delivered(large, place(1), 7));
  expect([...double.paused]).toEqual([0]);
  expect((await first).value.events.map(({ id }: RecordedEvent) => id)).toEqual(["id-1", "id-2"]);
  const next = batches.next();
  await new Promise(setImmediate);
  expect([...double.paused]).toEqual([]);
  closing.abort();
  expect((await next).done).toBe(true);
});

/** A view's feed that begins after event 1, of a log that was restored to a moment before the topic's end. */
function feedOf(eventStore: EventStore, double: KafkaDouble) {
  const database = databaseWith({ query: async () => [] });
  return followTopic(
    { kafka: double.kafka, database, eventStore, routes: [route], log: silent },
    route,
    { view: "test", types: route.types, signal: AbortSignal.timeout(5_000), batchSize: 100, batchBytes: 1_024 },
    { position: place(1), bookmark: '{"0":"7","1":"3"}' },
    () => {},
  );
}

test.each([
  ["directly after the view's position", 1],
  ["after other missing ones", 2],
])("an event %s, missing in the restored log, is not delivered", async (_, after) => {
  const double = new KafkaDouble(route.name);
  const batches = feedOf(logWith(event(1, 10)), double);
  const refused = expect(batches.next()).rejects.toThrow(TopicAhead);
  await double.running;
  double.join(0, 1);
  for (const partition of [0, 1]) await double.deliver(partition, delivered(event(3, 10), place(after), 7));
  await refused;
});

test.each([
  ["the end of another stream", {}],
  ["beyond the end of its stream", { stream: "stream-3", revision: 7 }],
  ["the same revision of its stream", { stream: "stream-3" }],
  ["written again", { stream: "stream-3", id: "id-3", meta: { ...event(3, 10).meta, time: "2026-01-01T00:05:00Z" } }],
])("a forgotten event is not delivered once the restored log has another one at its position: %s", async (_, other) => {
  const double = new KafkaDouble(route.name);
  const written = [2, 3, 4].map((number) => ({
    ...event(number, 10),
    ...{ stream: "new", id: `new-${number}` },
    ...other,
  }));
  const batches = feedOf(logWith(event(1, 10), ...written), double);
  const refused = expect(batches.next()).rejects.toThrow(TopicAhead);
  await double.running;
  double.join(0, 1);
  for (const partition of [0, 1]) await double.deliver(partition, delivered(event(3, 10), place(1), 7));
  await refused;
});

test("a forgotten event is not delivered even when the relay has sent later events of the grown log", async () => {
  const double = new KafkaDouble(route.name);
  const fifth = { ...event(5, 10), id: "new-5" };
  const batches = feedOf(logWith(event(1, 10), { ...event(2, 10), id: "new-2" }, fifth), double);
  const refused = expect(batches.next()).rejects.toThrow(TopicAhead);
  await double.running;
  double.join(0, 1);
  for (const partition of [0, 1]) {
    const before = delivered(event(3, 10), place(1), 7);
    await double.deliver(partition, before, delivered(fifth, place(2), 8, "a later run"));
  }
  await refused;
});

test("a watermark beyond the end of a restored log is not believed", async () => {
  const double = new KafkaDouble(route.name);
  const batches = feedOf(logWith(event(1, 10), { ...event(3, 10), id: "new-3" }), double);
  const refused = expect(batches.next()).rejects.toThrow(TopicAhead);
  await double.running;
  double.join(0, 1);
  const link = { after: place(1), position: place(3), partitions: 2 };
  const { value, headers } = watermark({ log, run: "a run" }, link, event(3, 10));
  for (const partition of [0, 1]) {
    await double.deliver(partition, { key: null, timestamp: "0", offset: "7", value, headers });
  }
  await refused;
});

test("many arrived batches are checked against the log once", async () => {
  const double = new KafkaDouble(route.name);
  const events = [1, 2, 3, 4].map((number) => event(number, 1_000));
  const eventStore = logWith(...events);
  const read = vi.spyOn(eventStore, "read");
  const batches = feedOf(eventStore, double);
  const first = batches.next();
  await double.running;
  double.join(0, 1);
  for (const partition of [0, 1]) {
    const messages = events.slice(1).map((each, index) => delivered(each, place(index + 1), 7 + index));
    await double.deliver(partition, ...messages);
  }
  const positions = [await first, await batches.next(), await batches.next()].map(({ value }) => value?.position);
  expect(positions).toEqual([place(2), place(3), place(4)]);
  expect(read).toHaveBeenCalledOnce();
});
