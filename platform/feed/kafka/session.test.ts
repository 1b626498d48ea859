import { expect, test } from "vitest";
import { databaseWith } from "../../../test/doubles/database.ts";
import { eventStoreWith } from "../../../test/doubles/event-store.ts";
import { KafkaDouble } from "../../../test/doubles/kafka.ts";
import { positionOf } from "../../../test/position.ts";
import { silent } from "../../../test/postgres.ts";
import type { Position, RecordedEvent } from "../../event-store/port.ts";
import type { ReceivedMessage } from "../../kafka/port.ts";
import { eventMessage } from "./message.ts";
import { followTopic } from "./session.ts";

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
