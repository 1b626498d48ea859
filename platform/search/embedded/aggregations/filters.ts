import type { FiltersBody } from "../../language/aggregations/filters.ts";
import { u32 } from "../index/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { AggregationContext, Below, Bucket, Buckets, Collector, MakeCollector } from "./aggregation.ts";
import { BucketBatch } from "./buckets.ts";
import { FixedBuckets } from "./fixed-buckets.ts";
import type { Matcher } from "./matcher.ts";

/** A bucket for each of several clauses, and one for the documents that none of them matches. */
export const filters: MakeCollector<FiltersBody> = (body, context, below) => new Filters(body, context, below);

/** Documents and filters that are matched at once, each document with each filter. */
const MAX_PAIRS = 2 ** 18;

class Filters implements Collector {
  readonly #body: FiltersBody;
  readonly #context: AggregationContext;
  readonly #below: Below;
  readonly #batch: BucketBatch;
  readonly #matchers: readonly Matcher[];
  readonly #names: readonly string[];
  readonly #buckets: FixedBuckets;
  /** The bucket of documents that no filter matches, where there is one. */
  readonly #ofOthers: readonly number[];

  constructor(body: FiltersBody, context: AggregationContext, below: Below) {
    this.#body = body;
    this.#context = context;
    this.#below = below;
    this.#batch = new BucketBatch(below);
    this.#matchers = body.filters.map(({ clause }) => context.matcher(clause));
    this.#names = [...body.filters.map(({ name }) => name), ...(body.other === undefined ? [] : [body.other])];
    this.#ofOthers = body.other === undefined ? [] : [body.filters.length];
    this.#buckets = new FixedBuckets(this.#names.length, 1 + below.size, context.work);
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const size = Math.ceil(MAX_PAIRS / this.#matchers.length);
    for (let from = 0; from < count; from += size) {
      const to = Math.min(count, from + size);
      this.#collect(segment, docs.subarray(from, to), owners?.subarray(from, to), to - from);
    }
    this.#batch.flush(segment);
  }

  #collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    const below = this.#below;
    const distinct = this.#distinct(docs, count);
    const found = this.#matching(segment, distinct);
    // Document by document, so that those below get them in ascending order.
    for (let index = 0, place = 0; index < count; index++) {
      const doc = u32(docs, index);
      if (doc !== distinct[place]) place++;
      const owner = owners ? u32(owners, index) : 0;
      const filters = found[place] ?? this.#ofOthers;
      this.#context.work.spend(filters.length);
      for (const filter of filters) {
        const bucket = this.#buckets.add(owner, filter);
        if (!below.isEmpty) this.#batch.add(segment, doc, bucket);
      }
    }
  }

  #distinct(docs: Uint32Array, count: number): Uint32Array {
    const distinct = new Uint32Array(count);
    let size = 0;
    for (let index = 0; index < count; index++) {
      if (index === 0 || docs[index] !== docs[index - 1]) distinct[size++] = u32(docs, index);
    }
    return distinct.subarray(0, size);
  }

  /** The filters that match each of the documents; undefined where none does. */
  #matching(segment: SegmentReader, docs: Uint32Array): readonly (readonly number[] | undefined)[] {
    const found: (number[] | undefined)[] = [];
    for (const [filter, matcher] of this.#matchers.entries()) {
      matcher.each(segment, docs, docs.length, (index) => {
        const list = found[index];
        if (list) list.push(filter);
        else found[index] = [filter];
      });
    }
    return found;
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
