import { expect, test, vi } from "vitest";
import { databaseWith } from "../../../test/doubles/database.ts";
import { eventStoreWith } from "../../../test/doubles/event-store.ts";
import { KafkaDouble } from "../../../test/doubles/kafka.ts";
import { positionOf } from "../../../test/position.ts";
import { silent } from "../../../test/postgres.ts";
import type { Position, RecordedEvent } from "../../event-store/port.ts";
import type { ReceivedMessage } from "../../kafka/port.ts";
import { eventMessage } from "./message.ts";
import { followTopic, TopicAhead } from "./session.ts";

const route = { name: "airlog.test", partitions: 12, types: ["Added"] };
const log = "0123456789ab";
const place = (number: number) => positionOf(`${log}.${String(number).padStart(6, "0")}`);

function event(number: number, bytes: number): RecordedEvent {
  const meta = { time: "2026-01-01T00:00:00Z", actor: "test", provider: "norway", correlationId: "test" };
  const rest = { revision: 0, id: `id-${number}`, type: "Added", schemaVersion: 1, data: Buffer.alloc(bytes), meta };
  return { position: place(number), stream: `stream-${number}`, ...rest };
}

function delivered(sent: RecordedEvent, after: Position, offset: number): ReceivedMessage {
  const { value, headers } = eventMessage(sent, "key", log, { after, position: sent.position, partitions: 2 });
  return { key: Buffer.from("key"), timestamp: "0", offset: String(offset), value, headers };
}

test("a paused partition is resumed when the event store has delivered what its messages waited for", async () => {
  const double = new KafkaDouble(route.name);
  const closing = new AbortController();
  const large = event(2, 2 * 1024 ** 2);
  const events = [event(1, 10), large];
  const eventStore = eventStoreWith({
    logId: log,
    head: async () => place(2),
    parsePosition: positionOf,
    async *follow() {
      yield { events, position: place(2) };
    },
  });
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
  // Event 1 never came.
  await double.deliver(0, delivered(large, place(1), 7));
  expect([...double.paused]).toEqual([0]);
  expect((await first).value.events.map(({ id }: RecordedEvent) => id)).toEqual(["id-1", "id-2"]);
  const next = batches.next();
  await new Promise(setImmediate);
  expect([...double.paused]).toEqual([]);
  closing.abort();
  expect((await next).done).toBe(true);
});

test.each([
  ["that follows what the view has", 1],
  ["after others that are missing", 2],
])("an event %s, and that the log lacks since it was restored, is not delivered", async (_, after) => {
  const double = new KafkaDouble(route.name);
  const head = vi.fn(async () => place(1));
  const eventStore = eventStoreWith({ logId: log, parsePosition: positionOf, head });
  const batches = followTopic(
    {
      kafka: double.kafka,
      database: databaseWith({ query: async () => [] }),
      eventStore,
      routes: [route],
      log: silent,
    },
    route,
    { view: "test", types: route.types, signal: AbortSignal.timeout(5_000), batchSize: 100, batchBytes: 1_024 },
    { position: place(1), bookmark: '{"0":"7","1":"3"}' },
    () => {},
  );
  const refused = expect(batches.next()).rejects.toThrow(TopicAhead);
  await double.running;
  double.join(0, 1);
  for (const partition of [0, 1]) await double.deliver(partition, delivered(event(3, 10), place(after), 7));
  await refused;
  expect(head).toHaveBeenCalledOnce();
});
