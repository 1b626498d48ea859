import { v5 } from "uuid";
import type { ReceivedMessage, TopicPartition } from "../../../../platform/kafka/port.ts";
import { readTraceContext, type TraceContext } from "../../../../platform/tracing/trace-context.ts";

/** An observation as an instrument's network sent it: one line of NDJSON. Plain data. */
export interface InboxMessage {
  readonly provider: string;
  /** UTF-8, not parsed yet. */
  readonly line: Buffer;
  /** The trace that the message's headers name. */
  readonly trace: TraceContext | undefined;
  /** Names the message; the same however often it is delivered. */
  readonly origin: string;
}

/** Why a message can't be stored. */
export interface Refused {
  readonly reason: string;
}

const NAMESPACE = "5ab7f9a2-3e0d-5d0c-9a4e-6f3f3d1c7b58";

/** The message, or why it is refused. Writers of the topic are trusted to name any provider. */
export function readMessage({ topic, partition }: TopicPartition, message: ReceivedMessage): InboxMessage | Refused {
  const provider = message.headers?.["provider"]?.toString();
  if (!provider) return { reason: "the header provider is missing" };
  if (message.value === null || message.value.length === 0) return { reason: "the message is empty" };
  // With the timestamp, since the offsets of a topic that was deleted and created again begin anew.
  const origin = `${topic}/${partition}/${message.offset}/${message.timestamp}`;
  const trace = readTraceContext({
    traceparent: message.headers?.["traceparent"]?.toString(),
    tracestate: message.headers?.["tracestate"]?.toString(),
  });
  return { provider, line: message.value, trace, origin };
}

/** UUID for one of a message's events; the same however often the message is delivered. */
export function eventIdOf({ origin }: Pick<InboxMessage, "origin">, part: string): string {
  return v5(`${origin}/${part}`, NAMESPACE);
}
