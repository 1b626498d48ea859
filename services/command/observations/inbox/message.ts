import type { KafkaMessage } from "kafkajs";
import { v5 } from "uuid";

/** An observation as an instrument's network sent it: one line of NDJSON. */
export interface InboxMessage {
  readonly provider: string;
  /** UTF-8, not looked at yet. */
  readonly line: Buffer;
  /** UUID for one of the events that the message becomes; the same however often the message is delivered. */
  eventId(part: string): string;
}

/** A message that can't be taken in, and why. */
export interface Refused {
  readonly reason: string;
}

/** Where a message lies: no other message of the topic ever has the same. */
export interface Place {
  readonly topic: string;
  readonly partition: number;
}

const NAMESPACE = "5ab7f9a2-3e0d-5d0c-9a4e-6f3f3d1c7b58";

/** The message, or why it is none. Who may write to the topic may name any provider. */
export function readMessage({ topic, partition }: Place, message: KafkaMessage): InboxMessage | Refused {
  const provider = message.headers?.["provider"]?.toString();
  if (!provider) return { reason: "the header provider is missing" };
  if (message.value === null || message.value.length === 0) return { reason: "the message is empty" };
  // With the time, since a topic that was deleted and made again counts its offsets anew.
  const place = `${topic}/${partition}/${message.offset}/${message.timestamp}`;
  return { provider, line: message.value, eventId: (part) => v5(`${place}/${part}`, NAMESPACE) };
}
