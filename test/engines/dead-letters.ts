import { randomUUID } from "node:crypto";
import type { Kafka, KafkaMessage } from "kafkajs";
import { expect, vi } from "vitest";

/** What was refused of a topic, as soon as so many are there. One that was buried twice counts once. */
export async function deadLetters(kafka: Kafka, topic: string, count: number): Promise<KafkaMessage[]> {
  const consumer = kafka.consumer({ groupId: `test.${randomUUID()}` });
  const found = new Map<string, KafkaMessage>();
  await consumer.connect();
  try {
    await consumer.subscribe({ topics: [`${topic}.dead`], fromBeginning: true });
    await consumer.run({ eachMessage: async ({ message }) => void found.set(placeOf(message), message) });
    await vi.waitFor(() => expect(found.size).toBeGreaterThanOrEqual(count), { timeout: 40_000 });
  } finally {
    await consumer.disconnect();
  }
  return [...found.values()];
}

const placeOf = ({ headers }: KafkaMessage) => `${headers?.["partition"]} ${headers?.["offset"]}`;
