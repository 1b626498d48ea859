import type { IHeaders, KafkaMessage, Message, Producer } from "kafkajs";
import { type Addressed, PARTITION_BYTES, requests, sendRequest } from "../../../../platform/kafka/requests.ts";
import type { Place } from "./message.ts";

/** A message that was refused, and why. */
export interface DeadLetter {
  readonly message: KafkaMessage;
  readonly reason: string;
}

/** Named, since to choose one by a key of 100 KB takes the client a second, and by one of a megabyte minutes. */
const PARTITION = 0;

/** Bytes that a message has at most beside its key, its value and its headers; the same for each header. */
const FRAME_BYTES = 64;

/** The topic of what is refused of another one. */
export function deadTopic(topic: string): string {
  return `${topic}.dead`;
}

/**
 * Puts refused messages where somebody can look at them, as they came, with the reason and where they lay. What is too
 * large for a topic with Kafka's default limits is shortened, which one more header says. Calls `onSent` after each of
 * the requests that it takes. @throws KafkaJSError, TopicUnknown, what `onSent` throws
 */
export async function bury(
  producer: Producer,
  { topic, partition }: Place,
  letters: readonly DeadLetter[],
  onSent: () => Promise<void>,
): Promise<void> {
  const addressed = letters.map(({ message, reason }): Addressed => {
    const note = { reason, topic, partition: String(partition), offset: message.offset };
    const letter = letterOf(message, note);
    return { topic: deadTopic(topic), partition: PARTITION, message: letter, bytes: bytesOf(letter) };
  });
  for (const request of requests(addressed)) {
    await sendRequest(producer, request);
    await onSent();
  }
}

function letterOf({ key, value, headers }: KafkaMessage, note: IHeaders): Message {
  const whole = { partition: PARTITION, key, value, headers: { ...headers, ...note } };
  if (bytesOf(whole) <= PARTITION_BYTES) return whole;
  const most = PARTITION_BYTES / 2;
  const shortened = `value of ${lengthOf(value)} bytes`;
  const beginning = value?.subarray(0, most - FRAME_BYTES) ?? null;
  if (bytesOf({ ...whole, value: null }) <= most) {
    return { ...whole, value: beginning, headers: { ...whole.headers, shortened } };
  }
  return {
    partition: PARTITION,
    value: beginning,
    headers: { ...note, shortened: `${shortened}, key and headers left out` },
  };
}

function bytesOf({ key, value, headers = {} }: Message): number {
  let bytes = FRAME_BYTES + lengthOf(key) + lengthOf(value);
  for (const [name, values] of Object.entries(headers)) {
    for (const each of [values].flat()) bytes += FRAME_BYTES + lengthOf(name) + lengthOf(each);
  }
  return bytes;
}

function lengthOf(content: Buffer | string | null | undefined): number {
  return content ? Buffer.byteLength(content) : 0;
}
