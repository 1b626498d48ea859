import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { delay } from "../../async/delay.ts";
import type { Database } from "../../database/port.ts";
import type { Watch } from "../../engine-watch.ts";
import { comparePositions, type EventStore, type Position, PositionUnknown } from "../../event-store/port.ts";
import type { Batch, Consumer, Kafka, ReceivedMessage } from "../../kafka/port.ts";
import type { FeedBatch, FeedCheckpoint, Subscription } from "../port.ts";
import { readRelayed } from "./checkpoint.ts";
import { Merge } from "./merge.ts";
import { eventOf, MessageUnreadable, readNote } from "./message.ts";
import { Provenance } from "./provenance.ts";
import type { Route } from "./routes.ts";

/** Shared parts of the relay and the feed. */
export interface KafkaFeedParts {
  readonly kafka: Kafka;
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly routes: readonly Route[];
  readonly log: Logger;
  /** Gets failures of Kafka that stop writing or reading a topic. */
  readonly watch?: Watch | undefined;
  /** Time after which a log that seems to end too early is read again. */
  readonly confirmMs?: number;
}

export interface KafkaFeedOptions extends KafkaFeedParts {
  /** Maximum silence of a consumer before it is replaced. */
  readonly silenceTimeoutMs?: number;
}

/** Approximate bytes that all partitions together may buffer. */
const MAX_BUFFERED_BYTES = 16 * 1024 ** 2;
/** Time without a message after which the relay's checkpoint is read. */
const IDLE_MS = 1_000;

/** The relay has sent messages that the consumer does not get. */
export class TopicStalled extends Error {
  override readonly name = "TopicStalled";
}

/**
 * Follows a topic with one consumer, from the checkpoint until the signal aborts. The consumer has its own group, since
 * a lease decides which process writes a view: in a shared group the next consumer would wait until a dead one's
 * session ends. `onFetch` is called whenever a broker answers.
 * @throws TopicStalled when to continue without the bookmark · KafkaError when to continue with another consumer ·
 * TopicAhead when the topic's events must not be applied · EventStoreUnavailable, DatabaseUnavailable
 */
export async function* followTopic(
  options: KafkaFeedOptions,
  route: Route,
  subscription: Subscription,
  checkpoint: FeedCheckpoint,
  onFetch: () => void,
): AsyncGenerator<FeedBatch> {
  const session = new TopicSession(options, route, subscription, checkpoint);
  const relayed = checkpoint.bookmark === null ? await session.relayed() : undefined;
  if (relayed !== undefined) yield* session.fromStore(relayed);
  if (subscription.signal.aborted) return;
  const consumer = await session.start(onFetch);
  try {
    yield* session.batches(consumer);
  } finally {
    await consumer.close();
  }
}

class TopicSession {
  readonly #options: KafkaFeedOptions;
  readonly #route: Route;
  readonly #subscription: Subscription;
  readonly #types: ReadonlySet<string>;
  readonly #merge: Merge;
  readonly #provenance: Provenance;
  /** Without a bookmark the consumer begins at the end of the topic; earlier events are read from the event store. */
  readonly #fromEnd: boolean;
  readonly #paused = new Set<number>();
  #wake = new AbortController();
  #lastMessageAt = performance.now();
  #fetched = false;
  /** Whether the event store was read since the last message. */
  #helped = false;

  constructor(options: KafkaFeedOptions, route: Route, subscription: Subscription, checkpoint: FeedCheckpoint) {
    this.#options = options;
    this.#route = route;
    this.#subscription = subscription;
    this.#types = new Set(subscription.types);
    this.#merge = new Merge(checkpoint.position, checkpoint.bookmark);
    this.#fromEnd = checkpoint.bookmark === null;
    this.#provenance = new Provenance(options.eventStore);
  }

