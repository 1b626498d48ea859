import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { ISocketFactoryArgs } from "kafkajs";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readRelayed } from "../../platform/feed/kafka/checkpoint.ts";
import { describeWithEngine } from "./engine.ts";
import { KafkaLog } from "./kafka-log.ts";

describeWithEngine("kafka", "a log that goes through Kafka", (brokers) => {
  let log: KafkaLog;
  beforeEach(async () => {
    log = await KafkaLog.open(brokers);
  });
  afterEach(() => log.close());

  test("every event is read once, in the order of the log, from one partition or several", async () => {
    await log.append("Noted", 40);
    await log.append("Measured", 300);
    await log.relay();
    const notes = await log.reader(log.notes);
    const measurements = await log.reader(log.measurements, { batchSize: 7 });
    await log.append("Noted", 1);
    const head = await log.append("Measured", 200);
    await Promise.all([notes.reached(head), measurements.reached(head)]);
    expect(notes.seen).toEqual(await log.ids(log.notes));
    expect(measurements.seen).toEqual(await log.ids(log.measurements));
  });

  test("an event is read as it was appended", async () => {
    await log.relay();
    const reader = await log.reader(log.measurements);
    await reader.reached(await log.append("Measured", 1));
    // The first may be read from the event store, the second is read from the topic.
    await reader.reached(await log.append("Measured", 1));
    const stored = (await log.batches()).flatMap(({ events }) => events);
    expect(reader.events).toEqual(stored);
  });

  test("the position of an idle topic follows the log on every partition", async () => {
    await log.relay();
    const idle = await log.reader(log.measurements);
    for (const count of [1, 30, 2]) await idle.reached(await log.append("Noted", count));
    expect(idle.seen).toEqual([]);
  });

  test("readers skip what a relay repeats after a crash", async () => {
    await log.append("Noted", 50);
    const sent = await log.append("Measured", 50);
    const first = await log.relay();
    const readers = [await log.reader(log.notes), await log.reader(log.measurements)];
    await Promise.all(readers.map((reader) => reader.reached(sent)));
    await first.close();
    const before = await log.messages(log.notes);
    // As if it had crashed after sending everything and before storing its position.
    await log.database.query("delete from kafka_relay");
    const head = await log.append("Noted", 5);
    await log.relay();
    await Promise.all(readers.map((reader) => reader.reached(head)));
    expect(await log.messages(log.notes)).toBeGreaterThanOrEqual(before + 50);
    expect(readers.map(({ seen }) => seen)).toEqual([await log.ids(log.notes), await log.ids(log.measurements)]);
  });

  test("events are read once although messages are repeated, late or never sent", async () => {
    for (let round = 0; round < 10; round++) await log.append(round % 2 === 0 ? "Noted" : "Measured", 10);
    const head = await log.eventStore.head();
    const batches = await log.batches(9);
    const runs = batches.map((batch, index) => ({ from: batches[index - 1]?.position ?? log.eventStore.start, batch }));
    const sender = await log.sender();
    const readers = [await log.reader(log.notes), await log.reader(log.measurements)];
    // Some messages arrive while they join, some after.
    await sleep(500);
    const disordered = [
      ...runs.slice(3, 6),
      ...runs.slice(0, 5),
      ...runs.slice(8),
      ...runs.slice(8),
      ...runs.slice(2, 4),
    ];
    for (const { from, batch } of disordered) await sender.send(from, batch);
    await Promise.all(readers.map((reader) => reader.reached(head)));
    expect(readers.map(({ seen }) => seen)).toEqual([await log.ids(log.notes), await log.ids(log.measurements)]);
  });

  test("messages of another log on the topic are skipped", async () => {
    const other = await KafkaLog.open(brokers);
    try {
      await log.relay();
      const reader = await log.reader(log.notes);
      await reader.reached(await log.append("Noted", 3));
      const producer = log.kafka.producer();
      await producer.connect();
      const position = await other.append("Noted", 3);
      const headers = { after: position, position, partitions: "1", "event-type": "Noted" };
      await producer.send({ topic: log.notes.name, messages: [{ value: "hello" }, { value: "{}", headers }] });
      await producer.disconnect();
      await reader.reached(await log.append("Noted", 3));
      expect(reader.seen).toEqual(await log.ids(log.notes));
    } finally {
      await other.close();
    }
  });

  test("a reader resumes by its bookmark or by its position alone", async () => {
    await log.relay();
    const first = await log.reader(log.measurements);
    await first.reached(await log.append("Measured", 100));
    await first.close();
    const head = await log.append("Measured", 20);
    const all = await log.ids(log.measurements);
    for (const bookmark of [first.place.bookmark, null, '{"0":"0","1":"0","2":"0"}', '{"0":"999999","7":"3"}']) {
      const next = await log.reader(log.measurements, { from: { position: first.place.position, bookmark } });
      await next.reached(head);
      expect(next.seen).toEqual(all.slice(100));
      await next.close();
    }
  });

  test("a deleted topic is created again, and views read its events from the event store", async () => {
    await log.append("Noted", 500);
    await log.relay();
    const early = await log.reader(log.notes);
    await early.reached(await log.eventStore.head());
    await log.deleteTopics();
    const late = await log.reader(log.notes);
    const head = await log.append("Noted", 10);
    for (const reader of [early, late]) {
      await reader.reached(head);
      expect(reader.seen).toEqual(await log.ids(log.notes));
    }
  });

  test("a relay takes over when the active one loses its lease, and neither repeats an event", async () => {
    const [first, second] = [await log.relay(), await log.relay()];
    await vi.waitFor(
      () => expect([first, second].map((relay) => relay.state().state).sort()).toContain("sending"),
      20_000,
    );
    const reader = await log.reader(log.notes);
    await reader.reached(await log.append("Noted", 10));
    const active = first.state().state === "sending" ? first : second;
    // The lease passes to a holder that does not exist.
    await log.database.query({
      text: "update view_leases set holder = $1, expires = clock_timestamp() where name = 'kafka-relay'",
      values: [randomUUID()],
    });
    for (let round = 0; round < 20; round++) await reader.reached(await log.append("Noted", 3));
    await active.close();
    await reader.reached(await log.append("Noted", 3));
    expect(reader.seen).toEqual(await log.ids(log.notes));
    // The relay stores its position after the broker confirms, so a reader may be ahead for a moment.
    await vi.waitFor(async () => expect(await readRelayed(log.database)).toBe(reader.place.position), 10_000);
  });

  test("a consumer without activity is replaced, and reading goes on", async () => {
    const sockets = new Sockets();
    const said: string[] = [];
    const warnings = pino({ level: "warn" }, { write: (line: string) => void said.push(line) });
    await log.relay();
    const reader = await log.reader(log.notes, { silence: 1_500, sockets: sockets.create, log: warnings });
    const readsTopic = async (before: string | null) => {
      await reader.reached(await log.append("Noted", 1));
      expect(reader.place.bookmark).not.toBe(before);
    };
    await vi.waitFor(() => readsTopic(null), { timeout: 20_000 });
    sockets.freeze();
    await vi.waitFor(() => expect(said.join()).toContain("no sign of life for 1500 ms"), { timeout: 20_000 });
    const { bookmark } = reader.place;
    await vi.waitFor(() => readsTopic(bookmark), { timeout: 20_000 });
    expect(reader.seen).toEqual(await log.ids(log.notes));
  });
});

/** Connections that can be frozen without being closed. */
class Sockets {
  readonly #open = new Set<Socket>();

  readonly create = ({ host, port, onConnect }: ISocketFactoryArgs): Socket => {
    const socket = connect({ host, port }, onConnect);
    this.#open.add(socket);
    return socket;
  };

  freeze(): void {
    for (const socket of this.#open) socket.pause();
    this.#open.clear();
  }
}
