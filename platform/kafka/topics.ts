import kafkajs, { type Kafka as Client } from "kafkajs";
import type { TopicDefinition } from "./port.ts";

// A CommonJS module, whose named exports Node does not detect.
const { KafkaJSAggregateError, KafkaJSProtocolError } = kafkajs;

/** The largest message of a topic: an event may have 900 KiB, besides its metadata. */
const MAX_MESSAGE_BYTES = 2 * 1024 ** 2;

/**
 * Configuration of every topic, instead of the brokers' defaults. Brokers decompress messages, since the client
 * supports only some of the codecs, and fetched messages might become many times as large when decompressed here.
 */
const CONFIGURATION = [
  { name: "max.message.bytes", value: String(MAX_MESSAGE_BYTES) },
  { name: "compression.type", value: "uncompressed" },
];

/**
 * Creates the topics that are missing, with the brokers' default replication. Existing topics stay as they are.
 */
export async function createTopics(client: Client, topics: readonly TopicDefinition[]): Promise<void> {
  const admin = client.admin({ retry: { retries: 3 } });
  await admin.connect();
  try {
    for (const { name, partitions } of topics) {
      const topic = { topic: name, numPartitions: partitions, configEntries: CONFIGURATION };
      await admin.createTopics({ topics: [topic], waitForLeaders: true }).catch(unlessHarmless);
    }
  } finally {
    await admin.disconnect();
  }
}

/**
 * A user that may not create topics works with existing ones. A topic that was just created may not be known to every
 * broker yet; producers and consumers wait for that themselves.
 */
function unlessHarmless(error: unknown): void {
  const harmless = causesOf(error).every(
    (cause) =>
      cause instanceof KafkaJSProtocolError && /AUTHORIZATION_FAILED$|^UNKNOWN_TOPIC_OR_PARTITION$/.test(cause.type),
  );
  if (!harmless) throw error;
}

function causesOf(error: unknown): readonly unknown[] {
  return error instanceof KafkaJSAggregateError ? error.errors : [error];
}
