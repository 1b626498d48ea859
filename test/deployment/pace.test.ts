import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Pace } from "./pace.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("works are begun in turn at the rate, and none while every client is busy", async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const pace = new Pace([work("a"), work("b")], { perSecond: 10, clients: 3, onFailure: () => undefined });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toEqual(["a", "b", "a"]);
  expect(pace.leftOut).toBe(7);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toHaveLength(4);
  const stopped = pace.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toHaveLength(4);
  for (const end of ends) end();
  await stopped;
});

test("works whose timer was late are begun with the next one", async () => {
  const work = vi.fn(async () => undefined);
  const pace = new Pace([work], { perSecond: 10, clients: 3, onFailure: () => undefined });
  const late = performance.now() + 400;
  vi.spyOn(performance, "now").mockReturnValue(late);
  await vi.advanceTimersByTimeAsync(100);
  expect({ begun: work.mock.calls.length, leftOut: pace.leftOut }).toEqual({ begun: 3, leftOut: 1 });
  await pace.stop();
});

test("a work that fails is reported, and its client goes on", async () => {
  const failures: unknown[] = [];
  const work = () => Promise.reject(new Error("refused"));
  const pace = new Pace([work], { perSecond: 10, clients: 1, onFailure: (error) => failures.push(error) });
  await vi.advanceTimersByTimeAsync(200);
  await pace.stop();
  expect(failures).toEqual([new Error("refused"), new Error("refused")]);
});
