import kafkajs from "kafkajs";
import { KafkaError } from "./port.ts";

// A CommonJS module, whose named exports Node does not detect.
const { KafkaJSAggregateError, KafkaJSError, KafkaJSProtocolError } = kafkajs;

/** The client's errors as KafkaError; others as they are. */
export function translated(error: unknown): unknown {
  const isClients = error instanceof KafkaJSError || error instanceof KafkaJSAggregateError;
  return isClients ? new KafkaError(error.message, { cause: error }) : error;
}

/** Whether the brokers report that a topic does not exist, at once or after the client's retries. */
export function isTopicUnknown(error: unknown): boolean {
  if (error instanceof KafkaJSProtocolError) return error.type === "UNKNOWN_TOPIC_OR_PARTITION";
  return error instanceof KafkaJSError && isTopicUnknown(error.cause);
}

/** The result of the work. @throws its errors, translated */
export async function translating<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw translated(error);
  }
}
