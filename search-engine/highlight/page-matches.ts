import type { IndexReader, SegmentReader } from "../index/segment.ts";
import { type Query, rewrite } from "../query/query.ts";
import type { Work } from "../work/work.ts";

/** Approximate memory of a place in a set. */
const BYTES_PER_PLACE = 16;

/** Number of documents that a query is run on in one step. */
const DOCUMENTS_AT_ONCE = 256;

/** Tells which documents of a page match an inner query. Each query is run once, on these documents only. */
export class PageMatches {
  readonly #index: IndexReader;
  readonly #work: Work;
  readonly #docsOf: ReadonlyMap<SegmentReader, Uint32Array>;
  readonly #found = new Map<Query, ReadonlySet<number>>();

  /** `places`: positions of the documents in index order. */
  constructor(index: IndexReader, places: readonly number[], work: Work) {
    this.#index = index;
    this.#work = work;
    const ascending = [...new Set(places)].sort((a, b) => a - b);
    this.#docsOf = new Map(
      index.segments.map((segment) => [
        segment,
        Uint32Array.from(
          ascending.map((place) => place - segment.base).filter((doc) => doc >= 0 && doc < segment.maxDoc),
        ),
      ]),
    );
  }

  /** @throws ShardFailure */
  matches(query: Query, place: number): boolean {
    if (!this.#found.has(query)) for (const _ of this.prepare(query));
    return this.#found.get(query)?.has(place) ?? false;
  }

  /** Runs the query unless it has been run, in small steps. @throws ShardFailure */
  *prepare(query: Query): Generator<void> {
    if (this.#found.has(query)) return;
    const found = new Set<number>();
    for (const places of this.#run(query)) {
      this.#work.take(places.length * BYTES_PER_PLACE);
      for (const place of places) found.add(place);
      yield;
    }
    this.#found.set(query, found);
  }

  *#run(query: Query): Generator<readonly number[]> {
    const weight = rewrite(query).createWeight(this.#index, false, 1);
    for (const [segment, documents] of this.#docsOf) {
      const scorer = documents.length > 0 ? weight.scorer(segment) : undefined;
      if (!scorer) continue;
      this.#work.spend(documents.length + Math.min(scorer.cost, segment.maxDoc));
      for (let from = 0; from < documents.length; from += DOCUMENTS_AT_ONCE) {
        const docs = documents.slice(from, from + DOCUMENTS_AT_ONCE);
        const count = scorer.retain(docs, docs.length);
        yield Array.from(docs.subarray(0, count), (doc) => segment.base + doc);
      }
    }
  }
}
