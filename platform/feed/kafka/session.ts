import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { EachBatchPayload, Kafka, KafkaMessage } from "kafkajs";
import type { Logger } from "pino";
import type { Database } from "../../database/port.ts";
import { comparePositions, type EventStore, type Position, PositionUnknown } from "../../event-store/port.ts";
import { type WatchedConsumer, watchConsumer } from "../../kafka/consumer.ts";
import type { FeedBatch, FeedPlace, Subscription } from "../port.ts";
import { readRelayed } from "./checkpoint.ts";
import { Merge } from "./merge.ts";
import { eventOf, MessageUnreadable, readNote } from "./message.ts";
import type { Route } from "./routes.ts";

export interface KafkaFeedOptions {
  readonly kafka: Kafka;
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly routes: readonly Route[];
  readonly log: Logger;
  /** Called whenever a topic can't be read on. */
  readonly onFailure?: () => void;
  /** Milliseconds without a sign of life after which a consumer is replaced. */
  readonly silence?: number;
}

/** Bytes that all partitions together may have waiting, about. */
const WAITING_BYTES = 16 * 1024 ** 2;
/** Milliseconds without a message after which the relay is asked how far it is. */
const IDLE = 1_000;

/** The relay has sent what the consumer does not get. */
export class TopicStalled extends Error {
  override readonly name = "TopicStalled";
}

/**
 * One consumer's time on a topic, from `place` until the signal aborts. A consumer has its own group, since who may
 * write a view is decided by its lease: a shared group would make the next one wait for a dead one's session to end.
 * `onFetch` is called whenever a broker answers.
 * @throws TopicStalled when it must go on without its bookmark · ConsumerSilent, KafkaJSError when with another
 * consumer · EventStoreUnavailable, DatabaseUnavailable.
 */
export async function* followTopic(
  options: KafkaFeedOptions,
  route: Route,
  subscription: Subscription,
  place: FeedPlace,
  onFetch: () => void,
): AsyncGenerator<FeedBatch> {
  const session = new TopicSession(options, route, subscription, place);
  const relayed = place.bookmark === null ? await session.relayed() : undefined;
  if (relayed !== undefined) yield* session.fromStore(relayed);
  if (subscription.signal.aborted) return;
  const watched = await session.start(onFetch);
  try {
    yield* session.batches(watched);
  } finally {
    await watched.close();
  }
}

class TopicSession {
  readonly #options: KafkaFeedOptions;
  readonly #route: Route;
  readonly #subscription: Subscription;
  readonly #types: ReadonlySet<string>;
  readonly #merge: Merge;
  /** Without a bookmark the consumer begins at the end of the topic: what came before is in the event store only. */
  readonly #fromEnd: boolean;
  readonly #paused = new Set<number>();
  #wake = new AbortController();
  #heard = performance.now();
  #fetched = false;
  /** Since the last message the event store had to help out. */
  #helped = false;

  constructor(options: KafkaFeedOptions, route: Route, subscription: Subscription, place: FeedPlace) {
    this.#options = options;
    this.#route = route;
    this.#subscription = subscription;
    this.#types = new Set(subscription.types);
    this.#merge = new Merge(place.position, place.bookmark);
    this.#fromEnd = place.bookmark === null;
  }

