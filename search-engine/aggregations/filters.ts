import { u32 } from "../bytes/arrays.ts";
import type { FiltersBody } from "../language/aggregations/filters.ts";
import type { AggregationContext, Buckets, Collector, MakeCollector, SubAggregations } from "./aggregation.ts";
import { BucketBatch } from "./buckets.ts";
import { ClauseMatches } from "./clause-matches.ts";
import { eachBucket } from "./each-bucket.ts";
import { FixedBuckets } from "./fixed-buckets.ts";

/** A bucket for each of several clauses, and one for the documents that none of them matches. */
export const filters: MakeCollector<FiltersBody> = (body, context, below) => new Filters(body, context, below);

class Filters implements Collector {
  readonly #body: FiltersBody;
  readonly #context: AggregationContext;
  readonly #below: SubAggregations;
  readonly #batch: BucketBatch;
  readonly #matches: ClauseMatches;
  readonly #names: readonly string[];
  readonly #buckets: FixedBuckets;
  /** The bucket of documents that no filter matches, where there is one. */
  readonly #ofOthers: readonly number[];

  constructor(body: FiltersBody, context: AggregationContext, below: SubAggregations) {
    this.#body = body;
    this.#context = context;
    this.#below = below;
    this.#batch = new BucketBatch(below);
    this.#matches = new ClauseMatches(
      body.filters.map(({ clause }) => clause),
      context,
    );
    this.#names = [...body.filters.map(({ name }) => name), ...(body.other === undefined ? [] : [body.other])];
    this.#ofOthers = body.other === undefined ? [] : [body.filters.length];
    this.#buckets = new FixedBuckets(this.#names.length, 1 + below.size, context.work);
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const below = this.#below;
    // Document by document, so that the aggregations below get them in ascending order.
    this.#matches.each(segment, docs, count, (index, found) => {
      const owner = owners ? u32(owners, index) : 0;
      const filters = found ?? this.#ofOthers;
      this.#context.work.spend(filters.length);
      for (const filter of filters) {
        const bucket = this.#buckets.add(owner, filter);
        if (!below.isEmpty) this.#batch.add(segment, u32(docs, index), bucket);
      }
    });
    this.#batch.flush(segment);
  }

  result(owner: number): Buckets {
    const { named, keyed } = this.#body;
    this.#context.countBuckets(this.#names.length);
    const buckets = eachBucket(this.#names, (name, place) => {
      const number = this.#buckets.number(owner, place);
      const before = named && !keyed ? `"key":${JSON.stringify(name)},` : "";
      return { number, documents: this.#buckets.documents(number), before, name };
    });
    return { before: "", buckets, keyed };
  }
}
