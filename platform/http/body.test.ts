import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readBody } from "./body.ts";
import { BodyMemory } from "./body-memory.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MAX = 1024 ** 2;
const memory = new BodyMemory(MAX);
const { signal } = new AbortController();

function request(length: number): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  Object.assign(message.headers, { "content-length": String(length), "content-type": "application/json" });
  return message;
}

const read = (message: IncomingMessage) =>
  readBody(message, { memory, sender: "a", maxBytes: MAX, hashed: false, takesLines: false, signal });

test("a body that dribbles is ended, and its memory is free again", async () => {
  const message = request(100_000);
  const failure = expect(read(message)).rejects.toMatchObject({ code: "body-too-slow", status: 408 });
  for (let second = 0; second < 20; second++) {
    message.push("x".repeat(100));
    await vi.advanceTimersByTimeAsync(1000);
  }
  await failure;
  expect(memory.used).toBe(0);
});

test("a body that comes slowly but steadily is read, pauses included", async () => {
  const message = request(200_000);
  const reading = read(message);
  for (let part = 0; part < 20; part++) {
    message.push("x".repeat(10_000));
    await vi.advanceTimersByTimeAsync(part === 10 ? 12_000 : 2000);
  }
  message.push(null);
  using body = await reading;
  expect(body.bytes).toHaveLength(200_000);
});
