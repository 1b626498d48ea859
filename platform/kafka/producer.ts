import type { Kafka as Client, Message } from "kafkajs";
import { disconnected } from "./closing.ts";
import { translating } from "./errors.ts";
import { type OutgoingMessage, type Producer, type ProducerOptions, TopicUnknown } from "./port.ts";

/** Connects a producer, whose messages name their partitions. */
export async function connectProducer(client: Client, { idempotent }: ProducerOptions): Promise<Producer> {
  const partitions = new Map<string, number>();
  const producer = client.producer({
    ...(idempotent && { idempotent, maxInFlightRequests: 1 }),
    allowAutoTopicCreation: false,
    // Callers retry for longer.
    retry: { retries: 4, maxRetryTime: 3_000 },
    createPartitioner:
      () =>
      ({ topic, message, partitionMetadata }) => {
        partitions.set(topic, partitionMetadata.length);
        return message.partition ?? 0;
      },
  });
  const send = async (messages: readonly OutgoingMessage[]): Promise<void> => {
    const byTopic = new Map<string, Message[]>();
    for (const message of messages) {
      const found = byTopic.get(message.topic);
      if (found) found.push(message);
      else byTopic.set(message.topic, [message]);
    }
    const topicMessages = [...byTopic].map(([topic, ofTopic]) => ({ topic, messages: ofTopic }));
    const sent = await producer.sendBatch({ acks: -1, topicMessages });
    // The client silently drops the messages of a topic that the brokers don't know.
    const missing = [...byTopic.keys()].find((topic) => !sent.some(({ topicName }) => topicName === topic));
    if (missing !== undefined) throw new TopicUnknown(`the brokers don't know topic ${missing}`);
  };
  await producer.connect();
  return {
    send: (messages) => translating(send(messages)),
    partitions: (topic) => partitions.get(topic),
    close: () => disconnected(producer.disconnect()),
  };
}
