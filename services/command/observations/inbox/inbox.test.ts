import { Kafka, type KafkaMessage } from "kafkajs";
import { expect, test, vi } from "vitest";
import { logCreator } from "../../../../platform/kafka/log.ts";
import { KafkaDouble } from "../../../../test/doubles/kafka.ts";
import { silent } from "../../../../test/postgres.ts";
import { openInbox, type StoreMessages } from "./inbox.ts";

const topic = "test.inbox";

function message(offset: number): KafkaMessage {
  const headers = { provider: Buffer.from("norway") };
  return { key: null, value: Buffer.from("line"), headers, timestamp: "0", attributes: 0, offset: String(offset) };
}

test("what another process may have stored while it had the partition is taken for perhaps stored", async () => {
  const double = new KafkaDouble(topic);
  const again: boolean[] = [];
  const inbox = openInbox({
    kafka: double.kafka,
    topic,
    store: async (messages, perhaps) => {
      again.push(perhaps);
      return messages.map(() => undefined);
    },
    log: silent,
  });
  await double.running;
  double.join(0);
  await double.deliver(0, message(1), message(2));
  await double.deliver(0, message(3));
  // The partition goes to another process, which stores what follows and ends before it says so.
  double.join();
  double.join(0);
  await double.deliver(0, message(4));
  await double.deliver(0, message(5));
  expect(again).toEqual([true, false, true, false]);
  await inbox.close();
});

test("a consumer that went silent is replaced; until the next one is answered that is said", async () => {
  const double = new KafkaDouble(topic);
  const onFailure = vi.fn();
  const taken: string[] = [];
  const store: StoreMessages = async (messages) => {
    taken.push(...messages.map(({ line }) => line.toString()));
    return messages.map(() => undefined);
  };
  const inbox = openInbox({ kafka: double.kafka, topic, store, log: silent, onFailure, silence: 50 });
  await double.running;
  double.fetch();
  expect(inbox.state()).toEqual({ state: "reading" });
  await vi.waitFor(() => expect(double.consumers).toBeGreaterThan(1), { timeout: 10_000 });
  expect(inbox.state()).toEqual({ state: "failing", reason: "no sign of life for 50 ms" });
  expect(onFailure).toHaveBeenCalled();
  double.fetch();
  expect(inbox.state()).toEqual({ state: "reading" });
  await double.deliver(0, message(1));
  expect(taken).toEqual(["line"]);
  await inbox.close();
});

test("a topic that can't be read is said, and counted, each time that it is tried", async () => {
  const kafka = new Kafka({ brokers: ["127.0.0.1:1"], retry: { retries: 0 }, logCreator: logCreator(silent) });
  const onFailure = vi.fn();
  const inbox = openInbox({ kafka, topic, store: async () => [], log: silent, onFailure });
  await vi.waitFor(() => expect(onFailure.mock.calls.length).toBeGreaterThan(1), { timeout: 10_000 });
  expect(inbox.state()).toMatchObject({ state: "failing", reason: expect.stringContaining("127.0.0.1:1") });
  await inbox.close();
});
