import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Limiter } from "./limiter.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("permits are granted up to the capacity, then as others are released, first come, first served", async () => {
  const limiter = new Limiter(10, 1000);
  const first = await limiter.acquire(6);
  const order: string[] = [];
  const note = (name: string, permit: unknown): unknown => {
    order.push(name);
    return permit;
  };
  const large = limiter.acquire(8).then((permit) => note("large", permit));
  const small = limiter.acquire(1).then((permit) => note("small", permit));
  await vi.advanceTimersByTimeAsync(10);
  expect(order).toEqual([]);
  first?.[Symbol.dispose]();
  await Promise.all([large, small]);
  expect(order).toEqual(["large", "small"]);
  expect(limiter.used).toBe(9);
});

test("a permit that is released twice counts once", async () => {
  const limiter = new Limiter(10, 1000);
  const permit = await limiter.acquire(4);
  await limiter.acquire(4);
  permit?.[Symbol.dispose]();
  permit?.[Symbol.dispose]();
  expect(limiter.used).toBe(4);
});

test("a caller that waits too long gets none, and those behind it move up", async () => {
  const limiter = new Limiter(10, 1000);
  await limiter.acquire(8);
  const large = limiter.acquire(5);
  await vi.advanceTimersByTimeAsync(500);
  const small = limiter.acquire(2);
  await vi.advanceTimersByTimeAsync(500);
  expect(await large).toBeUndefined();
  expect(await small).toBeDefined();
});

test("a caller whose signal aborts gets none", async () => {
  const limiter = new Limiter(10, 1000);
  await limiter.acquire(10);
  const controller = new AbortController();
  const waiting = limiter.acquire(1, controller.signal);
  controller.abort();
  expect(await waiting).toBeUndefined();
  expect(await limiter.acquire(1, controller.signal)).toBeUndefined();
});

test("without a timeout callers wait as long as it takes", async () => {
  const limiter = new Limiter(1);
  const first = await limiter.acquire();
  const second = limiter.acquire();
  await vi.advanceTimersByTimeAsync(86_400_000);
  first?.[Symbol.dispose]();
  expect(await second).toBeDefined();
});

test("a permit of weight 0 is granted at once, even when others wait", async () => {
  const limiter = new Limiter(1);
  await limiter.acquire();
  void limiter.acquire();
  expect(await limiter.acquire(0)).toBeDefined();
});

test("a weight above the capacity is refused at once", async () => {
  expect(await new Limiter(10, 1000).acquire(11)).toBeUndefined();
});
