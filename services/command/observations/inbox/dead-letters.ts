import type {
  Headers,
  OutgoingMessage,
  Producer,
  ReceivedMessage,
  TopicPartition,
} from "../../../../platform/kafka/port.ts";
import { MAX_PARTITION_BYTES, requests } from "../../../../platform/kafka/requests.ts";

/** A message that was refused, and why. */
export interface DeadLetter {
  readonly message: ReceivedMessage;
  readonly reason: string;
}

const PARTITION = 0;

/** An upper bound of a message's bytes besides key, value and headers; the same for each header. */
const FRAME_BYTES = 64;

/** The dead-letter topic of the given topic. */
export function deadLetterTopic(topic: string): string {
  return `${topic}.dead`;
}

/**
 * Sends refused messages to the dead-letter topic as they came, with headers for the reason and their origin. Messages too
 * large for Kafka's default limits are shortened, as another header says.
 * @throws KafkaError
 */
export async function sendToDeadLetterTopic(
  producer: Producer,
  { topic, partition }: TopicPartition,
  letters: readonly DeadLetter[],
): Promise<void> {
  const messages = letters.map(({ message, reason }): OutgoingMessage => {
    const note = { reason, topic, partition: String(partition), offset: message.offset };
    const letter = letterOf(message, note);
    return { topic: deadLetterTopic(topic), partition: PARTITION, ...letter, bytes: bytesOf(letter) };
  });
  for (const request of requests(messages)) await producer.send(request);
}

type Content = Pick<OutgoingMessage, "key" | "value" | "headers">;

function letterOf({ key, value, headers }: ReceivedMessage, note: Headers): Content {
  const whole = { key, value, headers: { ...headers, ...note } };
  if (bytesOf(whole) <= MAX_PARTITION_BYTES) return whole;
  const maxBytes = MAX_PARTITION_BYTES / 2;
  const shortened = `value of ${lengthOf(value)} bytes`;
  const beginning = value?.subarray(0, maxBytes - FRAME_BYTES) ?? null;
  if (bytesOf({ ...whole, value: null }) <= maxBytes) {
    return { ...whole, value: beginning, headers: { ...whole.headers, shortened } };
  }
  return { key: null, value: beginning, headers: { ...note, shortened: `${shortened}, key and headers left out` } };
}

function bytesOf({ key, value, headers }: Content): number {
  let bytes = FRAME_BYTES + lengthOf(key) + lengthOf(value);
  for (const [name, values] of Object.entries(headers)) {
    for (const each of [values].flat()) bytes += FRAME_BYTES + lengthOf(name) + lengthOf(each);
  }
  return bytes;
}

function lengthOf(content: Buffer | string | null | undefined): number {
  return content ? Buffer.byteLength(content) : 0;
}
