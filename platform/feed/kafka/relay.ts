import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Occasionally } from "../../async/occasionally.ts";
import { keepRunning } from "../../async/retry.ts";
import { migrate } from "../../database/migrations.ts";
import { tellsOfLoss } from "../../errors.ts";
import { type EventBatch, type Position, PositionUnknown } from "../../event-store/port.ts";
import { KAFKA_RETRY_DELAYS, KafkaError } from "../../kafka/port.ts";
import { causesOf, type SpanStart, type Tracing, traced } from "../../tracing/port.ts";
import { type LeaseOptions, withLease } from "../../views/lease.ts";
import { VIEW_MIGRATIONS } from "../../views/schema.ts";
import { headBefore } from "../log-end.ts";
import { moveRelayed, RELAY_MIGRATIONS, RelayOvertaken, readRelayed } from "./checkpoint.ts";
import { Sender } from "./sender.ts";
import type { KafkaFeedParts } from "./session.ts";

interface RelayOptions extends KafkaFeedParts {
  readonly lease?: Partial<LeaseOptions>;
  readonly tracing?: Tracing | undefined;
}

/** `waiting`: another process sends; `failing`: see `reason`, it is retried. */
export interface RelayState {
  readonly state: "waiting" | "sending" | "failing";
  readonly reason?: string;
}

/** Sends the log to Kafka, one process at a time. */
export interface Relay {
  state(): RelayState;
  /** Resolves when running work has ended or is cancelled. */
  close(): Promise<void>;
}

const BATCH_EVENTS = 1_000;
const BATCH_BYTES = 4 * 1024 ** 2;

/** Sends the log from the checkpoint on until closed, despite failures. @throws DatabaseUnavailable */
export async function openRelay(options: RelayOptions): Promise<Relay> {
  await migrate(options.database, [...VIEW_MIGRATIONS, ...RELAY_MIGRATIONS]);
  return new LogRelay(options);
}

class LogRelay implements Relay {
  readonly #options: RelayOptions;
  readonly #closing = new AbortController();
  readonly #failures = new Occasionally();
  readonly #running: Promise<void>;
  #state: RelayState = { state: "waiting" };
  /** State after this process's last attempt failed; also shown while the next attempt connects. */
  #failed: RelayState | undefined;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  state(): RelayState {
    return this.#state;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { database } = this.#options;
    const { signal } = this.#closing;
    const name = { name: "kafka-relay", version: 1 };
    const onWaiting = () => {
      this.#state = { state: "waiting" };
      this.#options.watch?.forget(this);
    };
    const lease = { holder: randomUUID(), onWaiting, ...this.#options.lease };
    await keepRunning(
      async (succeeded) => {
        await withLease(database, name, signal, (held) => this.#relay(held, succeeded), lease);
        onWaiting();
      },
      { ...KAFKA_RETRY_DELAYS, signal, onFailure: (...failure) => this.#report(...failure) },
    );
  }

  async #relay(held: AbortSignal, succeeded: () => void): Promise<void> {
    const { kafka, database, eventStore, routes, log } = this.#options;
    this.#state = this.#failed ?? this.#state;
    let stored = await readRelayed(database);
    let position = await this.#from(stored, held);
    if (stored !== undefined && position !== stored) {
      await moveRelayed(database, stored, position);
      stored = position;
    }
    await kafka.createTopics(routes);
    const sender = await Sender.open(kafka, routes, eventStore.logId, position);
    const ended = new AbortController();
    let noted = Promise.resolve();
    try {
      succeeded();
      this.#options.watch?.answered(this);
      this.#failed = undefined;
      this.#state = { state: "sending" };
      log.info({ position }, "the log is sent to Kafka");
      const types = routes.flatMap((route) => route.types);
      const signal = AbortSignal.any([held, ended.signal]);
      const limits = { batchSize: BATCH_EVENTS, batchBytes: BATCH_BYTES };
      const lost = once(held, "abort");
      for await (const batch of readAhead(eventStore.follow(position, { types, signal, ...limits }))) {
        // A pending request may still arrive; readers skip events that they have.
        await Promise.race([this.#send(sender, position, batch), lost]);
        if (held.aborted) return;
        position = batch.position;
        this.#options.watch?.answered(this);
        await noted;
        // The checkpoint is stored while the next batch is sent: after a failure some events are sent twice, harmlessly.
        noted = moveRelayed(database, stored, position);
        noted.catch(() => ended.abort());
        stored = position;
      }
      await noted;
    } finally {
      // Ends the follower of the log.
      ended.abort();
      await noted.catch(() => undefined);
      await sender.close();
    }
  }

  async #send(sender: Sender, from: Position, batch: EventBatch): Promise<void> {
    const { events } = batch;
    const send = () => sender.send(from, batch);
    if (events.length === 0) return send();
    const start = (): SpanStart => ({
      kind: "producer",
      causes: causesOf(events),
      attributes: { "messaging.system": "kafka", "messaging.batch.message_count": events.length },
    });
    return traced(this.#options.tracing, "send events", start, send);
  }

  /**
   * A log restored from a backup or an export has other positions, or ends before the checkpoint. It is then sent from
   * its beginning.
   */
  async #from(stored: Position | undefined, signal: AbortSignal): Promise<Position> {
    const { eventStore, log, confirmMs } = this.#options;
    if (stored === undefined) return eventStore.start;
    try {
      if ((await headBefore(eventStore, stored, { signal, confirmMs })) === undefined) return stored;
      log.warn("the log ends before the events that were sent to Kafka: it is sent from its beginning");
    } catch (error) {
      if (!(error instanceof PositionUnknown)) throw error;
      log.warn("the events in Kafka are from another log: this log is sent from its beginning");
    }
    return eventStore.start;
  }

  #report(reason: string, error: unknown, isRepeated: boolean): void {
    const { log, watch } = this.#options;
    if (error instanceof KafkaError && tellsOfLoss(error)) watch?.failed(error, this);
    else if (error instanceof KafkaError) watch?.counted();
    if (error instanceof RelayOvertaken) log.info(reason);
    // A relay that fails after it has begun fails so at each attempt.
    else if (!isRepeated && !tellsOfLoss(error))
      this.#failures.do(() => log.error({ err: error }, "the log can't be sent to Kafka; trying again"));
    this.#failed = { state: "failing", reason };
    this.#state = this.#failed;
  }
}

/** The same items; the next one is requested while one is being processed. */
async function* readAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  for (let next = iterator.next(); ; ) {
    const { done, value } = await next;
    if (done) return;
    next = iterator.next();
    // A rejection is thrown when the loop awaits it.
    next.catch(() => undefined);
    yield value;
  }
}
