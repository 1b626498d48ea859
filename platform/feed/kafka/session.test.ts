import { expect, test } from "vitest";
import { KafkaDouble } from "../../../test/doubles/kafka.ts";
import { silent } from "../../../test/postgres.ts";
import type { Database } from "../../database/port.ts";
import type { EventBatch, EventStore, Position, RecordedEvent } from "../../event-store/port.ts";
import type { ReceivedMessage } from "../../kafka/port.ts";
import { eventMessage } from "./message.ts";
import { followTopic } from "./session.ts";

const route = { name: "airlog.test", partitions: 12, types: ["Added"] };
const log = "0123456789ab";
const positionOf = (number: number) => `${log}.${String(number).padStart(6, "0")}` as Position;

function event(number: number, bytes: number): RecordedEvent {
  const meta = { time: "2026-01-01T00:00:00Z", actor: "test", provider: "norway", correlationId: "test" };
  const rest = { revision: 0, id: `id-${number}`, type: "Added", schemaVersion: 1, data: Buffer.alloc(bytes), meta };
  return { position: positionOf(number), stream: `stream-${number}`, ...rest };
}

function delivered(sent: RecordedEvent, after: Position, offset: number): ReceivedMessage {
  const { value, headers } = eventMessage(sent, "key", log, { after, position: sent.position, partitions: 2 });
  return { key: Buffer.from("key"), timestamp: "0", offset: String(offset), value, headers };
}

test("a paused partition is resumed when the event store has delivered what its messages waited for", async () => {
  const double = new KafkaDouble(route.name);
  const closing = new AbortController();
  const events = [event(1, 10), event(2, 2 * 1024 ** 2)];
  const eventStore: Pick<EventStore, "logId" | "parsePosition" | "follow"> = {
    logId: log,
    parsePosition: (text) => text as Position,
    async *follow(): AsyncIterable<EventBatch> {
      yield { events, position: positionOf(2) };
    },
  };
  const database: Pick<Database, "query"> = { query: async () => [] };
  const batches = followTopic(
    {
      kafka: double.kafka,
      database: database as Database,
      eventStore: eventStore as EventStore,
      routes: [route],
      log: silent,
    },
    route,
    { view: "test", types: route.types, signal: closing.signal, batchSize: 100, batchBytes: 8 * 1024 ** 2 },
    { position: positionOf(0), bookmark: '{"0":"7","1":"3"}' },
    () => {},
  );
  const first = batches.next();
  await double.running;
  double.join(0, 1);
  // Event 1 never came.
  await double.deliver(0, delivered(events[1] as RecordedEvent, positionOf(1), 7));
  expect([...double.paused]).toEqual([0]);
  expect((await first).value.events.map(({ id }: RecordedEvent) => id)).toEqual(["id-1", "id-2"]);
  const next = batches.next();
  await new Promise(setImmediate);
  expect([...double.paused]).toEqual([]);
  closing.abort();
  expect((await next).done).toBe(true);
});
