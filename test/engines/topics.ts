import { randomUUID } from "node:crypto";
import { type Admin, Kafka } from "kafkajs";
import { expect, vi } from "vitest";
import { logCreator } from "../../platform/kafka/log.ts";
import { silent } from "../postgres.ts";

const PATIENT = { timeout: 40_000, interval: 100 };

/** airlog's topics on a Kafka cluster. */
export class OwnTopics {
  readonly #kafka: Kafka;

  constructor(brokers: string) {
    this.#kafka = new Kafka({ brokers: brokers.split(","), logCreator: logCreator(silent) });
  }

  /** The values and headers of all messages, as one text. */
  async content(): Promise<string> {
    const topics = await this.#withAdmin(listed);
    if (topics.length === 0) return "";
    const expected = await this.#withAdmin((admin) => sumOf(topics.map((topic) => admin.fetchTopicOffsets(topic))));
    const consumer = this.#kafka.consumer({ groupId: `test.${randomUUID()}` });
    const texts: string[] = [];
    await consumer.connect();
    try {
      await consumer.subscribe({ topics, fromBeginning: true });
      await consumer.run({
        eachMessage: async ({ message: { value, headers } }) => void texts.push(`${value} ${headers?.["airlog"]}`),
      });
      await vi.waitFor(() => expect(texts.length).toBeGreaterThanOrEqual(expected), PATIENT);
    } finally {
      await consumer.disconnect();
    }
    return texts.join("\n");
  }

  async remove(): Promise<void> {
    await this.#withAdmin(async (admin) => {
      await admin.deleteTopics({ topics: await listed(admin) });
      await vi.waitFor(async () => expect(await listed(admin)).toEqual([]), PATIENT);
    });
  }

  async #withAdmin<Result>(work: (admin: Admin) => Promise<Result>): Promise<Result> {
    const admin = this.#kafka.admin();
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  }
}

async function listed(admin: Admin): Promise<string[]> {
  return (await admin.listTopics()).filter((topic) => topic.startsWith("airlog."));
}

/** The number of messages in the partitions. */
async function sumOf(topics: readonly Promise<readonly { low: string; high: string }[]>[]): Promise<number> {
  const partitions = (await Promise.all(topics)).flat();
  return partitions.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
}
