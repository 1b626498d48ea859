import { expect, onTestFinished, test, vi } from "vitest";
import { shared } from "./shared.ts";

test("callers share a run while it lasts, and the next caller begins another", async () => {
  let runs = 0;
  const read = shared(async () => ++runs);
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  expect(await read()).toBe(2);
});

test("a failed run fails for all its callers, and the next caller begins another", async () => {
  let runs = 0;
  const read = shared(async () => {
    if (++runs === 1) throw new Error("the first fails");
    return runs;
  });
  const settled = await Promise.allSettled([read(), read()]);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await read()).toBe(2);
});

test("a kept result is returned until its time is over", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let runs = 0;
  const read = shared(async () => ++runs, 1_000);
  expect(await read()).toBe(1);
  vi.advanceTimersByTime(999);
  expect(await read()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await read()).toBe(2);
});
