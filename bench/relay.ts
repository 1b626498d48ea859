import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Kafka as Client, type Message, Partitioners, type Producer } from "kafkajs";
import { pino } from "pino";
import { openDatabase } from "../platform/database/open.ts";
import type { Database } from "../platform/database/port.ts";
import { comparePositions, type EventStore, type NewEvent, type Position } from "../platform/event-store/port.ts";
import { openPostgresEventStore } from "../platform/event-store/postgres/store.ts";
import { openKafkaFeed } from "../platform/feed/kafka/feed.ts";
import { openRelay } from "../platform/feed/kafka/relay.ts";
import type { Route } from "../platform/feed/kafka/routes.ts";
import { connectionConfig, kafkaOver } from "../platform/kafka/client.ts";
import { logCreator } from "../platform/kafka/log.ts";
import type { Kafka } from "../platform/kafka/port.ts";
import { corpusRecord } from "./corpus.ts";
import { benchEngine } from "./engines.ts";
import { alternate, type BenchResult, type Row, scaled } from "./harness.ts";

/**
 * From the log in PostgreSQL through Kafka to a view that only counts, beside kafkajs sending and reading messages of the
 * same bytes from memory: with the same brokers and partitions, requests of the same size, acknowledgement by all replicas,
 * and producer and consumer in one process.
 */
export async function run(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "airlog-bench-relay-"));
  const engine = await benchEngine("kafka");
  const log = pino({ level: "silent" });
  const settings = { brokers: engine.address.split(","), tls: false, caFile: undefined, sasl: undefined };
  const client = new Client({ ...(await connectionConfig(settings)), logCreator: logCreator(log) });
  const kafka = kafkaOver(client);
  const database = await openDatabase({ dataFolder: folder, logger: log });
  const eventStore = await openPostgresEventStore(database);
  try {
    const rows: Row[] = [];
    for (const load of loads) rows.push(await measure(load, { client, kafka, database, eventStore }));
    return { name: "relay", rows };
  } finally {
    await eventStore.close();
    await database.close();
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Engines {
  readonly client: Client;
  readonly kafka: Kafka;
  readonly database: Database;
  readonly eventStore: EventStore;
}

interface Load {
  readonly name: string;
  readonly events: number;
  readonly partitions: number;
  readonly stream: (index: number) => string;
  readonly data: (index: number) => object;
}

const loads: readonly Load[] = [
  {
    name: "records of 5 KB, one partition",
    events: scaled(10_000),
    partitions: 1,
    stream: (index) => `metadata-${index}`,
    data: (index) => ({ record: corpusRecord(index) }),
  },
  {
    name: "a day of hourly values, twelve partitions",
    events: scaled(30_000),
    partitions: 12,
    stream: (index) => `observations-series-${index % 500}-2026-01`,
    data: (index) => ({
      series: `series-${index % 500}`,
      times: Array.from({ length: 24 }, (_, hour) => 1_767_225_600 + 3_600 * hour),
      values: Array.from({ length: 24 }, (_, hour) => ((index * 31 + hour * 7) % 900) / 10),
    }),
  },
];

/** Bytes of one request of the limit, as many as the relay puts into one. */
const REQUEST_BYTES = 900 * 1024;

async function measure(load: Load, engines: Engines): Promise<Row> {
  const name = `bench.${randomUUID()}`;
  const type = `Noted-${name}`;
  const route: Route = { name, partitions: load.partitions, types: [type] };
  const bare = { name: `${name}.bare`, partitions: load.partitions };
  await engines.kafka.createTopics([route, bare]);
  const events = Array.from({ length: load.events }, (_, index) => newEvent(type, load.data(index)));
  const plain = await Plain.open(engines, bare.name);
  const view = await CountingView.open(engines, route);
  try {
    const product = () => relayed(load, events, view, engines, route);
    const limit = () => plain.sendAndRead(load, events);
    await product();
    await limit();
    const values = await alternate(limit, product);
    return { name: load.name, unit: "events/s", ...values, goal: { of: "ratio", at: "least", value: 0.5 } };
  } finally {
    await view.close();
    await plain.close();
    const admin = engines.client.admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [route.name, bare.name] });
    await admin.disconnect();
  }
}

function newEvent(type: string, data: object): Omit<NewEvent, "id"> {
  const meta = { time: "2026-01-01T00:00:00.000Z", actor: "ada", provider: "fzj", correlationId: randomUUID() };
  return { type, schemaVersion: 1, data: Buffer.from(JSON.stringify(data)), meta };
}

