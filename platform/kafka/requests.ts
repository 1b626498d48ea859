import type { Message, Producer } from "kafkajs";

/** Bytes that one request has for a partition: brokers take a mebibyte unless told otherwise. */
export const PARTITION_BYTES = 900 * 1024;
/** Bytes of one request to all partitions. */
const REQUEST_BYTES = 4 * 1024 ** 2;

/** A message, where it goes, and how many bytes it has at most. */
export interface Addressed {
  readonly topic: string;
  readonly partition: number;
  readonly message: Message;
  readonly bytes: number;
}

/** A topic has been deleted, or is not known to every broker yet. */
export class TopicUnknown extends Error {
  override readonly name = "TopicUnknown";
}

/** Cuts messages into requests that brokers take, in order; one that is too large for any goes alone. */
export function* requests(messages: readonly Addressed[]): Generator<readonly Addressed[]> {
  let request: Addressed[] = [];
  let bytes = 0;
  let ofPartition = new Map<string, number>();
  for (const message of messages) {
    const key = `${message.topic} ${message.partition}`;
    const before = ofPartition.get(key) ?? 0;
    const full = bytes + message.bytes > REQUEST_BYTES || before + message.bytes > PARTITION_BYTES;
    if (request.length > 0 && full) {
      yield request;
      request = [];
      bytes = 0;
      ofPartition = new Map();
    }
    request.push(message);
    bytes += message.bytes;
    ofPartition.set(key, (ofPartition.get(key) ?? 0) + message.bytes);
  }
  if (request.length > 0) yield request;
}

/** Resolves when every replica that counts has the messages. @throws KafkaJSError, TopicUnknown */
export async function sendRequest(producer: Producer, request: readonly Addressed[]): Promise<void> {
  const byTopic = new Map<string, Message[]>();
  for (const { topic, message } of request) {
    const found = byTopic.get(topic);
    if (found) found.push(message);
    else byTopic.set(topic, [message]);
  }
  const topicMessages = [...byTopic].map(([topic, messages]) => ({ topic, messages }));
  const taken = await producer.sendBatch({ acks: -1, topicMessages });
  // For a topic that the brokers don't know at the moment the client sends nothing, without a word.
  const missing = [...byTopic.keys()].find((topic) => !taken.some(({ topicName }) => topicName === topic));
  if (missing !== undefined) throw new TopicUnknown(`the brokers don't know topic ${missing}`);
}
