import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Patience, Wakeups } from "./wakeups.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;

/** How long a wait takes when nobody wakes. */
async function pauseOf(patience: Patience): Promise<number> {
  const begin = Date.now();
  patience.begin();
  const waiting = patience.wait(never);
  await vi.runAllTimersAsync();
  await waiting;
  return Date.now() - begin;
}

test("pauses grow to a second and stay there", async () => {
  const patience = new Patience(new Wakeups());
  const pauses: number[] = [];
  for (let look = 0; look < 12; look += 1) pauses.push(await pauseOf(patience));
  expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1_000, 1_000, 1_000]);
});

test("a waking ends the wait at once, and the next pauses are short again", async () => {
  const wakeups = new Wakeups();
  const patience = new Patience(wakeups);
  for (let look = 0; look < 12; look += 1) await pauseOf(patience);
  patience.begin();
  const waiting = patience.wait(never);
  wakeups.wake();
  await waiting;
  expect(await pauseOf(patience)).toBe(2);
});

test("a waking between the look and the wait is not missed", async () => {
  const wakeups = new Wakeups();
  const patience = new Patience(wakeups);
  patience.begin();
  wakeups.wake();
  await patience.wait(never);
});

test("an abort ends the wait, before or during it", async () => {
  const patience = new Patience(new Wakeups());
  patience.begin();
  await patience.wait(AbortSignal.abort());
  const stop = new AbortController();
  const waiting = patience.wait(stop.signal);
  stop.abort();
  await waiting;
});
