import kafkajs, { type Kafka } from "kafkajs";

// A CommonJS module, of which Node finds these names only so.
const { KafkaJSAggregateError, KafkaJSProtocolError } = kafkajs;

export interface TopicDefinition {
  readonly name: string;
  readonly partitions: number;
}

/** The largest message that a topic takes: an event may have 900 KiB, and names and who and why beside it. */
const MESSAGE_BYTES = 2 * 1024 ** 2;

/**
 * Of every topic, whatever the brokers' own are. They unpack what they are sent: the client reads only some of the ways
 * to pack, and what it fetches may be many times as much when it is unpacked here.
 */
const CONFIGURATION = [
  { name: "max.message.bytes", value: String(MESSAGE_BYTES) },
  { name: "compression.type", value: "uncompressed" },
];

/**
 * Makes the topics that are missing, with as many replicas as the brokers are configured for. Topics that are there
 * stay as they are.
 */
export async function createTopics(kafka: Kafka, topics: readonly TopicDefinition[]): Promise<void> {
  const admin = kafka.admin({ retry: { retries: 3 } });
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
 * Who may not make topics works with those that somebody made for them. And a topic that was made just now may not be
 * known to every broker yet: producers and consumers wait for that by themselves.
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
