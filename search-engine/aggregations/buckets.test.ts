import fc from "fast-check";
import { expect, test } from "vitest";
import type { SegmentReader } from "../index/segment.ts";
import { BucketBatch, BucketTable } from "./buckets.ts";

test("each owner and key has one bucket, in the order of their first document, whatever the keys", () => {
  const key = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.double({ noNaN: true }));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(20), key)), (added) => {
      let created = 0;
      const table = new BucketTable(undefined, () => created++);
      const expected = new Map<string, { owner: number; key: number; count: number }>();
      for (const [owner, each] of added) {
        table.add(owner, each);
        const name = `${owner}/${each + 0}`;
        const known = expected.get(name) ?? { owner, key: each, count: 0 };
        expected.set(name, { ...known, count: known.count + 1 });
      }
      expect(created).toBe(expected.size);
      for (let owner = 0; owner <= 20; owner++) {
        const found = table.bucketsOf(owner).map((bucket) => [table.keys[bucket], table.counts[bucket]]);
        const wanted = [...expected.values()].filter((each) => each.owner === owner);
        expect(found).toEqual(wanted.map((each) => [each.key, each.count]));
      }
    }),
  );
});

test("keys of a small range are looked up flat for the first owner, with the same buckets", () => {
  const table = new BucketTable(10, () => undefined);
  expect([table.add(0, 9), table.add(0, 3), table.add(1, 9), table.add(0, 9), table.reach(1, 9)]).toEqual([
    0, 1, 2, 0, 2,
  ]);
  expect([table.bucketsOf(0), table.bucketsOf(1), table.bucketsOf(2)]).toEqual([[0, 1], [2], []]);
});

test("documents go down in batches, however many buckets they have", () => {
  const sizes: number[] = [];
  const below = {
    isEmpty: false,
    size: 1,
    collect: (_segment: unknown, _docs: unknown, _owners: unknown, count: number) => void sizes.push(count),
    metric: () => () => 0,
  };
  const batch = new BucketBatch(below);
  // The table only passes it on.
  const segment: SegmentReader = Object.create(null);
  for (let bucket = 0; bucket < 20_000; bucket++) batch.add(segment, 0, bucket);
  batch.flush(segment);
  expect(sizes).toEqual([8192, 8192, 3616]);
});
