import { randomUUID } from "node:crypto";
import { type ISocketFactory, Kafka } from "kafkajs";
import type { Logger } from "pino";
import { Registry } from "prom-client";
import { vi } from "vitest";
import type { Database } from "../../platform/database/port.ts";
import { engineWatches } from "../../platform/engine-watch.ts";
import {
  comparePositions,
  type EventBatch,
  type EventStore,
  type NewEvent,
  type Position,
  type RecordedEvent,
} from "../../platform/event-store/port.ts";
import { openPostgresEventStore } from "../../platform/event-store/postgres/store.ts";
import { openKafkaFeed } from "../../platform/feed/kafka/feed.ts";
import { openRelay, type Relay } from "../../platform/feed/kafka/relay.ts";
import type { Route } from "../../platform/feed/kafka/routes.ts";
import { Sender } from "../../platform/feed/kafka/sender.ts";
import type { Feed, FeedCheckpoint } from "../../platform/feed/port.ts";
import { connectionConfig, kafkaOver } from "../../platform/kafka/client.ts";
import { logCreator } from "../../platform/kafka/log.ts";
import type { KafkaSettings } from "../../platform/settings/kafka.ts";
import { type FreshDatabase, freshDatabase, silent } from "../postgres.ts";

const meta = { time: "2026-01-01T00:00:00.000Z", actor: "ada", provider: "norway", correlationId: "c-1" };

export interface ReaderOptions {
  readonly from?: FeedCheckpoint;
  /** Milliseconds without activity after which its consumer is replaced. */
  readonly silence?: number;
  /** Creates its sockets. */
  readonly sockets?: ISocketFactory;
  readonly batchSize?: number;
  readonly log?: Logger;
}

/** A log on a new database with new topics: events `Noted` go to one partition, `Measured` to three. */
export class KafkaLog {
  readonly eventStore: EventStore;
  readonly database: Database;
  readonly kafka: Kafka;
  readonly notes: Route;
  readonly measurements: Route;
  readonly #settings: KafkaSettings;
  readonly #fresh: FreshDatabase;
  readonly #opened: { close(): Promise<void> }[] = [];

  private constructor(
    settings: KafkaSettings,
    fresh: FreshDatabase,
    database: Database,
    eventStore: EventStore,
    kafka: Kafka,
  ) {
    this.#settings = settings;
    this.#fresh = fresh;
    this.database = database;
    this.eventStore = eventStore;
    this.kafka = kafka;
    const prefix = `test.${randomUUID()}`;
    this.notes = { name: `${prefix}.notes`, partitions: 1, types: ["Noted"] };
    this.measurements = { name: `${prefix}.measurements`, partitions: 3, types: ["Measured"] };
  }

  /** `kafka`: its settings, or the addresses of brokers without authentication. */
  static async open(kafka: KafkaSettings | string): Promise<KafkaLog> {
    const anyone = { tls: false, caFile: undefined, sasl: undefined };
    const settings = typeof kafka === "string" ? { brokers: kafka.split(","), ...anyone } : kafka;
    const fresh = await freshDatabase();
    const database = await fresh.open();
    const eventStore = await openPostgresEventStore(database);
    return new KafkaLog(settings, fresh, database, eventStore, await client(settings));
  }

  get routes(): readonly Route[] {
    return [this.notes, this.measurements];
  }

  /** Appends to several streams at once; returns the position of the last event. */
  async append(type: string, count: number): Promise<Position> {
    const streams = Array.from({ length: Math.min(count, 7) }, () => `${type}-${randomUUID()}`);
    const event = (): NewEvent => ({ id: randomUUID(), type, schemaVersion: 1, data: Buffer.from('{"é":1}'), meta });
    const result = await this.eventStore.append(
      streams.map((stream, index) => ({
        stream,
        expected: "no-stream",
        events: Array.from({ length: Math.ceil((count - index) / streams.length) }, event),
      })),
    );
    if (result.outcome !== "appended") throw new Error("a new stream is there already");
    return result.position;
  }

  /** Appends one event to a stream. */
  async appendTo(stream: string, type: string): Promise<Position> {
    const event: NewEvent = { id: randomUUID(), type, schemaVersion: 1, data: Buffer.from("{}"), meta };
    const result = await this.eventStore.append([{ stream, expected: "any", events: [event] }]);
    if (result.outcome !== "appended") throw new Error("an append without expectation was refused");
    return result.position;
  }

