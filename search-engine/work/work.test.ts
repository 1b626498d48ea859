import { expect, test } from "vitest";
import { KeyBuckets } from "../aggregations/buckets.ts";
import { MAX_BUCKETS, MAX_SEARCH_MEMORY_BYTES } from "../limits.ts";
import { Work } from "./work.ts";

const below = {
  isEmpty: true,
  collect: () => undefined,
  *collectInSteps() {},
  metric: () => () => 0,
};

/** Makes buckets until the work is too much. */
function madeBuckets(work: Work, cells: number): number {
  let made = 0;
  const buckets = new KeyBuckets(undefined, { ...below, size: cells - 1 }, work);
  expect(() => {
    for (;;) buckets.table.add(0, made++);
  }).toThrow(expect.objectContaining({ type: "too_many_buckets_exception" }));
  return made - 1;
}

test("more buckets may be made than answered, within the memory of a search", () => {
  const made = madeBuckets(new Work(), 1);
  expect(made).toBeGreaterThan(10 * MAX_BUCKETS);
  expect(madeBuckets(new Work(), 8)).toBe(Math.floor(made / 8));
});

test("buckets share the memory of a search with its other data", () => {
  const made = madeBuckets(new Work(), 1);
  const work = new Work();
  work.take(MAX_SEARCH_MEMORY_BYTES / 2);
  expect(madeBuckets(work, 1)).toBe(made / 2);
});
