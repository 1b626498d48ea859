import { expect, test, vi } from "vitest";
import { keepRunning, retry } from "./retry.ts";

const delays = { firstMs: 1, maxMs: 4 };

class Transient extends Error {}

const options = { ...delays, timeoutMs: 10_000, isTransient: (error: unknown) => error instanceof Transient };

test("work that fails with transient errors is repeated until it succeeds", async () => {
  const onFailure = vi.fn();
  const work = async (attempt: number) => {
    if (attempt < 3) throw new Transient(`attempt ${attempt}`);
    return `done at ${attempt}`;
  };
  expect(await retry(work, { ...options, onFailure })).toBe("done at 3");
  expect(onFailure.mock.calls.map(([error, attempt]) => [String(error), attempt])).toEqual([
    ["Error: attempt 1", 1],
    ["Error: attempt 2", 2],
  ]);
});

test("an error that is not transient is thrown at once", async () => {
  const work = vi.fn(() => Promise.reject(new Error("for good")));
  await expect(retry(work, options)).rejects.toThrow("for good");
  expect(work).toHaveBeenCalledOnce();
});

test("after the timeout the last error is thrown", async () => {
  const work = vi.fn(() => Promise.reject(new Transient("still away")));
  await expect(retry(work, { ...options, timeoutMs: 20 })).rejects.toThrow("still away");
  expect(work.mock.calls.length).toBeGreaterThan(1);
});

test("no attempt begins after the signal aborts", async () => {
  const controller = new AbortController();
  const work = vi.fn(() => Promise.reject(new Transient("still away")));
  const onFailure = () => controller.abort(new Error("closed"));
  await expect(retry(work, { ...options, signal: controller.signal, onFailure })).rejects.toThrow("closed");
  expect(work).toHaveBeenCalledOnce();
});

test("work that is kept running begins again when it ends and when it fails, until the signal aborts", async () => {
  const controller = new AbortController();
  const reports: (readonly [string, boolean])[] = [];
  let runs = 0;
  await keepRunning(
    async (succeeded) => {
      runs++;
      if (runs === 1) return;
      if (runs === 4) succeeded();
      if (runs === 5) controller.abort();
      throw new Error("no engine");
    },
    { ...delays, signal: controller.signal, onFailure: (reason, _, isRepeated) => reports.push([reason, isRepeated]) },
  );
  expect(runs).toBe(5);
  expect(reports).toEqual([
    ["no engine", false],
    ["no engine", true],
    ["no engine", false],
  ]);
});
