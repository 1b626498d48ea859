import { item } from "../index/arrays.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";
import { type Query, simplify } from "../query/query.ts";
import type { Work } from "../work.ts";

/** Approximate memory of a place in a set. */
const BYTES_PER_PLACE = 16;

/** Tells which documents of a page an inner query matches. Each query is run once, on these documents alone. */
export class PageMatches {
  readonly #index: IndexReader;
  readonly #work: Work;
  readonly #docsOf: ReadonlyMap<SegmentReader, readonly number[]>;
  readonly #found = new Map<Query, ReadonlySet<number>>();

  /** `places`: positions of the documents in index order. */
  constructor(index: IndexReader, places: readonly number[], work: Work) {
    this.#index = index;
    this.#work = work;
    const ascending = [...new Set(places)].sort((a, b) => a - b);
    this.#docsOf = new Map(
      index.segments.map((segment) => [
        segment,
        ascending.map((place) => place - segment.base).filter((doc) => doc >= 0 && doc < segment.maxDoc),
      ]),
    );
  }

  matches(query: Query, place: number): boolean {
    return this.prepare(query).has(place);
  }

  /** Runs the query unless it has been run. Returns the places of its documents. @throws ShardFailure */
  prepare(query: Query): ReadonlySet<number> {
    let found = this.#found.get(query);
    if (!found) {
      found = new Set(this.#run(query));
      this.#work.take(found.size * BYTES_PER_PLACE);
      this.#found.set(query, found);
    }
    return found;
  }

  *#run(query: Query): Generator<number> {
    const weight = simplify(query).weigh(this.#index, false, 1);
    for (const [segment, documents] of this.#docsOf) {
      const scorer = documents.length > 0 ? weight.scorer(segment) : undefined;
      if (!scorer) continue;
      const docs = Uint32Array.from(documents);
      this.#work.spend(docs.length + Math.min(scorer.cost, segment.maxDoc));
      const count = scorer.retain(docs, docs.length);
      for (let index = 0; index < count; index++) yield segment.base + item([...docs.subarray(index, index + 1)], 0);
    }
  }
}
