import { Kafka, logLevel, Partitioners } from "kafkajs";
import { afterEach, expect, test, vi } from "vitest";
import { missingByDocker, startByDocker } from "../../engines/docker.ts";
import type { EngineName, StartedEngine } from "../../engines/engine.ts";
import { describeWithDocker } from "./docker.ts";

const START_TIMEOUT_MS = 240_000;

describeWithDocker("the engines of suites, in containers", () => {
  let engine: StartedEngine | undefined;
  const start = async (name: EngineName) => {
    engine = await startByDocker(name);
    return engine.address;
  };
  afterEach(async () => {
    await engine?.stop?.();
    engine = undefined;
  });

  test("Elasticsearch finds what it is given", { timeout: START_TIMEOUT_MS }, async () => {
    const address = await start("elasticsearch");
    const put = await fetch(`${address}/things/_doc/1?refresh=true`, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ title: "Ozone at Jülich" }),
    });
    expect(put.status).toBe(201);
    const found = (await (await fetch(`${address}/things/_search?q=title:ozone`)).json()) as { hits: object };
    expect(found.hits).toMatchObject({ total: { value: 1 } });
  });

  test("Kafka delivers what it is sent", { timeout: START_TIMEOUT_MS }, async () => {
    const kafka = new Kafka({ brokers: [await start("kafka")], logLevel: logLevel.NOTHING, retry: { retries: 20 } });
    const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
    const consumer = kafka.consumer({ groupId: "readers" });
    const received: string[] = [];
    await producer.connect();
    await producer.send({ topic: "things", messages: [{ value: "ozone" }] });
    await consumer.connect();
    await consumer.subscribe({ topic: "things", fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ message }) => {
        received.push(String(message.value));
      },
    });
    await vi.waitFor(() => expect(received).toEqual(["ozone"]), { timeout: 30_000 });
    await Promise.all([consumer.disconnect(), producer.disconnect()]);
  });

  test("an engine without an image is missing, with the reason", async () => {
    expect(await missingByDocker("kafka-cluster")).toBe("no image of kafka-cluster is known");
  });
});
