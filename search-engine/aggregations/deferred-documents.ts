import { copied, u32 } from "../bytes/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { AggregationContext, SubAggregations } from "./aggregation.ts";
import { DeferredBatches } from "./deferred-batches.ts";

const INITIAL_CAPACITY = 8;

/** Documents with their buckets, and scores where needed, that are collected once it is known which buckets there are. */
export class DeferredDocuments {
  readonly #context: AggregationContext;
  #docs = new Uint32Array(INITIAL_CAPACITY);
  #buckets = new Uint32Array(INITIAL_CAPACITY);
  #scores: Float64Array | undefined;
  #count = 0;
  /** Segments, each with the place of the first of its documents. */
  readonly #runs: { readonly segment: SegmentReader; readonly from: number }[] = [];

  /** To be created after the aggregations below are bound, since these say whether they need scores. */
  constructor(context: AggregationContext) {
    this.#context = context;
    if (context.scores.areNeeded) this.#scores = new Float64Array(INITIAL_CAPACITY);
  }

  /** @throws ShardFailure when the search takes too much memory */
  add(segment: SegmentReader, doc: number, bucket: number): void {
    if (this.#runs.at(-1)?.segment !== segment) this.#runs.push({ segment, from: this.#count });
    if (this.#count === this.#docs.length) this.#grow();
    this.#docs[this.#count] = doc;
    this.#buckets[this.#count] = bucket;
    if (this.#scores) this.#scores[this.#count] = this.#context.scores.of(doc);
    this.#count++;
  }

  /** Passes the documents on in small steps. `owners` has the owner that each bucket has become. */
  *collect(below: SubAggregations, owners: Uint32Array): Generator<void> {
    const batches = new DeferredBatches(below, this.#context.scores);
    for (const [place, { segment, from }] of this.#runs.entries()) {
      const end = this.#runs[place + 1]?.from ?? this.#count;
      const docs = this.#docs.subarray(from, end);
      const own = this.#buckets.subarray(from, end).map((bucket) => u32(owners, bucket));
      yield* batches.collect(segment, docs, own, this.#scores?.subarray(from, end));
    }
  }

  #grow(): void {
    const length = 2 * this.#docs.length;
    this.#context.work.take(length * (this.#scores ? 16 : 8));
    this.#docs = copied(this.#docs, new Uint32Array(length));
    this.#buckets = copied(this.#buckets, new Uint32Array(length));
    if (this.#scores) this.#scores = copied(this.#scores, new Float64Array(length));
  }
}
