import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import kafkajs, { type CompressionTypes, Kafka, type Message } from "kafkajs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { kafkaOver } from "../../platform/kafka/client.ts";
import { logCreator } from "../../platform/kafka/log.ts";
import { type Inbox, openInbox, type StoreMessages } from "../../services/command/observations/inbox/inbox.ts";
import { silent } from "../postgres.ts";
import { deadLetters } from "./dead-letters.ts";
import { describeWithEngine } from "./engine.ts";

// kafkajs is a CommonJS module: Node.js can't import these names from it directly.
const { CompressionCodecs, CompressionTypes: Compression } = kafkajs;

describeWithEngine("kafka", "an inbox", (brokers) => {
  const kafka = new Kafka({ brokers: brokers.split(","), logCreator: logCreator(silent) });
  const admin = kafka.admin();
  let topic: string;
  let made: string[];
  let inboxes: Inbox[];
  /** The content of the event store: lines by their messages' origins. */
  let stored: Map<string, string>;
  beforeEach(async () => {
    inboxes = [];
    stored = new Map();
    made = [];
    nameTopic();
    await admin.connect();
    await kafkaOver(kafka).createTopics([
      { name: topic, partitions: 3 },
      { name: `${topic}.dead`, partitions: 1 },
    ]);
  });
  afterEach(async () => {
    await Promise.all(inboxes.map((inbox) => inbox.close()));
    await admin.deleteTopics({ topics: made });
    await admin.disconnect();
  });

  function nameTopic(): void {
    topic = `test.inbox.${randomUUID()}`;
    made.push(topic, `${topic}.dead`);
  }

  /** Replaces the test's topics by ones that were created with the broker's defaults. */
  async function useDefaultTopics(): Promise<void> {
    nameTopic();
    await admin.createTopics({ topics: [{ topic }, { topic: `${topic}.dead` }], waitForLeaders: true });
  }

  const store: StoreMessages = async (messages) =>
    messages.map(({ line, origin }) => {
      if (line.includes("bad")) return { reason: "it is bad" };
      stored.set(origin, line.toString());
      return undefined;
    });

  function open(through: StoreMessages = store): Inbox {
    const inbox = openInbox({ kafka: kafkaOver(kafka), topic, store: through, log: silent });
    inboxes.push(inbox);
    return inbox;
  }

  async function send(...messages: readonly Message[]): Promise<void> {
    await sendCompressed(Compression.None, messages);
  }

  async function sendCompressed(compression: CompressionTypes, messages: readonly Message[]): Promise<void> {
    const producer = kafka.producer();
    await producer.connect();
    await producer.send({ topic, messages: [...messages], compression });
    await producer.disconnect();
  }

  function line(text: string, provider = "norway"): Message {
    return { key: text, value: text, headers: { provider } };
  }

  function lines(count: number): Message[] {
    return Array.from({ length: count }, (_, index) => line(`line ${index}`));
  }

  async function until(texts: readonly string[]): Promise<void> {
    await vi.waitFor(() => expect([...stored.values()].sort()).toEqual([...texts].sort()), { timeout: 40_000 });
  }

  const dead = (count: number) => deadLetters(kafka, topic, count);

  test("stores messages from before and after its start", async () => {
    await send(...lines(1_200));
    const inbox = open();
    await until(lines(1_200).map(({ value }) => String(value)));
    await send(line("later"));
    await vi.waitFor(() => expect([...stored.values()]).toContain("later"), { timeout: 20_000 });
    expect(inbox.state()).toEqual({ state: "reading" });
  });

  test("sends refused messages to the dead-letter topic with the reason, and goes on", async () => {
    open();
    await send(line("good"), line("bad"), { key: "x", value: "without provider" }, line("better"));
    await until(["good", "better"]);
    const letters = await dead(2);
    const reasons = letters.map(({ value, headers }) => [value?.toString(), headers?.["reason"]?.toString()]);
    expect(Object.fromEntries(reasons)).toEqual({
      bad: "it is bad",
      "without provider": "the header provider is missing",
    });
    const bad = letters.find(({ value }) => value?.toString() === "bad");
    expect(bad?.headers?.["provider"]?.toString()).toBe("norway");
    expect(bad?.headers?.["topic"]?.toString()).toBe(topic);
    expect(Number(bad?.headers?.["offset"]?.toString())).toBeGreaterThanOrEqual(0);
  });

  test("commits offsets after the store confirms, so that a retry stores the same messages", async () => {
    await send(...lines(50));
    // The store has everything, but never confirms.
    const unconfirmed = open(async (messages) => {
      await store(messages, false);
      return new Promise(() => undefined);
    });
    await until(lines(50).map(({ value }) => String(value)));
    void unconfirmed.close();
    let retried = 0;
    open(async (messages, isRetry) => {
      if (isRetry) retried += messages.length;
      return store(messages, isRetry);
    });
    await vi.waitFor(() => expect(retried).toBe(50), { timeout: 40_000 });
    expect(stored.size).toBe(50);
  });

  test("retries while the store fails, and reports the state failing", async () => {
    let failing = true;
    const inbox = open(async (messages) => {
      if (failing) throw new Error("the store is unavailable");
      return store(messages, true);
    });
    await send(line("patient"));
    await vi.waitFor(() => expect(inbox.state()).toEqual({ state: "failing", reason: "the store is unavailable" }), {
      timeout: 20_000,
    });
    await sleep(300);
    expect(stored.size).toBe(0);
    failing = false;
    await until(["patient"]);
    await vi.waitFor(() => expect(inbox.state()).toEqual({ state: "reading" }), 20_000);
  });

  test("is shared among processes, which read no committed message again", async () => {
    const counts = [0, 0];
    const counting = (index: number) => async (messages: Parameters<StoreMessages>[0]) => {
      counts[index] = (counts[index] ?? 0) + messages.length;
      return store(messages, false);
    };
    const first = open(counting(0));
    await send(...lines(100));
    await until(lines(100).map(({ value }) => String(value)));
    await sleep(500);
    await first.close();
    open(counting(1));
    await send(line("line 100"));
    await until(lines(101).map(({ value }) => String(value)));
    expect(counts).toEqual([100, 1]);
  });

  test("sends refused messages to the dead-letter topic, however many and however well compressed", async () => {
    await useDefaultTopics();
    const texts = Array.from({ length: 500 }, (_, index) => `bad ${index}${" ".repeat(20_000)}`);
    const bad = texts.map((text) => ({ ...line(text), key: "the same partition" }));
    await sendCompressed(Compression.GZIP, bad);
    open();
    const letters = await dead(500);
    expect(letters.map(({ value }) => value?.toString().trimEnd())).toEqual(texts.map((text) => text.trimEnd()));
    expect(new Set(letters.map(({ value }) => value?.byteLength))).toEqual(new Set(texts.map(({ length }) => length)));
    await send(line("good"));
    await until(["good"]);
  });

  test("shortens a message that is too large for the dead-letter topic", async () => {
    await useDefaultTopics();
    const headers = { provider: "norway" };
    const key = "k".repeat(400_000);
    await sendCompressed(Compression.GZIP, [
      { partition: 0, key, value: `bad ${"x".repeat(1.5 * 1024 ** 2)}`, headers },
    ]);
    open();
    const [letter] = await dead(1);
    expect(letter?.headers?.["shortened"]?.toString()).toBe("value of 1572868 bytes");
    expect(letter?.headers?.["provider"]?.toString()).toBe("norway");
    expect(letter?.key?.byteLength).toBe(400_000);
    expect(letter?.value?.toString()).toMatch(/^bad x{100000,}$/);
  });

  test("reads messages in every compression, which brokers convert", async () => {
    open();
    await sendCompressed(Compression.GZIP, lines(100));
    CompressionCodecs[Compression.Snappy] = () => ({
      compress: async ({ buffer }: { buffer: Buffer }) => snappy(buffer),
    });
    await sendCompressed(Compression.Snappy, [line("by snappy")]);
    await until([...lines(100), line("by snappy")].map(({ value }) => String(value)));
  });
});

/** The bytes in Snappy's format, uncompressed in literals of up to 60. */
function snappy(bytes: Buffer): Buffer {
  const length: number[] = [];
  for (let rest = bytes.length; ; rest >>>= 7) {
    length.push(rest < 128 ? rest : (rest & 127) | 128);
    if (rest < 128) break;
  }
  const runs: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += 60) {
    const run = bytes.subarray(from, from + 60);
    runs.push(Buffer.of((run.length - 1) << 2), run);
  }
  return Buffer.concat([Buffer.from(length), ...runs]);
}
