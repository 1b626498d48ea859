import { expect, test } from "vitest";
import { Work } from "../work/work.ts";
import { sourceFilter } from "./source-filter.ts";

test("the patterns of a body are compiled once, however many inner searches use them", () => {
  const patterns = { includes: ["a.b", "c*"], excludes: ["c2"] };
  const filter = sourceFilter(patterns, new Work());
  expect(filter({ a: { b: 1, d: 2 }, c1: 3, c2: 4 })).toEqual({ a: { b: 1 }, c1: 3 });
  expect(sourceFilter(patterns, new Work())).toBe(filter);
});

test("patterns with a star count once for each `_source`, however many inner searches use it", () => {
  const patterns = { includes: ["c*"], excludes: [] };
  const work = new Work();
  sourceFilter(patterns, work);
  const once = work.steps;
  sourceFilter(patterns, work);
  expect(once).toBeGreaterThan(0);
  expect(work.steps).toBe(once);
  sourceFilter({ ...patterns }, work);
  expect(work.steps).toBe(2 * once);
});