  async relay(lasting = 600): Promise<Relay> {
    const { kafka, database, eventStore, routes } = this;
    const lease = { holder: randomUUID(), lasting };
    const relay = await openRelay({ kafka: kafkaOver(kafka), database, eventStore, routes, log: silent, lease });
    this.#opened.push(relay);
    return relay;
  }

  /** A relay's sender, for a test that decides what is sent and when. */
  async sender(): Promise<Sender> {
    const kafka = kafkaOver(this.kafka);
    await kafka.createTopics(this.routes);
    const sender = await Sender.open(kafka, this.routes, this.eventStore.logId, this.eventStore.start);
    this.#opened.push(sender);
    return sender;
  }

  /** Reads a topic as a view does. */
  async reader({ types }: Route, { from, batchSize = 100, ...options }: ReaderOptions = {}): Promise<Reader> {
    const { eventStore } = this;
    const feed = await this.feed(options);
    const reader = new Reader(feed, types, from ?? { position: eventStore.start, bookmark: null }, batchSize);
    this.#opened.push(reader);
    return reader;
  }

  async feed({ silence, sockets, log = silent }: ReaderOptions = {}): Promise<Feed> {
    const { database, eventStore, routes } = this;
    const kafka = await client(this.#settings, sockets);
    const limits = silence === undefined ? {} : { silenceTimeoutMs: silence };
    const watch = engineWatches(log, new Registry())("kafka");
    return openKafkaFeed({ kafka: kafkaOver(kafka), database, eventStore, routes, log, watch, ...limits });
  }

  /** The log in batches of this size. */
  async batches(batchSize = 1_000): Promise<EventBatch[]> {
    const stop = new AbortController();
    const head = await this.eventStore.head();
    const batches: EventBatch[] = [];
    if (comparePositions(head, this.eventStore.start) === 0) return batches;
    for await (const batch of this.eventStore.follow(this.eventStore.start, { signal: stop.signal, batchSize })) {
      batches.push(batch);
      if (comparePositions(batch.position, head) >= 0) break;
    }
    return batches;
  }

  /** The ids of a topic's events, in the order of the log. */
  async ids({ types }: Route): Promise<string[]> {
    const batches = await this.batches();
    return batches.flatMap(({ events }) => events.filter(({ type }) => types.includes(type)).map(({ id }) => id));
  }

  /** The number of messages that were sent to a topic. */
  async messages({ name }: Route): Promise<number> {
    const admin = this.kafka.admin();
    await admin.connect();
    try {
      const offsets = await admin.fetchTopicOffsets(name);
      return offsets.reduce((sum, { high }) => sum + Number(high), 0);
    } finally {
      await admin.disconnect();
    }
  }

  async deleteTopics(): Promise<void> {
    const admin = this.kafka.admin();
    await admin.connect();
    try {
      await admin.deleteTopics({ topics: this.routes.map(({ name }) => name) }).catch(() => undefined);
    } finally {
      await admin.disconnect();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#opened.map((opened) => opened.close()));
    await this.deleteTopics();
    await this.eventStore.close();
    await this.database.close();
    await this.#fresh.drop();
  }
}

/** A view that records the events it gets and its position. */
export class Reader {
  readonly events: RecordedEvent[] = [];
  place: FeedCheckpoint;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;

  constructor(feed: Feed, types: readonly string[], from: FeedCheckpoint, batchSize: number) {
    this.place = from;
    this.#running = this.#read(feed, types, batchSize);
  }

  /** The ids of the events, in the order of arrival. */
  get seen(): string[] {
    return this.events.map(({ id }) => id);
  }

  /** Resolves when the reader is at the position. */
  async reached(position: Position): Promise<void> {
    await vi.waitFor(
      () => {
        if (comparePositions(this.place.position, position) < 0)
          throw new Error(`the reader is at ${this.place.position}`);
      },
      { timeout: 40_000, interval: 20 },
    );
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #read(feed: Feed, types: readonly string[], batchSize: number): Promise<void> {
    const { signal } = this.#closing;
    const subscription = { view: "test", types, signal, batchSize, batchBytes: 1024 ** 2 };
    for await (const { events, position, bookmark } of feed.subscribe(subscription, this.place)) {
      this.events.push(...events);
      this.place = { position, bookmark: bookmark ?? this.place.bookmark };
      if (signal.aborted) return;
    }
  }
}

async function client(settings: KafkaSettings, socketFactory?: ISocketFactory): Promise<Kafka> {
  const config = { ...(await connectionConfig(settings)), logCreator: logCreator(silent) };
  return new Kafka({ ...config, ...(socketFactory && { socketFactory }) });
}
