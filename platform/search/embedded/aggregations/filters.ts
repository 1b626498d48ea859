import type { FiltersBody } from "../../language/aggregations/filters.ts";
import { u32 } from "../index/arrays.ts";
import type { AggregationContext, Below, Bucket, Buckets, Collector, MakeCollector } from "./aggregation.ts";
import { BucketBatch } from "./buckets.ts";
import { FixedBuckets } from "./fixed-buckets.ts";
import type { Matcher } from "./matcher.ts";

/** A bucket for each of several clauses, and one for the documents that none of them matches. */
export const filters: MakeCollector<FiltersBody> = (body, context, below) => new Filters(body, context, below);

class Filters implements Collector {
  readonly #body: FiltersBody;
  readonly #context: AggregationContext;
  readonly #below: Below;
  readonly #batch: BucketBatch;
  readonly #matchers: readonly Matcher[];
  readonly #names: readonly string[];
  readonly #buckets: FixedBuckets;
  /** By document of a batch and by filter: whether it matches. */
  #matches = new Uint8Array(0);

  constructor(body: FiltersBody, context: AggregationContext, below: Below) {
    this.#body = body;
    this.#context = context;
    this.#below = below;
    this.#batch = new BucketBatch(below);
    this.#matchers = body.filters.map(({ clause }) => context.matcher(clause));
    this.#names = [...body.filters.map(({ name }) => name), ...(body.other === undefined ? [] : [body.other])];
    this.#buckets = new FixedBuckets(this.#names.length, 1 + below.size, context.work);
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const [matchers, below] = [this.#matchers, this.#below];
    const width = matchers.length;
    const matches = this.#cleared(count * width);
    for (const [place, matcher] of matchers.entries()) {
      matcher.each(segment, docs, count, (index) => {
        matches[index * width + place] = 1;
      });
    }
    const add = (index: number, place: number) => {
      const bucket = this.#buckets.add(owners ? u32(owners, index) : 0, place);
      if (!below.isEmpty) this.#batch.add(segment, u32(docs, index), bucket);
    };
    // Document by document, so that those below get them in ascending order.
    for (let index = 0; index < count; index++) {
      let isOther = this.#body.other !== undefined;
      for (let place = 0; place < matchers.length; place++) {
        if (matches[index * width + place] === 0) continue;
        isOther = false;
        add(index, place);
      }
      if (isOther) add(index, matchers.length);
    }
    this.#batch.flush(segment);
  }

  #cleared(size: number): Uint8Array {
    if (this.#matches.length >= size) return this.#matches.fill(0, 0, size);
    this.#context.work.take(size);
    this.#matches = new Uint8Array(size);
    return this.#matches;
  }

  result(owner: number): Buckets {
    const { named, keyed } = this.#body;
    this.#context.countBuckets(this.#names.length);
    const buckets = this.#names.map((name, place): Bucket => {
      const number = this.#buckets.number(owner, place);
      const before = named && !keyed ? `"key":${JSON.stringify(name)},` : "";
      return { number, documents: this.#buckets.documents(number), before, name };
    });
    return { before: "", buckets, keyed };
  }
}
