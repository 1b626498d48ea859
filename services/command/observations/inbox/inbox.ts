import { once } from "node:events";
import type { Logger } from "pino";
import { Backoff } from "../../../../platform/async/backoff.ts";
import { Occasionally } from "../../../../platform/async/occasionally.ts";
import { keepRunning } from "../../../../platform/async/retry.ts";
import { withTimeout } from "../../../../platform/async/timeout.ts";
import type { Watch } from "../../../../platform/engine-watch.ts";
import { messageOf, tellsOfLoss } from "../../../../platform/errors.ts";
import { HttpProblem } from "../../../../platform/http/problem.ts";
import {
  type Batch,
  KAFKA_RETRY_DELAYS,
  type Kafka,
  KafkaError,
  type Producer,
  type ReceivedMessage,
  TopicUnknown,
} from "../../../../platform/kafka/port.ts";
import { type DeadLetter, deadLetterTopic, sendToDeadLetterTopic } from "./dead-letters.ts";
import { type InboxMessage, type Refused, readMessage } from "./message.ts";

/**
 * Stores the messages and answers for each, in order: undefined when the event store has it, else why it is refused.
 * Messages that may have been stored before come with `isRetry`, and are not stored twice. When it throws, the call is
 * repeated until it succeeds.
 */
export type StoreMessages = (
  messages: readonly InboxMessage[],
  isRetry: boolean,
) => Promise<readonly (Refused | undefined)[]>;

export interface InboxOptions {
  readonly kafka: Kafka;
  /** Refused messages go to its dead-letter topic. */
  readonly topic: string;
  readonly store: StoreMessages;
  readonly log: Logger;
  /** Notified when the topic can't be read, or the dead-letter topic can't be written. */
  readonly watch?: Watch | undefined;
  /** Called with the number of messages that are done. */
  readonly onMessages?: (outcome: MessageOutcome, messages: number) => void;
  /** How long the consumer may be silent before it is replaced. */
  readonly silenceTimeoutMs?: number;
}

/** The outcome of a message. Refused ones are on the dead-letter topic. */
export type MessageOutcome = "stored" | "refused";

/** `waiting`: the topic does not exist yet. `failing`: see `reason`; retried. */
export interface InboxState {
  readonly state: "starting" | "waiting" | "reading" | "failing";
  readonly reason?: string;
}

export interface Inbox {
  state(): InboxState;
  /** Resolves when work under way is done or cancelled. */
  close(): Promise<void>;
}

export const OBSERVATIONS_INBOX = "airlog.inbox.observations";

const PARTITIONS = 12;
/** Partitions that one process handles at a time. */
const CONCURRENT_PARTITIONS = 4;
/** Messages that are stored by one call. */
const MAX_CHUNK_MESSAGES = 500;
/** Time between two heartbeats while messages are being stored. */
const HEARTBEAT_INTERVAL_MS = 1_000;

/**
 * Stores the messages of a topic, each partition's in order; all processes with an inbox share the partitions. A
 * message's offset is committed when it is stored or on the dead-letter topic, so that none is lost in a crash.
 */
export function openInbox(options: InboxOptions): Inbox {
  return new TopicInbox(options);
}

class TopicInbox implements Inbox {
  readonly #options: InboxOptions;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  readonly #warnings = new Occasionally();
  #state: InboxState = { state: "starting" };
  #hasRead = false;
  /** By partition: why its messages can't be stored at the moment. */
  readonly #failures = new Map<number, string>();
  /** By partition: the offset after the last message that was stored here, since the last assignment of partitions. */
  #stored = new Map<number, string>();

