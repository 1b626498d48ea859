import { expect, test } from "vitest";
import { UsualTime } from "./usual-time.ts";

function usualOf(...durations: number[]): UsualTime {
  const usual = new UsualTime();
  for (const ms of durations) usual.add(ms);
  return usual;
}

test("the queue is limited to callers that are expected to have their turn within twice the usual time", () => {
  expect(usualOf(400).queueOfOne(3)).toBe(6);
  expect(usualOf(30_000).queueOfOne(3)).toBe(6);
});

test("for short work, the queue is limited to callers that are expected to have their turn within 250 ms", () => {
  expect(usualOf(10, 10).queueOfOne(2)).toBe(50);
  expect(usualOf(0).queueOfOne(1)).toBe(25_000);
});

test("all clients together have eight times the queue of one client", () => {
  expect(usualOf(400).queueOfAll(3)).toBe(48);
});

test("nothing bounds the queue until work has ended", () => {
  expect(new UsualTime().queueOfOne(1)).toBe(Number.POSITIVE_INFINITY);
});

test("one much longer duration hardly changes the usual time, many of them do", () => {
  const usual = usualOf(...Array(100).fill(10));
  usual.add(10_000);
  expect(usual.queueOfOne(1)).toBe(20);
  for (let count = 0; count < 100; count++) usual.add(10_000);
  expect(usual.queueOfOne(1)).toBe(2);
});
