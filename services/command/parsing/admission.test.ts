import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Admission } from "./admission.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("places are given until there are no more, then as they come free, first come first served", async () => {
  const admission = new Admission(10, 1000);
  const first = await admission.take(6);
  const order: string[] = [];
  const note = (name: string, place: unknown): unknown => {
    order.push(name);
    return place;
  };
  const large = admission.take(8).then((place) => note("large", place));
  const small = admission.take(1).then((place) => note("small", place));
  await vi.advanceTimersByTimeAsync(10);
  expect(order).toEqual([]);
  first?.[Symbol.dispose]();
  await Promise.all([large, small]);
  expect(order).toEqual(["large", "small"]);
  expect(admission.taken).toBe(9);
});

test("a place that is given back twice is given back once", async () => {
  const admission = new Admission(10, 1000);
  const place = await admission.take(4);
  await admission.take(4);
  place?.[Symbol.dispose]();
  place?.[Symbol.dispose]();
  expect(admission.taken).toBe(4);
});

test("whoever waits too long goes, and those behind move up", async () => {
  const admission = new Admission(10, 1000);
  await admission.take(8);
  const large = admission.take(5);
  await vi.advanceTimersByTimeAsync(500);
  const small = admission.take(2);
  await vi.advanceTimersByTimeAsync(500);
  expect(await large).toBeUndefined();
  expect(await small).toBeDefined();
});

test("whoever leaves no longer waits", async () => {
  const admission = new Admission(10, 1000);
  await admission.take(10);
  const controller = new AbortController();
  const waiting = admission.take(1, controller.signal);
  controller.abort();
  expect(await waiting).toBeUndefined();
  expect(await admission.take(1, controller.signal)).toBeUndefined();
});

test("what is larger than everything is refused at once", async () => {
  expect(await new Admission(10, 1000).take(11)).toBeUndefined();
});
