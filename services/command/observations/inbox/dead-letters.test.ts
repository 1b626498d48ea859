import { expect, test } from "vitest";
import type { Headers, OutgoingMessage, Producer } from "../../../../platform/kafka/port.ts";
import { type DeadLetter, sendToDeadLetterTopic } from "./dead-letters.ts";

const MEBIBYTE = 1024 ** 2;

/** Takes what a broker with its usual limits takes. */
class Broker {
  readonly requests: (readonly OutgoingMessage[])[] = [];

  get producer(): Producer {
    const send = async (messages: readonly OutgoingMessage[]) => {
      if (JSON.stringify(messages.map(readable)).length > MEBIBYTE) throw new Error("MESSAGE_TOO_LARGE");
      this.requests.push(messages);
    };
    return { send, partitions: () => 1, close: async () => {} };
  }

  get letters(): OutgoingMessage[] {
    return this.requests.flat();
  }
}

function readable({ key, value, headers }: OutgoingMessage) {
  const texts = Object.entries(headers).map(([name, each]) => [name, String(each)]);
  return { key: key?.toString(), value: value?.toString(), headers: Object.fromEntries(texts) };
}

function refused(bytes: number, { key = "key", headers = {} }: { key?: string; headers?: Headers } = {}): DeadLetter {
  const message = { key: Buffer.from(key), value: Buffer.alloc(bytes, "x"), headers, timestamp: "0", offset: "7" };
  return { message, reason: "it is bad" };
}

const origin = { topic: "inbox", partition: 3 };
const note = { reason: "it is bad", topic: "inbox", partition: "3", offset: "7" };

async function sent(...letters: readonly DeadLetter[]): Promise<Broker> {
  const broker = new Broker();
  await sendToDeadLetterTopic(broker.producer, origin, letters);
  return broker;
}

test("a letter is the message as it came, with the reason and its origin", async () => {
  const { letters } = await sent(refused(5, { headers: { provider: "norway", many: ["one", "two"] } }));
  expect(letters.map(readable)).toEqual([
    { key: "key", value: "xxxxx", headers: { provider: "norway", many: "one,two", ...note } },
  ]);
});

test("many letters go in requests that a broker takes", async () => {
  const { letters, requests } = await sent(...Array.from({ length: 500 }, () => refused(20_000)));
  expect(letters).toHaveLength(500);
  expect(requests.length).toBeGreaterThan(1);
});

test("many headers count too", async () => {
  const headers = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`name ${index}`, "a value"]));
  const { letters } = await sent(...Array.from({ length: 50 }, () => refused(10, { headers })));
  expect(letters).toHaveLength(50);
});

test("a letter that is too large is shortened, and says so", async () => {
  const { letters } = await sent(refused(2 * MEBIBYTE, { headers: { provider: "norway" } }), refused(5));
  const [large, small] = letters.map(readable);
  expect(large).toMatchObject({ key: "key", headers: { provider: "norway", ...note } });
  expect(large?.headers).toHaveProperty("shortened", "value of 2097152 bytes");
  expect(large?.value).toMatch(/^x{400000,}$/);
  expect(small?.headers).toEqual(note);
});

test.each([
  ["a key", { key: "k".repeat(2 * MEBIBYTE) }],
  ["headers", { headers: { provider: "p".repeat(2 * MEBIBYTE) } }],
])("%s that is too large is left out, as a header says", async (_, large) => {
  const { letters } = await sent(refused(5, large));
  const shortened = "value of 5 bytes, key and headers left out";
  expect(letters.map(readable)).toEqual([{ key: undefined, value: "xxxxx", headers: { ...note, shortened } }]);
});

test("every letter names its partition, since choosing one by a long key takes the client minutes", async () => {
  const { letters } = await sent(refused(5), refused(5, { key: "k".repeat(400_000) }), refused(MEBIBYTE));
  expect(letters.map(({ partition }) => partition)).toEqual([0, 0, 0]);
});
