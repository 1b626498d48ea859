import type { SegmentReader } from "../index/segment.ts";
import type { SubAggregations } from "./aggregation.ts";
import { BatchSize } from "./batch-size.ts";
import type { MatchScores } from "./match-scores.ts";

/** Passes deferred documents to the aggregations below, in small steps. */
export class DeferredBatches {
  readonly #below: Pick<SubAggregations, "collectInSteps">;
  readonly #scores: MatchScores;
  readonly #size = new BatchSize();

  constructor(below: Pick<SubAggregations, "collectInSteps">, scores: MatchScores) {
    this.#below = below;
    this.#scores = scores;
  }

  /** `docs` ascend; `owners` and `scores` are at the same places. Without scores each document has 1. */
  *collect(
    segment: SegmentReader,
    docs: Uint32Array,
    owners: Uint32Array,
    scores: Float64Array | undefined,
  ): Generator<void> {
    for (let from = 0, end = 0; from < docs.length; from = end) {
      end = Math.min(docs.length, from + this.#size.documents);
      const batch = docs.subarray(from, end);
      this.#scores.begin(batch, scores?.subarray(from, end));
      yield* this.#size.run(batch.length, this.#below.collectInSteps(segment, batch, owners.subarray(from, end)));
    }
  }
}