/** Events a second from the start of the relay, on a log that holds them all, until the view has them. */
async function relayed(
  load: Load,
  events: readonly Omit<NewEvent, "id">[],
  view: CountingView,
  engines: Engines,
  route: Route,
): Promise<number> {
  let head = engines.eventStore.start;
  for (let from = 0; from < events.length; from += 1_000) {
    const byStream = new Map<string, NewEvent[]>();
    events.slice(from, from + 1_000).forEach((event, index) => {
      const stream = load.stream(from + index);
      byStream.set(stream, [...(byStream.get(stream) ?? []), { ...event, id: randomUUID() }]);
    });
    const streams = [...byStream].map(([stream, list]) => ({ stream, expected: "any" as const, events: list }));
    const appended = await engines.eventStore.append(streams);
    if (appended.outcome !== "appended") throw new Error("an append without expectations was refused");
    head = appended.position;
  }
  const before = view.events;
  const relay = await openRelay({ ...engines, routes: [route], log: pino({ level: "silent" }) });
  try {
    while (relay.state().state !== "sending") await sleep(1);
    const begin = performance.now();
    await view.reached(head);
    const seconds = (performance.now() - begin) / 1_000;
    if (view.events - before !== events.length) throw new Error(`${view.events - before} events came`);
    return events.length / seconds;
  } finally {
    await relay.close();
  }
}

/** A view whose work takes no time. */
class CountingView {
  events = 0;
  #position: Position;
  #waiting: { readonly for: Position; readonly resolve: () => void } | undefined;
  readonly #closing = new AbortController();
  #running: Promise<void> = Promise.resolve();

  private constructor(start: Position) {
    this.#position = start;
  }

  /** When this resolves, the view reads the topic, and no longer the event store. */
  static async open(engines: Engines, route: Route): Promise<CountingView> {
    const log = pino({ level: "silent" });
    const feed = await openKafkaFeed({ ...engines, routes: [route], log });
    const view = new CountingView(engines.eventStore.start);
    const { signal } = view.#closing;
    const limits = { batchSize: 1_000, batchBytes: 6 * 1024 ** 2 };
    view.#running = (async () => {
      const from = { position: engines.eventStore.start, bookmark: null };
      for await (const batch of feed.subscribe({ view: "bench", types: route.types, signal, ...limits }, from)) {
        view.events += batch.events.length;
        view.#moved(batch.position);
      }
    })();
    // A consumer that joins at the end of a topic first reads events that came meanwhile from the event store.
    await sleep(3_000);
    return view;
  }

  reached(position: Position): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = { for: position, resolve };
      this.#moved(this.#position);
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  #moved(position: Position): void {
    this.#position = position;
    if (this.#waiting && comparePositions(position, this.#waiting.for) >= 0) this.#waiting.resolve();
  }
}

/** kafkajs alone. */
class Plain {
  readonly #topic: string;
  readonly #producer: Producer;
  readonly #close: () => Promise<void>;
  #read = 0;
  #waiting: { readonly for: number; readonly resolve: () => void } | undefined;

  private constructor(topic: string, producer: Producer, close: () => Promise<void>) {
    this.#topic = topic;
    this.#producer = producer;
    this.#close = close;
  }

  static async open({ client, kafka }: Engines, topic: string): Promise<Plain> {
    const producer = client.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    await producer.connect();
    const close = async () => {
      await consumer.close();
      await producer.disconnect();
    };
    const plain = new Plain(topic, producer, close);
    const fetching = new AbortController();
    const consumer = await kafka.consume({
      groupId: `${topic}.${randomUUID()}`,
      topic,
      fromBeginning: false,
      eachBatch: async (batch) => {
        plain.#count(batch.messages.length);
        batch.resolve();
      },
      onFetch: () => fetching.abort(),
    });
    if (!fetching.signal.aborted) await once(fetching.signal, "abort");
    return plain;
  }

  /** Messages a second. */
  async sendAndRead(load: Load, events: readonly Omit<NewEvent, "id">[]): Promise<number> {
    const messages = events.map((event, index) => bareMessage(event, load.stream(index)));
    const begin = performance.now();
    const read = new Promise<void>((resolve) => {
      this.#waiting = { for: this.#read + messages.length, resolve };
    });
    for (const request of requests(messages)) {
      await this.#producer.sendBatch({ acks: -1, topicMessages: [{ topic: this.#topic, messages: request }] });
    }
    await read;
    return messages.length / ((performance.now() - begin) / 1_000);
  }

  close(): Promise<void> {
    return this.#close();
  }

  #count(messages: number): void {
    this.#read += messages;
    if (this.#waiting && this.#read >= this.#waiting.for) this.#waiting.resolve();
  }
}

/** A message with as many bytes as the event's message in all. */
function bareMessage({ data, meta }: Omit<NewEvent, "id">, stream: string): Message {
  const position = "0123456789ab.00000000000000010000000000000001";
  const beside = JSON.stringify({ id: randomUUID(), after: position, position, stream, ...meta });
  return { key: stream, value: Buffer.from(data), headers: { beside } };
}

function* requests(messages: readonly Message[]): Generator<Message[]> {
  let request: Message[] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = Buffer.byteLength(message.value ?? "") + 512;
    if (request.length > 0 && bytes + size > REQUEST_BYTES) {
      yield request;
      request = [];
      bytes = 0;
    }
    request.push(message);
    bytes += size;
  }
  if (request.length > 0) yield request;
}
