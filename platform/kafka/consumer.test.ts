import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KafkaDouble } from "../../test/doubles/kafka.ts";
import { type Consumer, ConsumerSilent } from "./port.ts";

const topic = "test";
let double: KafkaDouble;
let consumer: Consumer;
beforeEach(async () => {
  vi.useFakeTimers();
  double = new KafkaDouble(topic);
  const reading = { groupId: "test", topic, fromBeginning: true, eachBatch: async () => {} };
  consumer = await double.kafka.consume({ ...reading, silenceTimeoutMs: 1_000 });
});
afterEach(async () => {
  vi.useRealTimers();
  await consumer.close();
});

test("a consumer that is silent has ended", () => {
  double.join(0);
  vi.advanceTimersByTime(900);
  expect(consumer.ended.aborted).toBe(false);
  vi.advanceTimersByTime(500);
  expect(consumer.ended.reason).toEqual(new ConsumerSilent("no sign of life for 1000 ms"));
});

test.each([
  ["joins its group", () => double.join(0)],
  ["is answered", () => double.fetch()],
  ["has a heartbeat", () => double.beat()],
])("a consumer that %s now and then goes on", (_, live) => {
  for (let round = 0; round < 10; round++) {
    vi.advanceTimersByTime(900);
    live();
  }
  expect(consumer.ended.aborted).toBe(false);
});

test("a consumer that crashed has ended", () => {
  const crash = new Error("the broker is away");
  double.crash(crash);
  expect(consumer.ended.reason).toBe(crash);
});
