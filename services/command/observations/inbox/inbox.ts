import { setTimeout as sleep } from "node:timers/promises";
import { type EachBatchPayload, type Kafka, type KafkaMessage, Partitioners, type Producer } from "kafkajs";
import type { Logger } from "pino";
import { closed } from "../../../../platform/kafka/closing.ts";
import { watchConsumer } from "../../../../platform/kafka/consumer.ts";
import { keepTrying } from "../../../../platform/kafka/keep-trying.ts";
import { createTopics } from "../../../../platform/kafka/topics.ts";
import { bury, type DeadLetter, deadTopic } from "./dead-letters.ts";
import { type InboxMessage, type Refused, readMessage } from "./message.ts";

/**
 * Stores what the messages say and answers for each, in order: undefined when the event store has it, else why it is
 * refused. Given the same messages again it stores nothing twice; `again` says that this may be so. What it throws is
 * tried again until it passes.
 */
export type StoreMessages = (
  messages: readonly InboxMessage[],
  again: boolean,
) => Promise<readonly (Refused | undefined)[]>;

export interface InboxOptions {
  readonly kafka: Kafka;
  /** Messages that are refused go to the topic of this name with `.dead` after it. */
  readonly topic: string;
  readonly store: StoreMessages;
  readonly log: Logger;
  /** Called whenever the topic can't be read. */
  readonly onFailure?: () => void;
  /** Milliseconds without a sign of life after which the consumer is replaced. */
  readonly silence?: number;
}

/** `failing`: see `reason`; tried again by and by. */
export interface InboxState {
  readonly state: "starting" | "reading" | "failing";
  readonly reason?: string;
}

export interface Inbox {
  state(): InboxState;
  /** Resolves when what is begun is done or given up. */
  close(): Promise<void>;
}

export const OBSERVATIONS_INBOX = "airlog.inbox.observations";

const PARTITIONS = 12;
/** Partitions that one process works on at a time. */
const CONCURRENTLY = 4;
/** Messages that are stored together, at most. */
const CHUNK = 500;
/** Milliseconds between two heartbeats while messages are being stored. */
const BEAT = 1_000;
const PAUSES = { least: 250, most: 5_000 };

/**
 * Takes in the messages of a topic, each partition's in order and shared among all processes that do so. A message
 * counts as read when it is stored or lies among the dead, so that none is lost, whatever ends when.
 */
export function openInbox(options: InboxOptions): Inbox {
  return new TopicInbox(options);
}

class TopicInbox implements Inbox {
  readonly #options: InboxOptions;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #state: InboxState = { state: "starting" };
  /** By partition: the offset after the last message that was stored here, since partitions were last given out. */
  #stored = new Map<number, string>();

