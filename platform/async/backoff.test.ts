import { expect, test } from "vitest";
import { Backoff } from "./backoff.ts";

test("each delay is twice the one before, up to the limit; a reset starts again", () => {
  const backoff = new Backoff({ firstMs: 10, maxMs: 50 });
  const delays = Array.from({ length: 5 }, () => backoff.next());
  expect(delays).toEqual([10, 20, 40, 50, 50]);
  backoff.reset();
  expect(backoff.next()).toBe(10);
});

test("jitter takes away at most its share of a delay", () => {
  const delays = Array.from({ length: 100 }, () => new Backoff({ firstMs: 10, maxMs: 50, jitter: 0.5 }).next());
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(5);
  expect(Math.max(...delays)).toBeLessThanOrEqual(10);
  expect(new Set(delays).size).toBeGreaterThan(1);
});

// Fails by its time limit.
test("waiting ends early, and normally, when the signal aborts", async () => {
  const controller = new AbortController();
  const waiting = new Backoff({ firstMs: 60_000, maxMs: 60_000 }).wait(controller.signal);
  controller.abort();
  await waiting;
});
