import { expect, test } from "vitest";
import { Occasionally } from "./occasionally.ts";

test("work is done at once, then at most once a minute", () => {
  let now = 5;
  const done: number[] = [];
  const occasionally = new Occasionally(() => now);
  for (; now < 130_000; now += 500) occasionally.do(() => done.push(now));
  expect(done).toEqual([5, 60_005, 120_005]);
});

test("after a reset it is done at once", () => {
  let count = 0;
  const occasionally = new Occasionally(() => 0);
  const work = () => occasionally.do(() => count++);
  work();
  work();
  occasionally.reset();
  work();
  expect(count).toBe(2);
});
