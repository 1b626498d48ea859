import { expect, onTestFinished, test, vi } from "vitest";
import type { SegmentReader } from "../index/segment.ts";
import type { SubAggregations } from "./aggregation.ts";
import { DeferredBatches } from "./deferred-batches.ts";
import { MatchScores } from "./match-scores.ts";

const segment: SegmentReader = Object.create(null);
const docs = Uint32Array.from({ length: 200 }, (_, n) => 3 * n);
const owners = docs.map((doc) => doc + 1);
const ofDocs = Float64Array.from(docs, (doc) => doc / 2);

test("documents that take long are collected in shrinking batches, with a pause after each", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const scores = new MatchScores();
  const collected: (readonly [doc: number, owner: number, score: number])[] = [];
  const below: Pick<SubAggregations, "collectInSteps"> = {
    *collectInSteps(_, batch, own) {
      for (const [n, doc] of batch.entries()) collected.push([doc, own[n] ?? -1, scores.of(doc)]);
      vi.advanceTimersByTime(9);
      yield;
    },
  };
  const after: number[] = [];
  for (const _ of new DeferredBatches(below, scores).collect(segment, docs, owners, ofDocs))
    after.push(collected.length);
  expect(after.slice(0, 5)).toEqual([64, 64 + 16, 64 + 16 + 4, 64 + 16 + 4 + 1, 64 + 16 + 4 + 1 + 1]);
  expect(collected).toEqual(Array.from(docs, (doc) => [doc, doc + 1, doc / 2]));
});
