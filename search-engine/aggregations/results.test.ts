import { expect, test } from "vitest";
import { MAX_SEARCH_MEMORY_BYTES } from "../limits.ts";
import { Work } from "../work/work.ts";
import type { Bucket, Collector } from "./aggregation.ts";
import type { Bound } from "./bound.ts";
import { ResultWriter } from "./results.ts";

/** So long that a few copies exceed the memory of a search. */
const LONG = "a".repeat(MAX_SEARCH_MEMORY_BYTES / 64);
const BUCKET: Bucket = { number: 0, documents: 1, before: "", name: "" };

function bound(collector: Partial<Collector>, below: readonly Bound[] = [], names: object = {}): Bound {
  const aggregation = { name: "a", kind: "terms", meta: undefined, ...names };
  return { aggregation, collector: { result: () => "", ...collector }, below, size: 1 } as unknown as Bound;
}

function* endless<Value>(value: Value, make: () => void): Generator<Value> {
  for (;;) {
    make();
    yield value;
  }
}

const ofEndless = (bucket: Partial<Bucket>, make: () => void): Bound =>
  bound({ result: () => ({ before: "", buckets: endless({ ...BUCKET, ...bucket }, make), keyed: false }) });

/** An aggregation in each of many buckets. */
function inBuckets(make: () => void, names: object, members = ""): Bound {
  const result = () => {
    make();
    return members;
  };
  const buckets = Array.from({ length: 1_000 }, () => BUCKET);
  return bound({ result: () => ({ before: "", buckets, keyed: false }) }, [bound({ result }, [], names)]);
}

test.each<[string, (make: () => void) => readonly Bound[]]>([
  ["a key of a bucket", (make) => [ofEndless({ before: LONG }, make)]],
  ["a name of a bucket", (make) => [ofEndless({ name: LONG }, make)]],
  ["the name of an aggregation in buckets", (make) => [inBuckets(make, { name: LONG })]],
  ["what an aggregation in buckets carries along", (make) => [inBuckets(make, { meta: `{"a":"${LONG}"}` })]],
  ["a number of an aggregation in buckets", (make) => [inBuckets(make, {}, `"value_as_string":"${LONG}"`)]],
  [
    "a piece of a pipeline's answer",
    (make) => [
      bound({
        pipeline: {
          path: [],
          ofSibling: () => ({ members: { pieces: endless(LONG, make) }, number: () => undefined }),
        },
      }),
    ],
  ],
])("%s counts before the next is made", (_, boundOf) => {
  let made = 0;
  const all = boundOf(() => made++);
  const written = new ResultWriter(all, new Work()).write();
  expect(() => {
    for (const _ of written);
  }).toThrow(expect.objectContaining({ type: "circuit_breaking_exception" }));
  expect(made).toBeLessThan(64);
});

test("names of keyed buckets count as texts of the answer", () => {
  const work = new Work();
  const buckets = Array.from({ length: 1_000 }, (_, n) => ({ ...BUCKET, name: String(n).padStart(1_000, "0") }));
  work.take(MAX_SEARCH_MEMORY_BYTES - 3 * 1_000 * 1_000);
  const all = [bound({ result: () => ({ before: "", buckets: buckets.values(), keyed: true }) })];
  const written = new ResultWriter(all, work).write();
  expect(() => {
    for (const _ of written);
  }).toThrow(expect.objectContaining({ type: "circuit_breaking_exception" }));
});
