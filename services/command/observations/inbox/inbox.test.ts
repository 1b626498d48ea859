import { pino } from "pino";
import { Registry } from "prom-client";
import { expect, test, vi } from "vitest";
import { tooBusy } from "../../../../platform/http/body.ts";
import type { ReceivedMessage } from "../../../../platform/kafka/port.ts";
import { KafkaDouble, unreachableKafka } from "../../../../test/doubles/kafka.ts";
import { silent } from "../../../../test/postgres.ts";
import { notedWatch } from "../../../../test/watch.ts";
import { openInbox, type StoreMessages } from "./inbox.ts";
import { countMessages, measureInbox } from "./metrics.ts";

const topic = "test.inbox";

function message(offset: number): ReceivedMessage {
  const headers = { provider: Buffer.from("norway") };
  return { key: null, value: Buffer.from("line"), headers, timestamp: "0", offset: String(offset) };
}

test("messages that another process may have stored while it had the partition are stored as a retry", async () => {
  const double = new KafkaDouble(topic);
  const retries: boolean[] = [];
  const inbox = openInbox({
    kafka: double.kafka,
    topic,
    store: async (messages, isRetry) => {
      retries.push(isRetry);
      return messages.map(() => undefined);
    },
    log: silent,
  });
  await double.running;
  double.join(0);
  await double.deliver(0, message(1), message(2));
  await double.deliver(0, message(3));
  // The partition goes to another process, which stores the next messages and ends before it commits their offsets.
  double.join();
  double.join(0);
  await double.deliver(0, message(4));
  await double.deliver(0, message(5));
  expect(retries).toEqual([true, false, true, false]);
  await inbox.close();
});

test("a consumer that went silent is replaced; the inbox is failing until the next one is answered", async () => {
  const double = new KafkaDouble(topic);
  const watch = notedWatch();
  const taken: string[] = [];
  const store: StoreMessages = async (messages) => {
    taken.push(...messages.map(({ line }) => line.toString()));
    return messages.map(() => undefined);
  };
  const inbox = openInbox({ kafka: double.kafka, topic, store, log: silent, watch, silenceTimeoutMs: 50 });
  await double.running;
  double.fetch();
  expect(inbox.state()).toEqual({ state: "reading" });
  await vi.waitFor(() => expect(double.consumers).toBeGreaterThan(1), { timeout: 10_000 });
  expect(inbox.state()).toEqual({ state: "failing", reason: "no sign of life for 50 ms" });
  expect(watch.failed).toHaveBeenCalled();
  double.fetch();
  expect(inbox.state()).toEqual({ state: "reading" });
  await double.deliver(0, message(1));
  expect(taken).toEqual(["line"]);
  await inbox.close();
});

test("messages are counted by outcome, and one log line a minute says why some are refused", async () => {
  const double = new KafkaDouble(topic);
  const counts = { stored: 0, refused: 0 };
  const lines: string[] = [];
  const inbox = openInbox({
    kafka: double.kafka,
    topic,
    store: async (messages) => messages.map(({ line }) => (line.includes("bad") ? { reason: "it is bad" } : undefined)),
    log: pino({}, { write: (line: string) => void lines.push(line) }),
    onMessages: (outcome, messages) => {
      counts[outcome] += messages;
    },
  });
  await double.running;
  double.join(0);
  const bad = (offset: number) => ({ ...message(offset), value: Buffer.from("bad") });
  await double.deliver(0, message(1), bad(2), bad(3));
  await double.deliver(0, { ...message(4), headers: {} }, message(5));
  expect(counts).toEqual({ stored: 2, refused: 3 });
  expect(double.sent.map(({ topic: to, headers }) => [to, headers?.["offset"]])).toEqual([
    ["test.inbox.dead", "2"],
    ["test.inbox.dead", "3"],
    ["test.inbox.dead", "4"],
  ]);
  expect(lines).toHaveLength(1);
  const line = { topic, partition: 0, offset: "2", reason: "it is bad", messages: 2, msg: "messages are refused" };
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: 40, ...line });
  await inbox.close();
});

