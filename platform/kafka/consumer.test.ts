import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KafkaDouble } from "../../test/doubles/kafka.ts";
import { ConsumerSilent, type WatchedConsumer, watchConsumer } from "./consumer.ts";

const topic = "test";
let double: KafkaDouble;
let watched: WatchedConsumer;
beforeEach(async () => {
  vi.useFakeTimers();
  double = new KafkaDouble(topic);
  const reading = { groupId: "test", topic, fromBeginning: true, eachBatch: async () => {} };
  watched = await watchConsumer(double.kafka, { ...reading, silence: 1_000 });
});
afterEach(async () => {
  vi.useRealTimers();
  await watched.close();
});

test("a consumer that gives no sign of life has ended", () => {
  double.join(0);
  vi.advanceTimersByTime(900);
  expect(watched.ended.aborted).toBe(false);
  vi.advanceTimersByTime(500);
  expect(watched.ended.reason).toEqual(new ConsumerSilent("no sign of life for 1000 ms"));
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
  expect(watched.ended.aborted).toBe(false);
});

test("a consumer that crashed has ended", () => {
  const crash = new Error("the broker is away");
  double.crash(crash);
  expect(watched.ended.reason).toBe(crash);
});
