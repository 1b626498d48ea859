import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BodyMemory } from "./body-memory.ts";

const MAX = 1024 ** 2;
const { signal } = new AbortController();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a sender gets its share, and others get theirs", async () => {
  const memory = new BodyMemory(MAX);
  const own = memory.open("slow", signal);
  expect(await own.grow(MAX)).toBe(true);
  const other = memory.open("other", signal);
  expect(await other.grow(MAX)).toBe(true);
  expect(memory.used).toBe(2 * MAX);
  own[Symbol.dispose]();
  other[Symbol.dispose]();
  own[Symbol.dispose]();
  expect(memory.used).toBe(0);
});

test("of partly read bodies that can get no more memory, one goes on, then the next", async () => {
  const memory = new BodyMemory(MAX);
  const bodies = Array.from({ length: 2 }, () => memory.open("one", signal));
  for (const body of bodies) expect(await body.grow(MAX / 2)).toBe(true);
  const [first, second] = bodies;
  expect(await first?.grow(MAX)).toBe(true);
  const waiting = second?.grow(MAX);
  await vi.advanceTimersByTimeAsync(1000);
  expect(memory.used).toBe(1.5 * MAX);
  first?.[Symbol.dispose]();
  expect(await waiting).toBe(true);
  second?.[Symbol.dispose]();
  expect(memory.used).toBe(0);
});

test("whatever many senders do, memory stays below that of four of the largest bodies", async () => {
  const memory = new BodyMemory(MAX);
  const bodies = Array.from({ length: 40 }, (_, index) => memory.open(`sender ${index}`, signal));
  const grown = Promise.all(bodies.map((body) => body.grow(MAX)));
  expect(memory.used).toBeLessThanOrEqual(4 * MAX);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await grown).filter(Boolean)).toHaveLength(3);
  for (const body of bodies) body[Symbol.dispose]();
  expect(memory.used).toBe(0);
});

test("memory that becomes free goes to a body that waits for its turn", async () => {
  const memory = new BodyMemory(MAX);
  const bodies = Array.from({ length: 4 }, (_, index) => memory.open(`sender ${index}`, signal));
  const grown = bodies.map((body) => body.grow(MAX));
  await Promise.all(grown.slice(0, 3));
  bodies[0]?.[Symbol.dispose]();
  expect(await grown[3]).toBe(true);
  expect(memory.used).toBe(3 * MAX);
  for (const body of bodies) body[Symbol.dispose]();
  expect(memory.used).toBe(0);
});

test("a sender that has used up its share ends nobody else's slow body", async () => {
  const memory = new BodyMemory(MAX);
  const size = 256 * 1024;
  const slow = memory.open("b", signal);
  expect(await slow.grow(size)).toBe(true);
  let arrive: (part: string) => void = () => undefined;
  const more = new Promise<string>((resolve) => {
    arrive = resolve;
  });
  const read = slow.unlessWanted(0, more, () => new Error("ended"));
  const bodies = Array.from({ length: 200 }, () => memory.open("a", signal));
  const grown = await Promise.all(bodies.map((body) => body.grow(size)));
  expect(grown).toContain(false);
  arrive("more");
  expect(await read).toBe("more");
  for (const body of [slow, ...bodies]) body[Symbol.dispose]();
  expect(memory.used).toBe(0);
});

/** The end of a body of `sender` that does not continue: it is late at once. */
function late(memory: BodyMemory, sender: string) {
  const body = memory.open(sender, signal);
  const state = { body, isEnded: false };
  const wait = () =>
    body
      .unlessWanted(0, new Promise(() => undefined), () => new Error("ended"))
      .catch(() => {
        state.isEnded = true;
      });
  return Object.assign(state, { wait });
}

test("waiters that only lack their own share, also in a full pool, end nobody else's slow body", async () => {
  const memory = new BodyMemory(MAX);
  const own = memory.open("a", signal);
  const turn = memory.open("a", signal);
  expect(await own.grow(MAX)).toBe(true);
  expect(await turn.grow(MAX)).toBe(true);
  const waiting = memory.open("a", signal);
  const waited = waiting.grow(MAX);
  const slow = late(memory, "b");
  expect(await slow.body.grow(MAX)).toBe(true);
  void slow.wait();
  await vi.advanceTimersByTimeAsync(1000);
  expect(slow.isEnded).toBe(false);

  const another = memory.open("a", signal).grow(MAX);
  await vi.advanceTimersByTimeAsync(1000);
  expect(slow.isEnded).toBe(false);

  const wanting = memory.open("c", signal).grow(MAX);
  await vi.advanceTimersByTimeAsync(0);
  expect(slow.isEnded).toBe(true);
  expect(await wanting).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([await waited, await another]).toEqual([false, false]);
});

