import { once } from "node:events";
import type { Kafka as Client, EachBatchPayload } from "kafkajs";
import { disconnected } from "./closing.ts";
import { isTopicUnknown, translated } from "./errors.ts";
import { type Batch, type ConsumeOptions, type Consumer, ConsumerSilent, TopicUnknown } from "./port.ts";

/** Time that a group waits for a dead member. */
const SESSION_TIMEOUT_MS = 10_000;
const HEARTBEAT_INTERVAL_MS = 2_000;
/** An idle consumer fetches again after this long, which shows that it is alive. */
const MAX_FETCH_MS = 500;
const SILENCE_TIMEOUT_MS = 15_000;

/**
 * Starts a consumer and watches it: one that crashed or went silent is not restarted but reported.
 * @throws ConsumerSilent when Kafka does not answer
 * @throws TopicUnknown when the brokers have no such topic
 */
export async function startConsumer(client: Client, options: ConsumeOptions): Promise<Consumer> {
  const { groupId, topic, fromBeginning, eachBatch, onAssigned, onFetch } = options;
  const { silenceTimeoutMs = SILENCE_TIMEOUT_MS, partitionsConsumedConcurrently = 1 } = options;
  const consumer = client.consumer({
    groupId,
    sessionTimeout: SESSION_TIMEOUT_MS,
    heartbeatInterval: HEARTBEAT_INTERVAL_MS,
    maxWaitTimeInMs: MAX_FETCH_MS,
    allowAutoTopicCreation: false,
    retry: { retries: 5, restartOnFailure: async () => false },
  });
  const { CRASH, FETCH, HEARTBEAT, GROUP_JOIN } = consumer.events;
  const ended = new AbortController();
  let aliveAt = performance.now();
  const isAlive = (): void => {
    aliveAt = performance.now();
  };
  consumer.on(CRASH, ({ payload }) => ended.abort(translated(payload.error)));
  consumer.on(HEARTBEAT, isAlive);
  consumer.on(FETCH, () => {
    isAlive();
    onFetch?.();
  });
  consumer.on(GROUP_JOIN, ({ payload }) => {
    isAlive();
    const offsets = onAssigned?.(payload.memberAssignment[topic] ?? []) ?? [];
    for (const [partition, offset] of offsets) consumer.seek({ topic, partition, offset: String(offset) });
  });
  const watching = setInterval(() => {
    if (performance.now() - aliveAt <= silenceTimeoutMs) return;
    ended.abort(new ConsumerSilent(`no sign of life for ${silenceTimeoutMs} ms`));
  }, silenceTimeoutMs / 5);
  const close = async () => {
    clearInterval(watching);
    await disconnected(consumer.disconnect());
  };
  const start = async () => {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently,
      eachBatch: (payload) => eachBatch(batchOf(payload)),
    });
  };
  try {
    await Promise.race([start(), once(ended.signal, "abort")]);
    ended.signal.throwIfAborted();
  } catch (error) {
    await close();
    throw isTopicUnknown(error) ? new TopicUnknown(`the brokers don't know topic ${topic}`, { cause: error }) : error;
  }
  const resume = (partitions: readonly number[]) => consumer.resume([{ topic, partitions: [...partitions] }]);
  return { ended: ended.signal, resume, close };
}

function batchOf(payload: EachBatchPayload): Batch {
  const { batch, resolveOffset, commitOffsetsIfNecessary, heartbeat, isRunning, isStale, pause } = payload;
  const { topic, partition, messages } = batch;
  return {
    topic,
    partition,
    messages,
    isCurrent: () => isRunning() && !isStale(),
    resolve: () => resolveOffset(batch.lastOffset()),
    commit: async (last) => {
      resolveOffset(last);
      const offset = String(BigInt(last) + 1n);
      await commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset }] }] });
    },
    heartbeat,
    pause: () => void pause(),
  };
}
