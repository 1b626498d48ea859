import { Kafka as Client, Partitioners } from "kafkajs";
import { expect, test, vi } from "vitest";
import { connectProducer } from "./producer.ts";

const message = { topic: "t", partition: 0, key: null, value: null, headers: {}, bytes: 10 };

/** A client whose producer answers each request like this. */
function clientWith(sendBatch: () => Promise<unknown>): Client {
  const client = new Client({ brokers: ["127.0.0.1:1"] });
  const producer = {
    ...client.producer({ createPartitioner: Partitioners.DefaultPartitioner }),
    connect: async () => {},
    sendBatch: vi.fn(sendBatch),
  };
  return Object.assign(client, { producer: () => producer });
}

test("a request for a topic that the brokers don't know fails, although the client reports no error", async () => {
  const producer = await connectProducer(
    clientWith(async () => []),
    { idempotent: false },
  );
  await expect(producer.send([message])).rejects.toThrow(/don't know topic t/);
});
