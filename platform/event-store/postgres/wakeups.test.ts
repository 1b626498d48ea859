import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PollDelay, Wakeups } from "./wakeups.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;

/** Duration of a wait without a wake-up. */
async function delayOf(delay: PollDelay): Promise<number> {
  const begin = Date.now();
  delay.begin();
  const waiting = delay.wait(never);
  await vi.runAllTimersAsync();
  await waiting;
  return Date.now() - begin;
}

test("delays grow to a second and stay there", async () => {
  const delay = new PollDelay(new Wakeups());
  const delays: number[] = [];
  for (let look = 0; look < 12; look += 1) delays.push(await delayOf(delay));
  expect(delays).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1_000, 1_000, 1_000]);
});

test("a wake-up ends the wait at once, and the next delays are short again", async () => {
  const wakeups = new Wakeups();
  const delay = new PollDelay(wakeups);
  for (let look = 0; look < 12; look += 1) await delayOf(delay);
  delay.begin();
  const waiting = delay.wait(never);
  wakeups.wake();
  await waiting;
  expect(await delayOf(delay)).toBe(2);
});

// Fails by its time limit.
test("a wake-up between the poll and the wait is not missed", async () => {
  const wakeups = new Wakeups();
  const delay = new PollDelay(wakeups);
  delay.begin();
  wakeups.wake();
  await delay.wait(never);
});

// Fails by its time limit.
test("an abort ends the wait, before or during it", async () => {
  const delay = new PollDelay(new Wakeups());
  delay.begin();
  await delay.wait(AbortSignal.abort());
  const stop = new AbortController();
  const waiting = delay.wait(stop.signal);
  stop.abort();
  await waiting;
});
