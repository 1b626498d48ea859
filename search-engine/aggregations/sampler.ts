import { item, u32 } from "../bytes/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { SamplerBody } from "../language/aggregations/sampler.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import type { AggregationContext, Bucket, Collector, MakeCollector, SubAggregations } from "./aggregation.ts";
import { DeferredBatches } from "./deferred-batches.ts";

/** The documents of each owner that score best. They are aggregated once all documents are collected. */
export const sampler: MakeCollector<SamplerBody> = ({ shardSize }, context, below) => {
  context.scores.areNeeded = true;
  return new Sampler(shardSize, context, below);
};

interface Sampled {
  readonly segment: SegmentReader;
  readonly doc: number;
  readonly score: number;
}

/** Approximate size of a `Sampled`, with its entries in the lists that sort it. */
const SAMPLED_BYTES = 200;

interface OwnedSample {
  readonly owner: number;
  readonly sampled: Sampled;
}

class Sampler implements Collector {
  readonly inside: SubAggregations;
  readonly #limit: number;
  readonly #context: AggregationContext;
  readonly #samples: (Sample | undefined)[] = [];

  constructor(limit: number, context: AggregationContext, inside: SubAggregations) {
    this.inside = inside;
    this.#limit = limit;
    this.#context = context;
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const { scores, work } = this.#context;
    for (let index = 0; index < count; index++) {
      const owner = owners ? u32(owners, index) : 0;
      const doc = u32(docs, index);
      let sample = this.#samples[owner];
      if (!sample) {
        sample = new Sample(this.#limit);
        this.#samples[owner] = sample;
      }
      if (sample.add({ segment, doc, score: scores.of(doc) })) work.take(SAMPLED_BYTES);
    }
  }

  *finish(): Generator<void> {
    const bySegment = new Map<SegmentReader, OwnedSample[]>();
    for (const [owner, sample] of this.#samples.entries()) {
      for (const sampled of sample?.best() ?? []) {
        const list = bySegment.get(sampled.segment);
        if (list) list.push({ owner, sampled });
        else bySegment.set(sampled.segment, [{ owner, sampled }]);
      }
      yield;
    }
    const batches = new DeferredBatches(this.inside, this.#context.scores);
    const segments = [...bySegment].sort(([a], [b]) => a.ordinal - b.ordinal);
    for (const [segment, list] of segments) {
      list.sort((a, b) => a.sampled.doc - b.sampled.doc);
      const docs = Uint32Array.from(list, ({ sampled }) => sampled.doc);
      const scores = Float64Array.from(list, ({ sampled }) => sampled.score);
      const owners = Uint32Array.from(list, ({ owner }) => owner);
      yield* batches.collect(segment, docs, owners, scores);
    }
  }

  result(owner: number): Bucket {
    return { number: owner, documents: this.metric(owner), before: "", name: "" };
  }

  /** Its documents. */
  metric(owner: number): number {
    return this.#samples[owner]?.best().length ?? 0;
  }
}

/** The best of the documents added; of equal ones the first. */
class Sample {
  readonly #limit: number;
  #kept: Sampled[] = [];
  /** The worst score kept, once the sample is full. */
  #floor = Number.NEGATIVE_INFINITY;

  /** @throws ShardFailure for a limit of 0 */
  constructor(limit: number) {
    if (limit <= 0) {
      throw illegalOnShard(
        "numHits must be > 0; please use TotalHitCountCollectorManager if you just need the total hit count",
      );
    }
    this.#limit = limit;
  }

  /** Whether the document is kept for now. Documents come in index order. */
  add(sampled: Sampled): boolean {
    if (sampled.score <= this.#floor) return false;
    this.#kept.push(sampled);
    if (this.#kept.length < 2 * this.#limit) return true;
    this.best();
    this.#floor = item(this.#kept, this.#limit - 1).score;
    return true;
  }

  best(): readonly Sampled[] {
    // Sorting is stable, so that equal documents stay in index order.
    if (this.#kept.length > this.#limit) {
      this.#kept = this.#kept.sort((a, b) => b.score - a.score).slice(0, this.#limit);
    }
    return this.#kept;
  }
}
