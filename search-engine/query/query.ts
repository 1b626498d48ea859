import { f64, setBit, u32 } from "../bytes/arrays.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";
import type { LeafMarks } from "./marks.ts";

export const NO_MORE_DOCS = 0x7fffffff;

/** Maximum candidates visited by one call, so that a search can check the clock in between. */
export const MAX_VISITED = 8192;
/** Slow scorers visit fewer: after so many, a call checks the clock itself. */
const VISITED_BETWEEN_LOOKS = 32;
/** A call that takes longer ends at its next check. */
export const LONG_CALL_MS = 20;

/** A compiled clause. Immutable, and without state of the index. */
export interface Query {
  /** Queries with equal keys match and score the same; undefined when unknown. */
  readonly key?: string | undefined;
  /** Terms and phrases to highlight; undefined: none. */
  readonly marks?: Marks | undefined;
  /** The query as Lucene would rewrite it, which affects the rounding of scores. Default: itself. */
  rewrite?(): Query;
  /**
   * Binds the query to the index's statistics. `boost` is the product of the enclosing boosts (float32, rounded with
   * Math.fround in Lucene's order). If `scoring` is false, `score` is not called.
   */
  createWeight(index: IndexReader, scoring: boolean, boost: number): Weight;
}

/** Terms and phrases of a query for highlighting: see `marks.ts`. */
export type Marks = LeafMarks | GroupMarks | BoostedMarks;

/** Inner queries that have to match, may match or must not match, as in a `bool`. */
export interface GroupMarks {
  readonly kind: "group";
  readonly required: readonly Query[];
  /** Must match too, but do not score. */
  readonly filters: readonly Query[];
  readonly optional: readonly Query[];
  readonly excluded: readonly Query[];
  /** Number of optional queries that have to match. */
  readonly minimum: number;
  /** Queries to highlight, in the order of the clauses; undefined: required, optional, filters. */
  readonly searched?: readonly Query[];
  /**
   * Lucene's highlighters of single words search it for no phrases, and not for its terms where there are phrases
   * elsewhere.
   */
  readonly isOpaque?: true;
  /** Whether boosts around it are ignored. */
  readonly forgetsBoosts?: true;
}

/** A query whose matches weigh more or less. */
export interface BoostedMarks {
  readonly kind: "boosted";
  readonly query: Query;
  readonly boost: number;
}

export interface Weight {
  /** The query's matches in one segment; undefined when there are none. Deleted documents may be among them. */
  scorer(segment: SegmentReader): Scorer | undefined;
}

/** Iterates over matching documents in ascending order. `doc` is -1 at first and `NO_MORE_DOCS` after the last. */
export abstract class Scorer {
  doc = -1;
  /** Approximate number of documents that `next` visits. Conjunctions start with the smallest. */
  abstract readonly cost: number;
  /**
   * Whether `next` and `advance` may stop at documents that do not match. `matches` then decides; it is called once per
   * document.
   */
  readonly approximate: boolean = false;
  abstract next(): number;
  /** Moves to the first document ≥ target, which must be > doc. */
  abstract advance(target: number): number;
  matches(): boolean {
    return true;
  }
  /**
   * For the matches in [from, end), adds the scores to `scores` and sets the bits in `seen`, both at index doc - from.
   * Moves to the first document ≥ end. `doc` must be ≥ from. Without `scores` only the bits are set.
   */
  addTo(seen: Uint32Array, scores: Float64Array | undefined, from: number, end: number): void {
    for (let { doc } = this; doc < end; doc = this.next()) {
      if (this.approximate && !this.matches()) continue;
      const place = doc - from;
      setBit(seen, place);
      if (scores) scores[place] = f64(scores, place) + this.score();
    }
  }
  /**
   * Takes the next matches in bulk: writes them to `docs`, and their scores to `scores` if given; 0 may be written for
   * a score ≤ `minCompetitiveScore`. Returns their number, which may be 0 before the last match: there are no more when `doc` is
   * `NO_MORE_DOCS`. Must not be mixed with calls of other methods but `skip`.
   */
  take(docs: Uint32Array, scores: Float64Array | undefined, _minCompetitiveScore: number): number {
    const { approximate } = this;
    let count = 0;
    const end = performance.now() + LONG_CALL_MS;
    for (let left = MAX_VISITED; left > 0 && count < docs.length; left--) {
      if (left % VISITED_BETWEEN_LOOKS === 0 && performance.now() > end) break;
      const doc = this.next();
      if (doc === NO_MORE_DOCS) break;
      if (approximate && !this.matches()) continue;
      if (scores) scores[count] = this.score();
      docs[count++] = doc;
    }
    return count;
  }
  /**
   * Moves past the next matches, as long as none of them scores more than `minCompetitiveScore` and they can be counted
   * without visiting each. Returns the number of live ones. Past the last match, `doc` is `NO_MORE_DOCS`.
   */
  skip(_live: Uint32Array | undefined, _minCompetitiveScore: number): number {
    return 0;
  }
  /**
   * Moves those of docs[0 .. count) that match to the beginning of `docs` and returns their number. The documents
   * ascend, also from call to call. Must not be mixed with calls of other methods.
   */
  retain(docs: Uint32Array, count: number): number {
    const { approximate } = this;
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const doc = u32(docs, index);
      const found = this.doc < doc ? this.advance(doc) : this.doc;
      if (found === doc && (!approximate || this.matches())) docs[kept++] = doc;
    }
    return kept;
  }
  /** Score of the current document (float32), which must match. */
  abstract score(): number;
}

export const rewrite = (query: Query): Query => query.rewrite?.() ?? query;

/** The query without highlighting: it is only run on documents to know whether they match. */
export const withoutMarks = (query: Query): Query => ({
  rewrite: () => rewrite(query),
  createWeight: (index, scoring, boost) => query.createWeight(index, scoring, boost),
});
