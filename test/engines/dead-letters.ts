import { randomUUID } from "node:crypto";
import type { Kafka, KafkaMessage } from "kafkajs";
import { expect, vi } from "vitest";

/** Waits until the topic's dead-letter topic has `count` messages; a message that was sent there twice counts once. */
export async function deadLetters(kafka: Kafka, topic: string, count: number): Promise<KafkaMessage[]> {
  const consumer = kafka.consumer({ groupId: `test.${randomUUID()}` });
  const found = new Map<string, KafkaMessage>();
  await consumer.connect();
  try {
    await consumer.subscribe({ topics: [`${topic}.dead`], fromBeginning: true });
    await consumer.run({ eachMessage: async ({ message }) => void found.set(originOf(message), message) });
    await vi.waitFor(() => expect(found.size).toBeGreaterThanOrEqual(count), { timeout: 40_000 });
  } finally {
    await consumer.disconnect();
  }
  return [...found.values()];
}

const originOf = ({ headers }: KafkaMessage) => `${headers?.["partition"]} ${headers?.["offset"]}`;