  constructor(options: InboxOptions) {
    this.#options = options;
    this.#running = keepRunning((succeeded) => this.#read(succeeded), {
      ...KAFKA_RETRY_DELAYS,
      signal: this.#closing.signal,
      onFailure: (...failure) => this.#reportUnread(...failure),
    });
  }

  state(): InboxState {
    const [reason] = this.#failures.values();
    return reason === undefined ? this.#state : { state: "failing", reason };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
    this.#options.watch?.forget(this);
  }

  async #read(succeeded: () => void): Promise<void> {
    const { kafka, topic, silenceTimeoutMs } = this.#options;
    const { signal } = this.#closing;
    await this.#createTopics();
    const producer = await kafka.connectProducer({ idempotent: false });
    try {
      const { ended, close } = await kafka.consume({
        groupId: topic,
        topic,
        // Messages that arrived before the first consumer, or during a long absence of all, are to be stored too.
        fromBeginning: true,
        ...(silenceTimeoutMs !== undefined && { silenceTimeoutMs }),
        partitionsConsumedConcurrently: CONCURRENT_PARTITIONS,
        eachBatch: (batch) => this.#handle(batch, producer),
        onAssigned: () => {
          this.#stored = new Map();
          return new Map();
        },
        onFetch: () => {
          succeeded();
          this.#options.watch?.answered(this);
          this.#state = { state: "reading" };
          this.#hasRead = true;
        },
      });
      try {
        const stopped = AbortSignal.any([signal, ended]);
        if (!stopped.aborted) await once(stopped, "abort");
        if (!signal.aborted) ended.throwIfAborted();
      } finally {
        await close();
      }
    } finally {
      this.#options.watch?.forget(producer);
      await producer.close();
    }
  }

  async #handle(batch: Batch, producer: Producer): Promise<void> {
    const { partition, messages } = batch;
    // The map of this assignment: progress must not count for the next one.
    const stored = this.#stored;
    for (let from = 0; from < messages.length; from += MAX_CHUNK_MESSAGES) {
      const chunk = messages.slice(from, from + MAX_CHUNK_MESSAGES);
      const refused = await this.#store(chunk, batch);
      if (refused === undefined || !batch.isCurrent()) return;
      if (refused.length > 0 && !(await this.#sendRefused(refused, batch, producer))) return;
      this.#count(chunk, refused, batch);
      const last = chunk.at(-1)?.offset ?? "0";
      stored.set(partition, String(BigInt(last) + 1n));
      await batch.commit(last);
      await batch.heartbeat();
    }
  }

  /** Retries until everything is stored; returns what is refused, or undefined when this consumer ends before. */
  async #store(chunk: readonly ReceivedMessage[], batch: Batch): Promise<readonly DeadLetter[] | undefined> {
    const read = chunk.map((message) => ({ message, content: readMessage(batch, message) }));
    const accepted = read.flatMap(({ content }) => ("reason" in content ? [] : content));
    // Messages that do not follow those stored here may have been stored by the partition's previous consumer.
    let isRetry = this.#stored.get(batch.partition) !== chunk[0]?.offset;
    // Progress is unknown unless the store confirms it.
    this.#stored.delete(batch.partition);
    return this.#untilDone(batch, async () => {
      const stored = await this.#options.store(accepted, isRetry).catch((error) => {
        isRetry ||= !isBusy(error);
        throw error;
      });
      const answers = stored.values();
      return read.flatMap(({ message, content }) => {
        const refused = "reason" in content ? content : answers.next().value;
        return refused ? [{ message, reason: refused.reason }] : [];
      });
    });
  }

  /** Retries until all are on the dead-letter topic; undefined when this consumer ends before. */
  #sendRefused(refused: readonly DeadLetter[], batch: Batch, producer: Producer): Promise<true | undefined> {
    return this.#untilDone<true>(batch, async () => {
      await sendToDeadLetterTopic(producer, batch, refused).catch(async (error) => {
        this.#tellWatch(error, producer);
        // It may have been deleted.
        if (error instanceof TopicUnknown) await this.#createTopics();
        throw error;
      });
      this.#options.watch?.answered(producer);
      return true;
    });
  }

  /** Repeats the work until it succeeds, and fails meanwhile; undefined when this consumer ends before. */
  async #untilDone<Result>(batch: Batch, work: () => Promise<Result>): Promise<Result | undefined> {
    const backoff = new Backoff(KAFKA_RETRY_DELAYS);
    const { signal } = this.#closing;
    try {
      while (batch.isCurrent() && !signal.aborted) {
        try {
          return await withHeartbeats(work(), batch);
        } catch (error) {
          if (error instanceof HeartbeatFailed) throw error;
          if (!isBusy(error)) this.#report(batch, error);
          await withHeartbeats(backoff.wait(signal), batch);
        }
      }
      return undefined;
    } catch (error) {
      throw error instanceof HeartbeatFailed ? error.cause : error;
    } finally {
      this.#failures.delete(batch.partition);
    }
  }

  #createTopics(): Promise<void> {
    const { kafka, topic } = this.#options;
    return kafka.createTopics([
      { name: topic, partitions: PARTITIONS },
      { name: deadLetterTopic(topic), partitions: 1 },
    ]);
  }

  #count(chunk: readonly ReceivedMessage[], refused: readonly DeadLetter[], { partition }: Batch): void {
    const { log, topic, onMessages } = this.#options;
    onMessages?.("stored", chunk.length - refused.length);
    onMessages?.("refused", refused.length);
    const [first] = refused;
    if (!first) return;
    const { message, reason } = first;
    this.#warnings.do(() =>
      log.warn({ topic, partition, offset: message.offset, reason, messages: refused.length }, "messages are refused"),
    );
  }

  #reportUnread(reason: string, error: unknown, isRepeated: boolean): void {
    const { log, topic } = this.#options;
    // Where airlog may not create topics, others do so when they begin to use the inbox.
    if (error instanceof TopicUnknown && !this.#hasRead) {
      if (!isRepeated) log.info({ topic }, "the inbox waits for its topic, which does not exist yet");
      this.#state = { state: "waiting", reason };
      return;
    }
    this.#tellWatch(error, this);
    if (!isRepeated && !tellsOfLoss(error)) log.error({ topic, err: error }, "the inbox can't be read; trying again");
    this.#state = { state: "failing", reason };
  }

  #report({ partition }: Batch, error: unknown): void {
    const { log, topic } = this.#options;
    const what =
      error instanceof KafkaError
        ? "refused messages can't be sent to the dead-letter topic"
        : "messages can't be stored";
    // The message of an error that comes from a thread ends with its stack.
    const [reason = ""] = messageOf(error).split("\n", 1);
    const isKnown = [...this.#failures.values()].includes(reason);
    if (!isKnown && !tellsOfLoss(error)) log.error({ topic, err: error }, `${what}; trying again`);
    this.#failures.set(partition, reason);
  }

  #tellWatch(error: unknown, user: object): void {
    const { watch } = this.#options;
    if (error instanceof KafkaError && tellsOfLoss(error)) watch?.failed(error, user);
    else watch?.counted();
  }
}

/** Whether the work has not had its turn, or the service is closing. */
function isBusy(error: unknown): boolean {
  return error instanceof HttpProblem && error.code === "busy";
}

/** The partition may have been assigned to another consumer. */
class HeartbeatFailed extends Error {
  override readonly name = "HeartbeatFailed";
}

/** Waits for the work, with heartbeats meanwhile. @throws HeartbeatFailed, or what the work throws */
async function withHeartbeats<Result>(work: Promise<Result>, { heartbeat }: Batch): Promise<Result> {
  const finished = work.then((result) => ({ result }));
  // Awaited again after each heartbeat; a heartbeat may fail first.
  finished.catch(() => undefined);
  for (;;) {
    const done = await withTimeout(HEARTBEAT_INTERVAL_MS, finished, () => undefined);
    if (done) return done.result;
    await heartbeat().catch((cause) => {
      throw new HeartbeatFailed("a heartbeat failed", { cause });
    });
  }
}
