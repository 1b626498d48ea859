import { f64, u32 } from "../bytes/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { TermSelection } from "../language/aggregations/term-selection.ts";
import type { TermsBody } from "../language/aggregations/terms.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import type { AggregationContext, Buckets, Collector, MakeCollector, SubAggregations } from "./aggregation.ts";
import { type BucketTable, KeyBuckets } from "./buckets.ts";
import { eachBucket } from "./each-bucket.ts";
import { BucketOrder } from "./order.ts";
import { acceptance, type BucketKeys, collectKeys, type TermKeys, termKeys } from "./term-keys.ts";
import { countAllTerms, countTerms, type TermSource } from "./term-source.ts";

/** Buckets by value of a field, by default the most frequent first. */
export const terms: MakeCollector<TermsBody> = (body, context, below, name) => {
  const keys = termKeys("terms", body, context);
  checkHint(body, keys);
  return new TermsCollector(keys, acceptance(keys, body, context, name), body, context, below);
};

function checkHint({ executionHint: hint }: TermsBody, { ordinals }: TermKeys): void {
  if (hint === undefined || !ordinals || hint === "map" || hint === "global_ordinals") return;
  throw illegalOnShard(`Unknown \`execution_hint\`: [${hint}], expected any of [map, global_ordinals]`);
}

/** Steps of checking a key for an empty bucket. */
const STEPS_OF_A_KEY = 4;

/** Buckets by key, a selection of which is answered. */
export class TermsCollector implements Collector {
  readonly #keys: BucketKeys;
  readonly #body: TermSelection & Pick<TermsBody, "executionHint">;
  readonly #context: AggregationContext;
  readonly #below: SubAggregations;
  readonly #buckets: KeyBuckets;
  readonly #table: BucketTable;
  readonly #accepts: ((key: number) => boolean) | undefined;
  /** Orders in which a shard selects buckets and the answer sorts them. They differ for metrics without a number. */
  readonly #shardOrder: BucketOrder;
  readonly #answerOrder: BucketOrder;
  readonly #byCountDescending: boolean;
  /** Documents by ordinal, if there are no sub-aggregations. `answer` makes buckets of them. */
  #counts: Uint32Array | undefined;
  /** Number of documents collected, counting one with several buckets once. */
  #seen = 0;
  readonly #byKey: boolean;

  constructor(
    keys: BucketKeys,
    accepts: ((key: number) => boolean) | undefined,
    body: TermSelection & Pick<TermsBody, "executionHint">,
    context: AggregationContext,
    below: SubAggregations,
  ) {
    this.#keys = keys;
    this.#body = body;
    this.#context = context;
    this.#below = below;
    this.#buckets = new KeyBuckets(keys.range, below, context.work);
    this.#table = this.#buckets.table;
    this.#accepts = accepts;
    const ordered = { table: this.#table, compareKeys: keys.compare, below, work: context.work };
    this.#shardOrder = new BucketOrder(body.order, ordered, "last");
    this.#answerOrder = new BucketOrder(body.order, ordered, "largest");
    const [first] = body.order;
    this.#byCountDescending = first?.path === "_count" && !first.ascending;
    this.#byKey = first?.path === "_key";
  }

  collect(...given: Parameters<Collector["collect"]>): void {
    const [segment, docs, owners, count] = given;
    if (!owners) this.#seen += count;
    const { ordinals } = this.#keys;
    if (ordinals && !owners && this.#below.isEmpty) {
      countTerms(ordinals, segment, docs, count, this.#countsOf(ordinals));
      return;
    }
    collectKeys(this.#keys, this.#accepts, this.#buckets, given);
  }

  collectAll(segment: SegmentReader): boolean {
    const { ordinals } = this.#keys;
    if (!ordinals || !this.#below.isEmpty) return false;
    if (!countAllTerms(ordinals, segment, this.#countsOf(ordinals))) return false;
    this.#seen += segment.liveCount;
    return true;
  }

  #countsOf({ size }: TermSource): Uint32Array {
    if (!this.#counts) {
      this.#context.work.take(4 * size);
      this.#counts = new Uint32Array(size);
    }
    return this.#counts;
  }

  result(owner: number, inFiller: boolean): Buckets {
    if (this.#counts) this.#addCounted(this.#counts);
    const { size, shardSize, minDocCount, shardMinDocCount, showError } = this.#body;
    if (minDocCount === 0 && !inFiller) this.#addEmptyBuckets(owner);
    const { counts, keys } = this.#table;
    const all = this.#table.bucketsOf(owner);
    const sum = (buckets: readonly number[]) => buckets.reduce((total, bucket) => total + u32(counts, bucket), 0);
    const frequent = shardMinDocCount > 1 ? all.filter((bucket) => u32(counts, bucket) >= shardMinDocCount) : all;
    // Where Elasticsearch counts all documents by ordinal, it leaves infrequent terms out of its sum.
    const isOfAll = this.#seen === this.#context.index.documentCount;
    const summed = this.#keys.ordinals && this.#body.executionHint !== "map" && isOfAll ? frequent : all;
    const sent = this.#shardOrder.first(frequent, shardSize);
    const counted = this.#answerOrder.sorted(sent.filter((bucket) => u32(counts, bucket) >= minDocCount));
    const shown = counted.slice(0, size);
    this.#context.countBuckets(shown.length);
    const error = !this.#byCountDescending && !this.#byKey && sent.length >= shardSize ? -1 : 0;
    const others = sum(summed) - sum(sent) + sum(counted) - sum(shown);
    const behind = showError ? `,"doc_count_error_upper_bound":${error}` : "";
    const buckets = eachBucket(shown, (number) => {
      // Assigned one by one: a spread took a tenth of a facet's time.
      const { name, before, key } = this.#keys.named(f64(keys, number));
      return { name, before, key, number, documents: u32(counts, number), behind };
    });
    return {
      before: `"doc_count_error_upper_bound":${error},"sum_other_doc_count":${others},`,
      buckets,
      keyed: false,
    };
  }

  #addCounted(documents: Uint32Array): void {
    const table = this.#table;
    for (let key = 0; key < documents.length; key++) {
      if (documents[key] === 0 || (this.#accepts && !this.#accepts(key))) continue;
      const bucket = table.reach(0, key);
      table.counts[bucket] = u32(documents, key);
    }
  }

  #addEmptyBuckets(owner: number): void {
    let looked = 0;
    this.#keys.all?.((key) => {
      looked++;
      if (!this.#accepts || this.#accepts(key)) this.#table.reach(owner, key);
    });
    this.#context.work.spend(looked * STEPS_OF_A_KEY);
  }
}