test("an inbox whose messages can't be stored is measured as failing", async () => {
  const double = new KafkaDouble(topic);
  const registry = new Registry();
  let isAway = true;
  const store: StoreMessages = async (messages) => {
    if (isAway) throw new Error("the store is away");
    return messages.map(() => undefined);
  };
  const onMessages = countMessages(registry);
  const inbox = openInbox({ kafka: double.kafka, topic, store, log: silent, onMessages });
  measureInbox(registry, inbox);
  const metrics = async () =>
    (await registry.metrics()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  await double.running;
  double.join(0);
  double.fetch();
  const delivered = double.deliver(0, message(1));
  const none = ['airlog_inbox_messages_total{outcome="stored"} 0', 'airlog_inbox_messages_total{outcome="refused"} 0'];
  await expect.poll(metrics).toEqual([...none, "airlog_inbox_failing 1"]);
  isAway = false;
  await delivered;
  expect(await metrics()).toEqual([
    'airlog_inbox_messages_total{outcome="stored"} 1',
    'airlog_inbox_messages_total{outcome="refused"} 0',
    "airlog_inbox_failing 0",
  ]);
  await inbox.close();
});

test("while the messages of one partition can't be stored the inbox is failing, whatever is stored of others", async () => {
  const double = new KafkaDouble(topic);
  let isAway = true;
  const store: StoreMessages = async (messages) => {
    if (isAway && messages.some(({ line }) => line.includes("odd")))
      throw new Error("it is odd\n    at a place in a thread");
    return messages.map(() => undefined);
  };
  const inbox = openInbox({ kafka: double.kafka, topic, store, log: silent });
  await double.running;
  double.join(0, 1);
  double.fetch();
  const delivered = double.deliver(0, { ...message(1), value: Buffer.from("odd") });
  await expect.poll(() => inbox.state().state).toBe("failing");
  await double.deliver(1, message(1));
  double.fetch();
  expect(inbox.state()).toEqual({ state: "failing", reason: "it is odd" });
  isAway = false;
  await delivered;
  expect(inbox.state()).toEqual({ state: "reading" });
  await inbox.close();
});

test("while the dead-letter topic can't be written the inbox is failing, and its consumer stays", async () => {
  const double = new KafkaDouble(topic);
  double.takesMessages = false;
  const watch = notedWatch();
  const store: StoreMessages = async (messages) => messages.map(() => ({ reason: "it is bad" }));
  const inbox = openInbox({ kafka: double.kafka, topic, store, log: silent, watch });
  await double.running;
  double.join(0);
  double.fetch();
  const delivered = double.deliver(0, message(1));
  const failing = { state: "failing", reason: "the brokers don't know topic test.inbox.dead" };
  await expect.poll(() => inbox.state()).toEqual(failing);
  double.fetch();
  expect(inbox.state()).toEqual(failing);
  expect(watch.counted).toHaveBeenCalled();
  double.takesMessages = true;
  await delivered;
  expect(double.sent).toHaveLength(1);
  expect(double.consumers).toBe(1);
  expect(inbox.state()).toEqual({ state: "reading" });
  await inbox.close();
});

test("a dead-letter topic that was deleted is created anew", async () => {
  const double = new KafkaDouble(topic);
  const createTopics = async () => {
    double.takesMessages = true;
  };
  const store: StoreMessages = async (messages) => messages.map(() => ({ reason: "it is bad" }));
  const inbox = openInbox({ kafka: { ...double.kafka, createTopics }, topic, store, log: silent });
  await double.running;
  double.join(0);
  double.takesMessages = false;
  await double.deliver(0, message(1));
  expect(double.sent).toHaveLength(1);
  await inbox.close();
});

test("messages that wait for a busy thread are no failure, and are stored as new ones", async () => {
  const double = new KafkaDouble(topic);
  const retries: boolean[] = [];
  const states: string[] = [];
  const lines: string[] = [];
  let busy = 0;
  const inbox = openInbox({
    kafka: double.kafka,
    topic,
    store: async (messages, isRetry) => {
      retries.push(isRetry);
      states.push(inbox.state().state);
      if (busy-- > 0) throw tooBusy();
      return messages.map(() => undefined);
    },
    log: pino({}, { write: (line: string) => void lines.push(line) }),
  });
  await double.running;
  double.join(0);
  double.fetch();
  await double.deliver(0, message(1));
  busy = 1;
  await double.deliver(0, message(2));
  expect(retries).toEqual([true, false, false]);
  expect(states).toEqual(["reading", "reading", "reading"]);
  expect(lines).toEqual([]);
  await inbox.close();
});

test("a topic that can't be read is reported, and counted, at each attempt", async () => {
  const watch = notedWatch();
  const inbox = openInbox({ kafka: unreachableKafka(), topic, store: async () => [], log: silent, watch });
  await vi.waitFor(() => expect(watch.failed.mock.calls.length).toBeGreaterThan(1), { timeout: 10_000 });
  expect(inbox.state()).toMatchObject({ state: "failing", reason: expect.stringContaining("127.0.0.1:1") });
  await inbox.close();
});

test("a topic that does not exist yet is no failure: it is logged once, and read when it exists", async () => {
  const double = new KafkaDouble(topic);
  double.hasTopic = false;
  const watch = notedWatch();
  const lines: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void lines.push(line) });
  const inbox = openInbox({ kafka: double.kafka, topic, store: async () => [], log, watch });
  await vi.waitFor(() => expect(double.consumers).toBeGreaterThan(2), { timeout: 10_000 });
  expect(inbox.state()).toEqual({ state: "waiting", reason: `the brokers don't know topic ${topic}` });
  expect(watch.failed).not.toHaveBeenCalled();
  expect(watch.counted).not.toHaveBeenCalled();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: 30,
    topic,
    msg: expect.stringContaining("does not exist yet"),
  });
  expect(lines[0]).not.toContain("stack");
  double.hasTopic = true;
  await double.running;
  double.fetch();
  expect(inbox.state()).toEqual({ state: "reading" });
  await inbox.close();
});

test("a topic that was read and is gone is a failure", async () => {
  const double = new KafkaDouble(topic);
  const inbox = openInbox({ kafka: double.kafka, topic, store: async () => [], log: silent });
  await double.running;
  double.fetch();
  double.hasTopic = false;
  double.crash(new Error("the topic was deleted"));
  const reason = `the brokers don't know topic ${topic}`;
  await expect.poll(() => inbox.state(), { timeout: 10_000 }).toEqual({ state: "failing", reason });
  await inbox.close();
});
