import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Client } from "./places.ts";
import { Turns } from "./turns.ts";
import { UsualTime } from "./usual-time.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = { running: 1, waitingPerClient: 3, waiting: 5, timeoutMs: 1000 };

test("clients take turns, whatever their number of callers", async () => {
  const turns = new Turns(limits);
  const order: string[] = [];
  const ask = async (key: string, name: string): Promise<void> => {
    using permit = await turns.acquire(key);
    if (permit) order.push(name);
  };
  const first = await turns.acquire("a");
  const asked = [ask("a", "a1"), ask("a", "a2"), ask("a", "a3"), ask("b", "b1")];
  first?.[Symbol.dispose]();
  first?.[Symbol.dispose]();
  await Promise.all(asked);
  expect(order).toEqual(["a1", "b1", "a2", "a3"]);
  expect(turns.counts).toEqual({ running: 0, waiting: 0 });
});

test("callers beyond the client's share of the queue, or beyond that of all clients, are refused at once", async () => {
  const turns = new Turns(limits);
  await turns.acquire("a");
  const waiting = ["a", "a", "a", "b", "b"].map((key) => turns.acquire(key));
  expect(turns.counts).toEqual({ running: 1, waiting: 5 });
  expect(await turns.acquire("a")).toBeUndefined();
  expect(await turns.acquire("b")).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await Promise.all(waiting)).toEqual(Array(5).fill(undefined));
  expect(turns.counts).toEqual({ running: 1, waiting: 0 });
});

test("a group holds no more than its share, whatever its number of clients, and others do not wait behind it", async () => {
  const turns = new Turns({ ...limits, running: 4, runningPerGroup: 2 });
  const held = await Promise.all(["1", "2"].map((key) => turns.acquire(["x", key])));
  const third = turns.acquire(["x", "3"]);
  expect(turns.counts).toEqual({ running: 2, waiting: 1 });
  expect(await turns.acquire(["y", "1"])).toBeDefined();
  held[0]?.[Symbol.dispose]();
  expect(await third).toBeDefined();
  expect(turns.counts).toEqual({ running: 3, waiting: 0 });
});

test("groups of clients take turns, and so do the clients in each", async () => {
  const turns = new Turns(limits);
  const order: string[] = [];
  const ask = async (keys: Client, name: string): Promise<void> => {
    using permit = await turns.acquire(keys);
    if (permit) order.push(name);
  };
  const first = await turns.acquire("a");
  const asked = [ask(["x", "1"], "x1"), ask(["x", "1"], "x1 again"), ask(["x", "2"], "x2"), ask(["y", "1"], "y1")];
  first?.[Symbol.dispose]();
  await Promise.all(asked);
  expect(order).toEqual(["x1", "y1", "x2", "x1 again"]);
});

test("when too many wait, the last of the client or group with most callers gives way to one with few", async () => {
  const turns = new Turns({ ...limits, waitingPerClient: 2 });
  await turns.acquire("a");
  const crowd = ["1", "2", "3", "4", "5"].map((key) => turns.acquire(["x", key]));
  const one = turns.acquire(["y", "1"]);
  expect(await crowd[4]).toBeUndefined();
  const two = turns.acquire(["y", "2"]);
  expect(await crowd[3]).toBeUndefined();
  expect(await turns.acquire(["y", "3"])).toBeUndefined();
  expect(turns.counts).toEqual({ running: 1, waiting: 5 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(await Promise.all([one, two])).toEqual([undefined, undefined]);
});

test("a caller whose signal aborts leaves the queue", async () => {
  const turns = new Turns(limits);
  const held = await turns.acquire("a");
  const controller = new AbortController();
  const left = turns.acquire("a", controller.signal);
  const next = turns.acquire("a");
  controller.abort();
  expect(await left).toBeUndefined();
  expect(await turns.acquire("a", controller.signal)).toBeUndefined();
  held?.[Symbol.dispose]();
  expect(await next).toBeDefined();
});

test("a client that holds its share waits, and others pass it", async () => {
  const turns = new Turns({ ...limits, running: 3, runningPerClient: 2 });
  const held = await turns.acquire("a");
  await turns.acquire("a");
  const waiting = turns.acquire("a");
  expect(turns.counts).toEqual({ running: 2, waiting: 1 });
  expect(await turns.acquire("b")).toBeDefined();
  expect(turns.counts).toEqual({ running: 3, waiting: 1 });
  held?.[Symbol.dispose]();
  expect(await waiting).toBeDefined();
});

test("the queue is bounded by how long permits have been held", async () => {
  const turns = new Turns({ running: 2, waitingPerClient: 100, waiting: 200, timeoutMs: 60_000 }, new UsualTime());
  const measured = await turns.acquire("a");
  await vi.advanceTimersByTimeAsync(400);
  measured?.[Symbol.dispose]();
  const crowd = Array.from({ length: 9 }, () => turns.acquire("a"));
  expect(turns.counts).toEqual({ running: 2, waiting: 4 });
  expect(await Promise.all(crowd.slice(6))).toEqual([undefined, undefined, undefined]);
  void turns.acquire("b");
  expect(turns.counts).toEqual({ running: 2, waiting: 5 });
});

test("the queue of all callers is bounded too, and a caller of the largest group gives way", async () => {
  const turns = new Turns({ running: 1, waitingPerClient: 100, waiting: 200, timeoutMs: 60_000 }, new UsualTime());
  const measured = await turns.acquire("a");
  await vi.advanceTimersByTimeAsync(400);
  measured?.[Symbol.dispose]();
  const crowd = Array.from({ length: 17 }, (_, key) => turns.acquire(["x", String(key)]));
  expect(turns.counts).toEqual({ running: 1, waiting: 16 });
  void turns.acquire(["y", "1"]);
  expect(await crowd[16]).toBeUndefined();
  expect(turns.counts).toEqual({ running: 1, waiting: 16 });
});
