import { expect, test } from "vitest";
import { Work } from "../work/work.ts";
import { PredicateScorer } from "./predicate.ts";
import { NO_MORE_DOCS } from "./query.ts";

test("an expensive test runs on few documents at a time, and on all in the end", () => {
  const work = new Work();
  let tested = 0;
  const isEven = (doc: number) => {
    work.spend(30_000);
    tested++;
    return doc % 2 === 0;
  };
  const scorer = new PredicateScorer(100, isEven, undefined, 1, work);
  const docs = new Uint32Array(2_048);
  const found: number[] = [];
  while (scorer.doc !== NO_MORE_DOCS) {
    const before = tested;
    found.push(...docs.subarray(0, scorer.take(docs, undefined)));
    expect(tested - before).toBeLessThanOrEqual(4);
  }
  expect(found).toEqual(Array.from({ length: 50 }, (_, n) => 2 * n));
});
