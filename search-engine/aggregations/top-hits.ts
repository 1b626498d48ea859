import { f64, u32 } from "../bytes/arrays.ts";
import type { FetchPlan } from "../fetch/plan.ts";
import type { SegmentReader } from "../index/segment.ts";
import { javaFloat } from "../language/java/java-numbers.ts";
import type { Page } from "../language/page.ts";
import type { SortKey } from "../language/sort/read.ts";
import type { MakeComparator } from "../sort/make-comparator.ts";
import { bytesOfSlots, TopByKeys, TopByScore, type TopDocuments } from "../sort/top.ts";
import type { AggregationContext, Collector, MakeCollector } from "./aggregation.ts";

/** The best documents of each bucket. */
export const topHits: MakeCollector<Page> = (body, context) => {
  const keys = body.sort?.map((key) => unformatted(key, context));
  return new TopHits(body, keys, context.fetchPlan(body.fetch), context);
};

/** Elasticsearch checks the format of a sort key, but writes the sort values of these hits without it. */
function unformatted(key: SortKey, { comparator }: AggregationContext): MakeComparator {
  const formatted = comparator(key);
  return key.kind === "field" && key.format !== undefined ? comparator({ ...key, format: undefined }) : formatted;
}

/** Approximate memory of a bucket's best documents and their comparator, without the slots. */
const OWNER_BYTES = 640;
const COMPARATOR_BYTES = 768;

interface BestOfOwner {
  readonly top: TopDocuments;
  segment: SegmentReader | undefined;
  total: number;
  maxScore: number;
}

class TopHits implements Collector {
  readonly #body: Page;
  readonly #keys: readonly MakeComparator[] | undefined;
  readonly #plan: FetchPlan;
  readonly #context: AggregationContext;
  readonly #owners: (BestOfOwner | undefined)[] = [];
  readonly #scored: boolean;
  readonly #usesScores: boolean;
  readonly #slots: number;
  #scores = new Float64Array(0);

  constructor(body: Page, keys: readonly MakeComparator[] | undefined, plan: FetchPlan, context: AggregationContext) {
    this.#body = body;
    this.#keys = keys;
    this.#plan = plan;
    this.#context = context;
    this.#scored = !keys || body.trackScores;
    this.#usesScores = this.#scored || (keys?.some((make) => make(1).needsScores) ?? false);
    this.#slots = Math.min(body.from + body.size, context.index.documentCount);
    if (this.#usesScores) context.scores.areNeeded = true;
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    this.#context.work.spend(count * (this.#keys?.length ?? 0));
    this.#readScores(docs, count);
    for (let from = 0; from < count; ) {
      const owner = owners ? u32(owners, from) : 0;
      let end = owners ? from + 1 : count;
      while (end < count && owners && u32(owners, end) === owner) end++;
      this.#collectRun(this.#owners[owner] ?? this.#create(owner), segment, docs, from, end);
      from = end;
    }
  }

  result(owner: number): string {
    const { top, total, maxScore } = this.#owners[owner] ?? NOTHING;
    const documents = top.sorted().slice(this.#body.from);
    const hits = this.#context.hits.add({
      plan: this.#plan,
      documents,
      scored: this.#scored,
      values: (document) => top.values(document),
    });
    const max = this.#scored && total > 0 ? javaFloat(maxScore) : "null";
    return `"hits":{"total":{"value":${total},"relation":"eq"},"max_score":${max},"hits":[${hits}]}`;
  }

  #readScores(docs: Uint32Array, count: number): void {
    if (this.#scores.length < count) this.#scores = new Float64Array(count);
    if (!this.#usesScores) return;
    const { scores } = this.#context;
    for (let index = 0; index < count; index++) this.#scores[index] = scores.of(u32(docs, index));
  }

  /** Collects docs[from .. end), all of one owner. */
  #collectRun(best: BestOfOwner, segment: SegmentReader, docs: Uint32Array, from: number, end: number): void {
    const scores = this.#scores;
    if (best.segment !== segment) {
      best.top.enter(segment);
      best.segment = segment;
    }
    best.total += end - from;
    if (this.#scored) {
      for (let index = from; index < end; index++) best.maxScore = Math.max(best.maxScore, f64(scores, index));
    }
    best.top.collect(docs.subarray(from, end), scores.subarray(from, end), end - from);
  }

  /** @throws ShardFailure when the search takes too much memory */
  #create(owner: number): BestOfOwner {
    const slots = this.#slots;
    const keys = this.#keys?.length ?? 0;
    this.#context.work.take(OWNER_BYTES + keys * COMPARATOR_BYTES + bytesOfSlots(slots, keys));
    const comparators = this.#keys?.map((make) => make(slots));
    const top = comparators ? new TopByKeys(slots, comparators, false) : new TopByScore(slots);
    const best = { top, segment: undefined, total: 0, maxScore: Number.NEGATIVE_INFINITY };
    this.#owners[owner] = best;
    return best;
  }
}

/** For a bucket without documents. */
const NOTHING: BestOfOwner = {
  top: new TopByScore(0),
  segment: undefined,
  total: 0,
  maxScore: Number.NEGATIVE_INFINITY,
};
