import type { IHeaders, KafkaMessage, Message, Producer, ProducerBatch } from "kafkajs";
import { expect, test } from "vitest";
import { bury, type DeadLetter } from "./dead-letters.ts";

const MEBIBYTE = 1024 ** 2;

/** Takes what a broker with its usual limits takes. */
class Broker {
  readonly requests: Message[][] = [];
  knowsTopic = true;

  get producer(): Producer {
    const sendBatch = async ({ topicMessages = [] }: ProducerBatch) => {
      const messages = topicMessages.flatMap((each) => each.messages);
      if (JSON.stringify(messages.map(readable)).length > MEBIBYTE) throw new Error("MESSAGE_TOO_LARGE");
      if (!this.knowsTopic) return [];
      this.requests.push(messages);
      return topicMessages.map(({ topic }) => ({ topicName: topic }));
    };
    return { sendBatch } as unknown as Producer;
  }

  get letters(): Message[] {
    return this.requests.flat();
  }
}

function readable({ key, value, headers }: Message): object {
  const texts = Object.entries(headers ?? {}).map(([name, each]) => [name, String(each)]);
  return { key: key?.toString(), value: value?.toString(), headers: Object.fromEntries(texts) };
}

function refused(bytes: number, { key = "key", headers = {} as IHeaders } = {}): DeadLetter {
  const content = { key: Buffer.from(key), value: Buffer.alloc(bytes, "x"), headers };
  const message: KafkaMessage = { ...content, timestamp: "0", attributes: 0, offset: "7" };
  return { message, reason: "it is bad" };
}

const place = { topic: "inbox", partition: 3 };
const note = { reason: "it is bad", topic: "inbox", partition: "3", offset: "7" };

async function buried(...letters: readonly DeadLetter[]): Promise<Broker> {
  const broker = new Broker();
  await bury(broker.producer, place, letters, async () => {});
  return broker;
}

test("a letter is the message as it came, with the reason and where it lay", async () => {
  const { letters } = await buried(refused(5, { headers: { provider: "norway", many: ["one", "two"] } }));
  expect(letters.map(readable)).toEqual([
    { key: "key", value: "xxxxx", headers: { provider: "norway", many: "one,two", ...note } },
  ]);
});

test("many letters go in requests that a broker takes, with a sign of life after each", async () => {
  const broker = new Broker();
  let signs = 0;
  const letters = Array.from({ length: 500 }, () => refused(20_000));
  await bury(broker.producer, place, letters, async () => {
    signs += 1;
    expect(broker.requests).toHaveLength(signs);
  });
  expect(broker.letters).toHaveLength(500);
  expect(broker.requests.length).toBeGreaterThan(1);
  expect(signs).toBe(broker.requests.length);
});

test("many headers count too", async () => {
  const headers = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`name ${index}`, "a value"]));
  const { letters } = await buried(...Array.from({ length: 50 }, () => refused(10, { headers })));
  expect(letters).toHaveLength(50);
});

test("a letter that is too large is shortened, and says so", async () => {
  const { letters } = await buried(refused(2 * MEBIBYTE, { headers: { provider: "norway" } }), refused(5));
  const [large, small] = letters.map(readable) as { value: string; headers: object }[];
  expect(large).toMatchObject({ key: "key", headers: { provider: "norway", ...note } });
  expect(large?.headers).toHaveProperty("shortened", "value of 2097152 bytes");
  expect(large?.value).toMatch(/^x{400000,}$/);
  expect(small?.headers).toEqual(note);
});

test.each([
  ["a key", { key: "k".repeat(2 * MEBIBYTE) }],
  ["headers", { headers: { provider: "p".repeat(2 * MEBIBYTE) } }],
])("%s that is too large is left out, which is said", async (_, large) => {
  const { letters } = await buried(refused(5, large));
  const shortened = "value of 5 bytes, key and headers left out";
  expect(letters.map(readable)).toEqual([{ key: undefined, value: "xxxxx", headers: { ...note, shortened } }]);
});

test("no partition is chosen by keys, which takes the client too long for long ones", async () => {
  const { letters } = await buried(refused(5), refused(5, { key: "k".repeat(400_000) }), refused(MEBIBYTE));
  expect(letters.map(({ partition }) => partition)).toEqual([0, 0, 0]);
});

test("a topic that the brokers don't know takes none, which is a failure", async () => {
  const broker = new Broker();
  broker.knowsTopic = false;
  await expect(bury(broker.producer, place, [refused(5)], async () => {})).rejects.toThrow(
    /don't know topic inbox.dead/,
  );
});
