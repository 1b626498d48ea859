import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import type { IndexLag } from "./follower.ts";
import { followerMetrics } from "./metrics.ts";

const view = { name: "catalogue", version: 1, generation: 1 };

function registered(...lags: readonly (() => Promise<IndexLag | undefined>)[]): Registry {
  const registry = new Registry();
  for (const [at, lag] of lags.entries()) followerMetrics(registry, { ...view, generation: at + 1 }, { lag });
  return registry;
}

const lines = async (registry: Registry): Promise<string[]> =>
  (await registry.metrics()).split("\n").filter((line) => line.startsWith("airlog"));

test("the lag of the index behind its table is reported in changes and seconds", async () => {
  expect(await lines(registered(async () => ({ changes: 1_200, seconds: 3.5 })))).toEqual([
    'airlog_index_lag_changes{view="catalogue",version="1",generation="1"} 1200',
    'airlog_index_lag_seconds{view="catalogue",version="1",generation="1"} 3.5',
  ]);
});

test("a process that no longer feeds the index has no value for its lag", async () => {
  const lags: (IndexLag | undefined)[] = [{ changes: 1, seconds: 1 }, undefined];
  const registry = registered(async () => lags.shift());
  expect(await lines(registry)).toHaveLength(2);
  expect(await lines(registry)).toEqual([]);
});

test("an unreachable database spoils no other metric", async () => {
  expect(await lines(registered(() => Promise.reject(new Error("unreachable"))))).toEqual([]);
});

test("an index whose lag is not read within five seconds does not delay that of others", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const silent = () => new Promise<never>(() => {});
  const scraped = lines(registered(silent, async () => ({ changes: 0, seconds: 0 })));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await scraped).toEqual([
    'airlog_index_lag_changes{view="catalogue",version="1",generation="2"} 0',
    'airlog_index_lag_seconds{view="catalogue",version="1",generation="2"} 0',
  ]);
});