  async start(onFetch: () => void): Promise<Consumer> {
    this.#lastMessageAt = performance.now();
    const { kafka, silenceTimeoutMs } = this.#options;
    const topic = this.#route.name;
    return kafka.consume({
      groupId: `airlog.${this.#subscription.view}.${randomUUID()}`,
      topic,
      fromBeginning: false,
      ...(silenceTimeoutMs !== undefined && { silenceTimeoutMs }),
      eachBatch: (batch) => this.#receive(batch),
      onFetch: () => {
        if (!this.#fetched) this.#beginFetching();
        onFetch();
      },
      onAssigned: (partitions) => {
        const offsets = new Map<number, bigint>();
        for (const partition of partitions) {
          this.#merge.assign(partition);
          const next = this.#merge.next(partition);
          if (next !== undefined) offsets.set(partition, next);
        }
        return offsets;
      },
    });
  }

  async *batches(consumer: Consumer): AsyncGenerator<FeedBatch> {
    const { signal } = this.#subscription;
    while (!signal.aborted) {
      consumer.ended.throwIfAborted();
      // The buffers were emptied by a batch, or made obsolete by a read of the event store.
      this.#resume(consumer);
      this.#wake = new AbortController();
      const batch = this.#merge.take(this.#subscription);
      if (batch) {
        await this.#provenance.check();
        yield batch;
        this.#lastMessageAt = performance.now();
        continue;
      }
      const missing = this.#merge.missing ?? (await this.#relayedMeanwhile());
      if (missing !== undefined) yield* this.fromStore(missing);
      else await delay(IDLE_MS, this.#waking(consumer));
    }
  }

  /** The events up to `to`, and possibly some more. */
  async *fromStore(to: Position): AsyncGenerator<FeedBatch> {
    const { types, signal, batchSize, batchBytes } = this.#subscription;
    if (comparePositions(to, this.#merge.position) <= 0) return;
    await this.#provenance.check();
    await this.#provenance.requireReached(to);
    const from = this.#merge.position;
    for await (const batch of this.#options.eventStore.follow(from, { types, signal, batchSize, batchBytes })) {
      this.#merge.skipTo(batch.position);
      yield { ...batch, ...this.#merge.bookmark() };
      this.#lastMessageAt = performance.now();
      if (comparePositions(batch.position, to) >= 0) return;
    }
  }

  /** The relay's checkpoint; undefined before it began on this log. */
  async relayed(): Promise<Position | undefined> {
    const relayed = await readRelayed(this.#options.database);
    try {
      return relayed && this.#options.eventStore.parsePosition(relayed);
    } catch (error) {
      if (error instanceof PositionUnknown) return undefined;
      throw error;
    }
  }

  /** One heartbeat, at the end, is enough, since this is short. */
  async #receive(batch: Batch): Promise<void> {
    if (!batch.isCurrent()) return;
    const { partition } = batch;
    for (const message of batch.messages) this.#accept(partition, message);
    batch.resolve();
    this.#wake.abort("messages");
    if (this.#merge.bufferedBytes(partition) > this.#maxBufferedBytes) {
      batch.pause();
      this.#paused.add(partition);
    }
    await batch.heartbeat();
  }

  #accept(partition: number, message: ReceivedMessage): void {
    const offset = BigInt(message.offset);
    try {
      const note = readNote(message);
      if (note.log !== this.#options.eventStore.logId) throw new PositionUnknown("it is of another log");
      const { event } = note;
      const isWanted = event !== undefined && this.#types.has(event.type);
      this.#merge.accept(partition, offset, note, () => (isWanted ? eventOf(note, event, message) : undefined));
      this.#provenance.note(note);
      this.#lastMessageAt = performance.now();
      this.#helped = false;
    } catch (error) {
      if (!(error instanceof PositionUnknown || error instanceof MessageUnreadable)) throw error;
      // The message is from another application, or from another log that used the topic before. Our events in between
      // show as missing.
      const { log } = this.#options;
      log.debug({ topic: this.#route.name, partition, offset: message.offset, reason: error.message }, "passed over");
      this.#merge.passOver(partition, offset);
    }
  }

  get #maxBufferedBytes(): number {
    return MAX_BUFFERED_BYTES / this.#route.partitions;
  }

  #resume(consumer: Consumer): void {
    for (const partition of this.#paused) {
      if (this.#merge.bufferedBytes(partition) > this.#maxBufferedBytes / 2) continue;
      consumer.resume([partition]);
      this.#paused.delete(partition);
    }
  }

  /** New messages arrive through the consumer; events since the last read of the event store are fetched at once. */
  #beginFetching(): void {
    this.#fetched = true;
    this.#helped = false;
    if (!this.#fromEnd) return;
    this.#lastMessageAt = Number.NEGATIVE_INFINITY;
    this.#wake.abort();
  }

  /**
   * The relay's checkpoint, if no message has arrived for a while and the checkpoint is ahead of the messages. Reading
   * the event store does no harm if the messages still arrive.
   * @throws TopicStalled when that has happened before and there is still no message
   */
  async #relayedMeanwhile(): Promise<Position | undefined> {
    if (performance.now() - this.#lastMessageAt < IDLE_MS) return undefined;
    const relayed = await this.relayed();
    if (relayed === undefined || comparePositions(relayed, this.#merge.reached) <= 0) return undefined;
    if (this.#helped && this.#fetched) throw new TopicStalled("the messages that were sent do not arrive");
    this.#helped = true;
    return relayed;
  }

  #waking({ ended }: Consumer): AbortSignal {
    return AbortSignal.any([this.#subscription.signal, this.#wake.signal, ended]);
  }
}
