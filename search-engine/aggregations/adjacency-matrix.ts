import { f64, item, u32 } from "../bytes/arrays.ts";
import type { AdjacencyMatrixBody } from "../language/aggregations/adjacency-matrix.ts";
import type { AggregationContext, Buckets, Collector, MakeCollector, SubAggregations } from "./aggregation.ts";
import { BucketBatch, BucketTable } from "./buckets.ts";
import { ClauseMatches } from "./clause-matches.ts";
import { eachBucket } from "./each-bucket.ts";

/** A bucket for each clause and for the intersection of each two, where these have documents. */
export const adjacencyMatrix: MakeCollector<AdjacencyMatrixBody> = (body, context, below) =>
  new AdjacencyMatrix(body, context, below);

/** Approximate memory for the name of an intersection and its places, without the characters of the name. */
const INTERSECTION_BYTES = 256;
/** Two for a character of a name, and up to six for its JSON. */
const BYTES_OF_A_CHARACTER = 8;
/** Steps for a document in each of its buckets. */
const STEPS_OF_A_BUCKET = 10;

class AdjacencyMatrix implements Collector {
  readonly #context: AggregationContext;
  readonly #below: SubAggregations;
  readonly #batch: BucketBatch;
  readonly #matches: ClauseMatches;
  readonly #names: readonly string[];
  readonly #separator: string;
  /** Keyed by the place of a bucket's name. */
  readonly #buckets: BucketTable;
  /** Names of buckets. A filter with the name of an intersection shares its bucket. */
  readonly #bucketNames: string[] = [];
  readonly #places = new Map<string, number>();
  /** Places of the intersections met so far, by their two filters. */
  readonly #intersections = new Map<number, number>();

  constructor({ filters, separator }: AdjacencyMatrixBody, context: AggregationContext, below: SubAggregations) {
    this.#context = context;
    this.#below = below;
    this.#batch = new BucketBatch(below);
    this.#names = filters.map(({ name }) => name);
    this.#separator = separator;
    this.#matches = new ClauseMatches(
      filters.map(({ clause }) => clause),
      context,
    );
    for (const name of this.#names) this.#placeOf(name);
    this.#buckets = new BucketTable(undefined, () => context.work.addBucket(1 + below.size));
  }

  collect(...[segment, docs, owners, count]: Parameters<Collector["collect"]>): void {
    this.#matches.each(segment, docs, count, (index, filters = []) => {
      // The filters and the pairs of them.
      this.#context.work.spend(((filters.length * (filters.length + 1)) / 2) * STEPS_OF_A_BUCKET);
      const owner = owners ? u32(owners, index) : 0;
      const add = (place: number) => {
        const bucket = this.#buckets.add(owner, place);
        if (!this.#below.isEmpty) this.#batch.add(segment, u32(docs, index), bucket);
      };
      for (const [at, filter] of filters.entries()) {
        add(filter);
        for (let other = at + 1; other < filters.length; other++) add(this.#intersection(filter, item(filters, other)));
      }
    });
    this.#batch.flush(segment);
  }

  result(owner: number): Buckets {
    const { counts, keys } = this.#buckets;
    const numbers = this.#buckets.bucketsOf(owner);
    this.#context.countBuckets(numbers.length);
    const nameOf = (number: number) => item(this.#bucketNames, f64(keys, number));
    numbers.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    const buckets = eachBucket(numbers, (number) => {
      const name = nameOf(number);
      return { number, documents: u32(counts, number), before: `"key":${JSON.stringify(name)},`, name };
    });
    return { before: "", buckets, keyed: false };
  }

  #intersection(one: number, other: number): number {
    const key = one * this.#names.length + other;
    const known = this.#intersections.get(key);
    if (known !== undefined) return known;
    const parts = [item(this.#names, one), this.#separator, item(this.#names, other)];
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    this.#context.work.take(INTERSECTION_BYTES + length * BYTES_OF_A_CHARACTER);
    const place = this.#placeOf(parts.join(""));
    this.#intersections.set(key, place);
    return place;
  }

  #placeOf(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const place = this.#bucketNames.push(name) - 1;
    this.#places.set(name, place);
    return place;
  }
}