  async start(onFetch: () => void): Promise<WatchedConsumer> {
    this.#heard = performance.now();
    const { kafka, silence } = this.#options;
    const topic = this.#route.name;
    return watchConsumer(kafka, {
      groupId: `airlog.${this.#subscription.view}.${randomUUID()}`,
      topic,
      fromBeginning: false,
      ...(silence !== undefined && { silence }),
      eachBatch: (payload) => this.#receive(payload),
      onFetch: () => {
        if (!this.#fetched) this.#beginFetching();
        onFetch();
      },
      onJoin: (consumer, partitions) => {
        for (const partition of partitions) {
          this.#merge.assign(partition);
          const next = this.#merge.next(partition);
          if (next !== undefined) consumer.seek({ topic, partition, offset: String(next) });
        }
      },
    });
  }

  async *batches(watched: WatchedConsumer): AsyncGenerator<FeedBatch> {
    const { signal } = this.#subscription;
    while (!signal.aborted) {
      watched.ended.throwIfAborted();
      // Whatever took what was waiting: a batch, or the event store, which brought it first.
      this.#resume(watched);
      this.#wake = new AbortController();
      const batch = this.#merge.take(this.#subscription);
      if (batch) {
        yield batch;
        this.#heard = performance.now();
        continue;
      }
      const missing = this.#merge.missing ?? (await this.#unheard());
      if (missing !== undefined) yield* this.fromStore(missing);
      else await sleep(IDLE, undefined, { signal: this.#waking(watched) }).catch(() => undefined);
    }
  }

  /** The events up to `to`, and maybe some more. */
  async *fromStore(to: Position): AsyncGenerator<FeedBatch> {
    const { types, signal, batchSize, batchBytes } = this.#subscription;
    if (comparePositions(to, this.#merge.position) <= 0) return;
    const from = this.#merge.position;
    for await (const batch of this.#options.eventStore.follow(from, { types, signal, batchSize, batchBytes })) {
      this.#merge.skipTo(batch.position);
      yield { ...batch, ...this.#merge.bookmark() };
      this.#heard = performance.now();
      if (comparePositions(batch.position, to) >= 0) return;
    }
  }

  /** How far the relay is; undefined before it began on this log. */
  async relayed(): Promise<Position | undefined> {
    const relayed = await readRelayed(this.#options.database);
    try {
      return relayed && this.#options.eventStore.parsePosition(relayed);
    } catch (error) {
      if (error instanceof PositionUnknown) return undefined;
      throw error;
    }
  }

  /** Nothing here takes long enough for a heartbeat to be due before the end. */
  async #receive({ batch, resolveOffset, heartbeat, isRunning, isStale, pause }: EachBatchPayload): Promise<void> {
    if (!isRunning() || isStale()) return;
    const { partition } = batch;
    for (const message of batch.messages) this.#accept(partition, message);
    resolveOffset(batch.lastOffset());
    this.#wake.abort("messages");
    if (this.#merge.waiting(partition) > this.#mostWaiting) {
      pause();
      this.#paused.add(partition);
    }
    await heartbeat();
  }

  #accept(partition: number, message: KafkaMessage): void {
    const offset = BigInt(message.offset);
    try {
      const note = readNote(message);
      if (note.log !== this.#options.eventStore.logId) throw new PositionUnknown("it is of another log");
      const { event } = note;
      const isWanted = event !== undefined && this.#types.has(event.type);
      this.#merge.accept(partition, offset, note, () => (isWanted ? eventOf(note, event, message) : undefined));
      this.#heard = performance.now();
      this.#helped = false;
    } catch (error) {
      if (!(error instanceof PositionUnknown || error instanceof MessageUnreadable)) throw error;
      // Another system's, or another log's that had the topic before: what of ours it stands for shows as missing.
      const { log } = this.#options;
      log.debug({ topic: this.#route.name, partition, offset: message.offset, reason: error.message }, "passed over");
      this.#merge.passOver(partition, offset);
    }
  }

  get #mostWaiting(): number {
    return WAITING_BYTES / this.#route.partitions;
  }

  #resume({ consumer }: WatchedConsumer): void {
    for (const partition of this.#paused) {
      if (this.#merge.waiting(partition) > this.#mostWaiting / 2) continue;
      consumer.resume([{ topic: this.#route.name, partitions: [partition] }]);
      this.#paused.delete(partition);
    }
  }

  /** What comes from now on is heard; what came since the event store was read is looked for at once. */
  #beginFetching(): void {
    this.#fetched = true;
    this.#helped = false;
    if (!this.#fromEnd) return;
    this.#heard = Number.NEGATIVE_INFINITY;
    this.#wake.abort();
  }

  /**
   * How far the relay is, when nothing was heard for a while and it is further than that. Reading the event store in
   * place of messages that are still on their way does no harm.
   * @throws TopicStalled when that has happened before and there is still no message.
   */
  async #unheard(): Promise<Position | undefined> {
    if (performance.now() - this.#heard < IDLE) return undefined;
    const relayed = await this.relayed();
    if (relayed === undefined || comparePositions(relayed, this.#merge.reached) <= 0) return undefined;
    if (this.#helped && this.#fetched) throw new TopicStalled("nothing of what was sent arrives");
    this.#helped = true;
    return relayed;
  }

  #waking({ ended }: WatchedConsumer): AbortSignal {
    return AbortSignal.any([this.#subscription.signal, this.#wake.signal, ended]);
  }
}
