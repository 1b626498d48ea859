import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forEachConcurrently } from "./for-each-concurrently.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("work on many items runs on a limited number at a time, in their order", async () => {
  const log: string[] = [];
  await forEachConcurrently(2, ["a", "b", "c"], async (item) => {
    log.push(`${item} begins`);
    await Promise.resolve();
    log.push(`${item} ends`);
  });
  expect(log.slice(0, 2)).toEqual(["a begins", "b begins"]);
  expect(log.indexOf("c begins")).toBeGreaterThan(log.indexOf("a ends"));
  expect(log).toHaveLength(6);
});

test("after a failure no more items are begun; running ones are waited for", async () => {
  const ended: number[] = [];
  const work = forEachConcurrently(2, [1, 2, 3, 4], async (item) => {
    if (item === 1) throw new Error("item 1 fails");
    await new Promise((resolve) => setTimeout(resolve, 10));
    ended.push(item);
  });
  const failure = expect(work).rejects.toThrow("item 1 fails");
  await vi.advanceTimersByTimeAsync(100);
  await failure;
  expect(ended).toEqual([2]);
});