  constructor(options: InboxOptions) {
    this.#options = options;
    this.#running = keepTrying(
      this.#closing.signal,
      (worked) => this.#read(worked),
      (reason, error, again) => {
        options.onFailure?.();
        if (!again) options.log.error({ topic: options.topic, err: error }, "the inbox can't be read; trying again");
        this.#state = { state: "failing", reason };
      },
    );
  }

  state(): InboxState {
    return this.#state;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #read(worked: () => void): Promise<void> {
    const { kafka, topic, silence } = this.#options;
    const { signal } = this.#closing;
    let answered = false;
    await createTopics(kafka, [
      { name: topic, partitions: PARTITIONS },
      { name: deadTopic(topic), partitions: 1 },
    ]);
    const dead = kafka.producer({
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
      retry: { retries: 4, maxRetryTime: 3_000 },
    });
    await dead.connect();
    try {
      const { ended, close } = await watchConsumer(kafka, {
        groupId: topic,
        topic,
        // What arrived before the first reader did, or while there was none for long, is waiting too.
        fromBeginning: true,
        ...(silence !== undefined && { silence }),
        partitionsConsumedConcurrently: CONCURRENTLY,
        eachBatch: (payload) => this.#takeIn(payload, dead),
        onJoin: () => {
          this.#stored = new Map();
        },
        onFetch: () => {
          worked();
          // Not again: while messages can't be stored, brokers go on answering.
          if (!answered) this.#state = { state: "reading" };
          answered = true;
        },
      });
      try {
        await sleep(2 ** 31 - 1, undefined, { signal: AbortSignal.any([signal, ended]) }).catch(() => undefined);
        if (!signal.aborted) ended.throwIfAborted();
      } finally {
        await close();
      }
    } finally {
      await closed(dead.disconnect());
    }
  }

  async #takeIn(payload: EachBatchPayload, dead: Producer): Promise<void> {
    const { batch, resolveOffset, commitOffsetsIfNecessary, heartbeat, isRunning, isStale } = payload;
    const { topic, partition, messages } = batch;
    // What is begun before the partitions are given out anew says nothing of what comes after.
    const stored = this.#stored;
    for (let from = 0; from < messages.length; from += CHUNK) {
      const chunk = messages.slice(from, from + CHUNK);
      const refused = await this.#store(chunk, payload);
      if (refused === undefined || !isRunning() || isStale()) return;
      if (refused.length > 0) await bury(dead, batch, refused, heartbeat);
      const last = chunk.at(-1)?.offset ?? "0";
      const offset = String(BigInt(last) + 1n);
      stored.set(partition, offset);
      resolveOffset(last);
      await commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset }] }] });
      await heartbeat();
    }
  }

  /** Tries until everything is stored; tells what is refused, or undefined when this consumer ends before. */
  async #store(
    chunk: readonly KafkaMessage[],
    { batch, heartbeat, isRunning }: EachBatchPayload,
  ): Promise<readonly DeadLetter[] | undefined> {
    const read = chunk.map((message) => readMessage(batch, message));
    const wanted = read.filter((message): message is InboxMessage => !("reason" in message));
    let pause = PAUSES.least;
    // What does not follow on what was stored here may have been stored by whoever read the partition before.
    let again = this.#stored.get(batch.partition) !== chunk[0]?.offset;
    // However this ends, unless it is told as stored nobody knows how far it got.
    this.#stored.delete(batch.partition);
    const { signal } = this.#closing;
    while (isRunning() && !signal.aborted) {
      try {
        const answers = (await beating(this.#options.store(wanted, again), heartbeat))[Symbol.iterator]();
        this.#state = { state: "reading" };
        return read.flatMap((message, index) => {
          const refused = "reason" in message ? message : answers.next().value;
          return refused ? [{ message: chunk[index] as KafkaMessage, reason: refused.reason }] : [];
        });
      } catch (error) {
        if (error instanceof Uncertain) throw error.cause;
        this.#report(error);
        again = true;
        await beating(
          sleep(pause, undefined, { signal }).catch(() => undefined),
          heartbeat,
        );
        pause = Math.min(pause * 2, PAUSES.most);
      }
    }
    return undefined;
  }

  #report(error: unknown): void {
    const { log, topic } = this.#options;
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#state.reason !== reason) log.error({ topic, err: error }, "messages can't be stored; trying again");
    this.#state = { state: "failing", reason };
  }
}

/** A heartbeat failed: the messages may be somebody else's to store now. */
class Uncertain extends Error {
  override readonly name = "Uncertain";
}

/** Waits for the work with heartbeats meanwhile. @throws Uncertain, or what the work throws. */
async function beating<Result>(work: Promise<Result>, heartbeat: () => Promise<void>): Promise<Result> {
  let done = false;
  const finished = work.finally(() => {
    done = true;
  });
  finished.catch(() => undefined);
  while (!done) {
    const pause = new AbortController();
    const beat = sleep(BEAT, undefined, { signal: pause.signal }).catch(() => undefined);
    await Promise.race([finished.catch(() => undefined), beat]);
    pause.abort();
    if (done) break;
    await heartbeat().catch((cause) => {
      throw new Uncertain("a heartbeat failed", { cause });
    });
  }
  return finished;
}
