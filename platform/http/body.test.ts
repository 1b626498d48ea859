import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
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

test("a body that arrives slowly but steadily is read, despite pauses", async () => {
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

test("a large body is refused before it is sent once its sender has its share; others are not", async () => {
  const plenty = new BodyMemory(64 * MAX);
  const begin = (sender: string, length: number) => {
    const message = request(length);
    const reading = readBody(message, {
      memory: plenty,
      sender,
      maxBytes: MAX,
      hashed: false,
      takesLines: false,
      signal,
    });
    message.push("x".repeat(length));
    message.push(null);
    return reading;
  };
  const bodies = await Promise.all(Array.from({ length: 24 }, () => begin("a", MAX)));
  const refused = request(MAX);
  const ask = vi.spyOn(refused, "read");
  const options = { memory: plenty, sender: "a", maxBytes: MAX, hashed: false, takesLines: false, signal };
  await expect(readBody(refused, options)).rejects.toMatchObject({ code: "busy", status: 503 });
  expect(ask).not.toHaveBeenCalled();
  bodies.push(await begin("a", 1_000), await begin("b", MAX));
  for (const body of bodies) body[Symbol.dispose]();
  expect(plenty.used).toBe(0);
});

describe("others wait for memory", () => {
  const own = new BodyMemory(MAX);
  const send = (message: IncomingMessage, sender: string) =>
    readBody(message, { memory: own, sender, maxBytes: MAX, hashed: false, takesLines: false, signal });

  /** Sends all but the end at once, then continues at `rate` bytes a second. */
  function dribble(sender: string, rate: number) {
    const message = request(MAX);
    let left = Math.floor(MAX * 0.2);
    message.push("x".repeat(MAX - left));
    const timer = setInterval(() => {
      message.push("x".repeat(Math.min(left, rate)));
      left -= Math.min(left, rate);
      if (left > 0) return;
      clearInterval(timer);
      message.push(null);
    }, 1000);
    const outcome = send(message, sender).then(
      (body) => {
        body[Symbol.dispose]();
        return "read";
      },
      ({ code }) => code,
    );
    return { outcome, stop: () => clearInterval(timer) };
  }

  async function sendFast(sender: string): Promise<void> {
    const message = request(MAX);
    for (let part = 0; part < 4; part++) message.push("x".repeat(MAX / 4));
    message.push(null);
    using body = await send(message, sender);
    expect(body.bytes).toHaveLength(MAX);
  }

  test("bodies too slow for the memory they hold are ended, and waiting ones go on", async () => {
    const dribblers = ["a", "b", "c"].map((sender) => dribble(sender, 5000));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(own.used).toBe(3 * MAX);
    const began = Date.now();
    await sendFast("d");
    expect(Date.now() - began).toBeLessThan(100);
    expect(await Promise.all(dribblers.map(({ outcome }) => outcome))).toEqual(Array(3).fill("body-too-slow"));
    for (const { stop } of dribblers) stop();
    expect(own.used).toBe(0);
  });

  test("bodies that were fast before others waited may pause for a few seconds", async () => {
    const dribblers = ["a", "b", "c"].map((sender) => dribble(sender, 5000));
    await vi.advanceTimersByTimeAsync(100);
    const fast = sendFast("d");
    await vi.advanceTimersByTimeAsync(4000);
    expect(own.used).toBe(3 * MAX);
    await vi.advanceTimersByTimeAsync(3000);
    await fast;
    for (const { stop } of dribblers) stop();
  });

  test("slow bodies are read when nobody waits, or when they fill their memory in half a minute", async () => {
    const slow = dribble("a", 5000);
    const others = ["b", "c"].map((sender) => dribble(sender, MAX / 30));
    await vi.advanceTimersByTimeAsync(3000);
    const waiting = sendFast("d");
    await vi.advanceTimersByTimeAsync(60_000);
    await waiting;
    expect(await Promise.all(others.map(({ outcome }) => outcome))).toEqual(["read", "read"]);
    expect(await slow.outcome).toBe("body-too-slow");
    const alone = dribble("a", 5000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await alone.outcome).toBe("read");
    for (const { stop } of [slow, ...others, alone]) stop();
  });

  test("small bodies that dribble leave their memory to others", async () => {
    const size = 256 * 1024;
    const messages = Array.from({ length: 256 }, () => request(size));
    const outcomes = messages.map((message, index) => {
      message.push("x".repeat(size - 100_000));
      return send(message, `dribbler ${index % 2}`).then(
        () => "read",
        ({ code }) => code,
      );
    });
    const timer = setInterval(() => messages.map((message) => message.push("x".repeat(5000))), 1000);
    await vi.advanceTimersByTimeAsync(14_000);
    const message = request(size);
    message.push("x".repeat(size));
    message.push(null);
    const body = await send(message, "other");
    body[Symbol.dispose]();
    clearInterval(timer);
    expect(await Promise.all(outcomes)).toContain("body-too-slow");
  });
});