test("a waiter whose own share becomes free ends slow bodies of others that have the rest", async () => {
  const memory = new BodyMemory(MAX);
  const [own, turn, waiting] = Array.from({ length: 3 }, () => memory.open("a", signal));
  expect(await own?.grow(MAX / 2)).toBe(true);
  const slow = [late(memory, "b"), late(memory, "c")];
  expect(await slow[0]?.body.grow(MAX)).toBe(true);
  expect(await slow[1]?.body.grow(MAX / 2)).toBe(true);
  expect(await turn?.grow(MAX)).toBe(true);
  const waited = waiting?.grow(MAX);
  for (const { wait } of slow) void wait();
  await vi.advanceTimersByTimeAsync(1000);
  expect(slow.map(({ isEnded }) => isEnded)).toEqual([false, false]);
  own?.[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(0);
  expect(slow.some(({ isEnded }) => isEnded)).toBe(true);
  expect(await waited).toBe(true);
});

test("a request that holds no memory yet is never late", async () => {
  const memory = new BodyMemory(MAX);
  const idle = late(memory, "b");
  void idle.wait();
  const bodies = Array.from({ length: 300 }, (_, index) => memory.open(`sender ${index}`, signal));
  expect(await Promise.all(bodies.map((body) => body.grow(256 * 1024)))).toContain(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(idle.isEnded).toBe(false);
});

describe("large bodies of one sender, with the memory of the service", () => {
  const SIZE = 1024 ** 2;
  const memory = new BodyMemory(64 * SIZE);
  /** An arrived body, and whether it may wait for its work. */
  const come = async (sender: string, size = SIZE) => {
    const body = memory.open(sender, signal);
    expect(await body.grow(size)).toBe(true);
    return { body, isTaken: body.complete() };
  };
  const all = (count: number) => Promise.all(Array.from({ length: count }, () => come("one")));

  test("eight parallel uploads are accepted, also when each is repeated at once", async () => {
    for (let round = 0; round < 10; round++) {
      const uploads = await all(8);
      expect(uploads.every(({ isTaken }) => isTaken)).toBe(true);
      for (const { body } of uploads) body[Symbol.dispose]();
    }
  });

  test("24 arrived bodies wait for their work, and the others are refused at once", async () => {
    const uploads = await all(60);
    expect(uploads.filter(({ isTaken }) => isTaken)).toHaveLength(24);
    expect([memory.mayComeLarge("one"), memory.mayComeLarge("other")]).toEqual([false, true]);
    const neighbours = [await come("other"), await come("one", SIZE / 4)];
    expect(neighbours.map(({ isTaken }) => isTaken)).toEqual([true, true]);
    uploads.find(({ isTaken }) => isTaken)?.body[Symbol.dispose]();
    expect(memory.mayComeLarge("one")).toBe(true);
    const later = [await come("one"), await come("one")];
    expect(later.map(({ isTaken }) => isTaken)).toEqual([true, false]);
    for (const { body } of [...uploads, ...neighbours, ...later]) body[Symbol.dispose]();
    expect(memory.used).toBe(0);
  });

  test("slowly arriving bodies keep no other out", async () => {
    const slow = Array.from({ length: 40 }, () => memory.open("one", signal));
    for (const body of slow) expect(await body.grow(SIZE)).toBe(true);
    expect(memory.mayComeLarge("one")).toBe(true);
    const whole = await come("one");
    expect(whole.isTaken).toBe(true);
    for (const body of [...slow, whole.body]) body[Symbol.dispose]();
  });
});

test("small bodies beyond the sender's share are refused at once", async () => {
  const memory = new BodyMemory(MAX);
  const size = 256 * 1024;
  const held: boolean[] = [];
  for (let count = 0; count < 300; count++) held.push(await memory.open("one", signal).grow(size));
  expect(held.filter(Boolean)).toHaveLength(192);
  expect(await memory.open("other", signal).grow(size)).toBe(true);
});
