import { once } from "node:events";
import type { Consumer, EachBatchPayload, Kafka } from "kafkajs";
import { closed } from "./closing.ts";

export interface WatchOptions {
  readonly groupId: string;
  readonly topic: string;
  /** Where partitions begin for which neither the group nor `onJoin` says where. */
  readonly fromBeginning: boolean;
  /** May leave what it did not resolve to be delivered again. */
  readonly eachBatch: (payload: EachBatchPayload) => Promise<void>;
  /** The partitions that this consumer now has; called before anything is fetched from them. */
  readonly onJoin?: (consumer: Consumer, partitions: readonly number[]) => void;
  /** An answer of a broker has come, with messages or without. */
  readonly onFetch?: () => void;
  /** Milliseconds without a sign of life after which the consumer counts as dead. */
  readonly silence?: number;
  readonly partitionsConsumedConcurrently?: number;
}

export interface WatchedConsumer {
  readonly consumer: Consumer;
  /** Aborts, with the reason, when the consumer has ended, whatever it says of itself. */
  readonly ended: AbortSignal;
  /** Leaves the group. */
  close(): Promise<void>;
}

/** The consumer gives no sign of life although it says nothing of a failure. */
export class ConsumerSilent extends Error {
  override readonly name = "ConsumerSilent";
}

/** How long a group goes on waiting for a member that died. */
const SESSION = 10_000;
const HEARTBEAT = 2_000;
/** An idle consumer asks again after this long, which is its sign of life. */
const LONGEST_FETCH = 500;
const SILENCE = 15_000;

/**
 * Starts a consumer that never commits by itself, and watches it: one that crashed is not restarted but reported, and
 * one that went silent too.
 * @throws KafkaJSError when Kafka can't be reached · ConsumerSilent when it does not answer.
 */
export async function watchConsumer(kafka: Kafka, options: WatchOptions): Promise<WatchedConsumer> {
  const { groupId, topic, fromBeginning, eachBatch, onJoin, onFetch, silence = SILENCE } = options;
  const consumer = kafka.consumer({
    groupId,
    sessionTimeout: SESSION,
    heartbeatInterval: HEARTBEAT,
    maxWaitTimeInMs: LONGEST_FETCH,
    allowAutoTopicCreation: false,
    retry: { retries: 5, restartOnFailure: async () => false },
  });
  const { CRASH, FETCH, HEARTBEAT: BEAT, GROUP_JOIN } = consumer.events;
  const ended = new AbortController();
  let alive = performance.now();
  const signOfLife = (): void => {
    alive = performance.now();
  };
  consumer.on(CRASH, ({ payload }) => ended.abort(payload.error));
  consumer.on(BEAT, signOfLife);
  consumer.on(FETCH, () => {
    signOfLife();
    onFetch?.();
  });
  consumer.on(GROUP_JOIN, ({ payload }) => {
    signOfLife();
    onJoin?.(consumer, payload.memberAssignment[topic] ?? []);
  });
  const watching = setInterval(() => {
    if (performance.now() - alive > silence) ended.abort(new ConsumerSilent(`no sign of life for ${silence} ms`));
  }, silence / 5);
  const close = async () => {
    clearInterval(watching);
    await closed(consumer.disconnect());
  };
  const start = async () => {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: options.partitionsConsumedConcurrently ?? 1,
      eachBatch,
    });
  };
  try {
    await Promise.race([start(), once(ended.signal, "abort")]);
    ended.signal.throwIfAborted();
  } catch (error) {
    await close();
    throw error;
  }
  return { consumer, ended: ended.signal, close };
}
