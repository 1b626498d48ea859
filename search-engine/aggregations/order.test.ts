import fc from "fast-check";
import { expect, test } from "vitest";
import { byCount, byKey } from "../language/aggregations/order.ts";
import { Work } from "../work/work.ts";
import type { SubAggregations } from "./aggregation.ts";
import { BucketTable } from "./buckets.ts";
import { BucketOrder, firstOf } from "./order.ts";

test("the first of many equal the beginning of all, sorted", () => {
  const compare = (a: number, b: number) => a - b;
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer()), fc.nat(20), (items, limit) => {
      expect(firstOf(items, limit, compare)).toEqual([...items].sort(compare).slice(0, limit));
    }),
  );
});

test("sorting counts as if each criterion compared all buckets", () => {
  const table = new BucketTable(undefined, () => undefined);
  const buckets = Array.from({ length: 1_000 }, (_, key) => table.add(0, 1_000 - key));
  const below = { metric: () => () => 1 } as unknown as SubAggregations;
  const stepsOf = (count: number, path?: string) => {
    const work = new Work();
    const one =
      path === undefined
        ? byCount(true)
        : { ...byCount(true), path, elements: [{ text: path, name: path, key: undefined }] };
    const criteria = [...Array.from({ length: count }, () => one), byKey(true)];
    const order = new BucketOrder(criteria, { table, compareKeys: (a, b) => a - b, below, work }, "last");
    expect(order.sorted(buckets)).toEqual([...buckets].reverse());
    return work.steps;
  };
  expect(stepsOf(63)).toBe(64 * stepsOf(0));
  expect(stepsOf(63, "a")).toBeGreaterThan(4 * stepsOf(63));
});

test("a bucket belongs to its owner and key, and counts its documents", () => {
  const table = new BucketTable(undefined, () => undefined);
  const first = table.add(0, 7);
  expect(table.add(0, 7)).toBe(first);
  const other = table.add(3, 7);
  expect(other).not.toBe(first);
  expect([table.counts[first], table.counts[other]]).toEqual([2, 1]);
  expect(table.bucketsOf(3)).toEqual([other]);
  expect(table.reach(3, 8)).toBe(2);
  expect(table.counts[2]).toBe(0);
});

test("a table grows without losing counts", () => {
  const table = new BucketTable(1_000, () => undefined);
  for (let round = 0; round < 3; round++) for (let key = 0; key < 1_000; key++) table.add(0, key);
  expect(table.size).toBe(1_000);
  expect([...table.counts.subarray(0, 1_000)].every((count) => count === 3)).toBe(true);
});
