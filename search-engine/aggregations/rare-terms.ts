import { f64, u32 } from "../bytes/arrays.ts";
import { byCount } from "../language/aggregations/order.ts";
import type { RareTermsBody } from "../language/aggregations/rare-terms.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import type { AggregationContext, Buckets, Collector, MakeCollector, SubAggregations } from "./aggregation.ts";
import { KeyBuckets } from "./buckets.ts";
import { eachBucket } from "./each-bucket.ts";
import { BucketOrder } from "./order.ts";
import { acceptance, collectKeys, type TermKeys, termKeys } from "./term-keys.ts";

/** Buckets of the values that few documents have, the rarest first. */
export const rareTerms: MakeCollector<RareTermsBody> = (body, context, below, name) => {
  const keys = termKeys("rare_terms", body, context);
  if (keys.isDouble) throw illegalOnShard("RareTerms aggregation does not support floating point fields.");
  return new RareTermsCollector(keys, acceptance(keys, body, context, name), body.maxDocCount, context, below);
};

class RareTermsCollector implements Collector {
  readonly #keys: TermKeys;
  readonly #accepts: ((key: number) => boolean) | undefined;
  readonly #maxDocCount: number;
  readonly #context: AggregationContext;
  readonly #buckets: KeyBuckets;
  readonly #order: BucketOrder;

  constructor(
    keys: TermKeys,
    accepts: ((key: number) => boolean) | undefined,
    maxDocCount: number,
    context: AggregationContext,
    below: SubAggregations,
  ) {
    this.#keys = keys;
    this.#accepts = accepts;
    this.#maxDocCount = maxDocCount;
    this.#context = context;
    this.#buckets = new KeyBuckets(keys.range, below, context.work);
    const ordered = { table: this.#buckets.table, compareKeys: keys.compare, below, work: context.work };
    this.#order = new BucketOrder([byCount(true)], ordered, "last");
  }

  collect(...given: Parameters<Collector["collect"]>): void {
    collectKeys(this.#keys, this.#accepts, this.#buckets, given);
  }

  result(owner: number): Buckets {
    const { table } = this.#buckets;
    const { counts, keys } = table;
    const rare = table.bucketsOf(owner).filter((bucket) => u32(counts, bucket) <= this.#maxDocCount);
    this.#context.countBuckets(rare.length);
    const buckets = eachBucket(this.#order.sorted(rare), (number) => ({
      ...this.#keys.named(f64(keys, number)),
      number,
      documents: u32(counts, number),
    }));
    return { before: "", buckets, keyed: false };
  }
}
