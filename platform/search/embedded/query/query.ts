import { f64, setBit, u32 } from "../index/arrays.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";

export const NO_MORE_DOCS = 0x7fffffff;

/** Candidates that are visited at once, at most: what takes a search longer has to look at the clock in between. */
export const MAX_VISITED = 8192;

/** A clause as the search understands it. Immutable, and free of the index's state. */
export interface Query {
  /** Two queries with one key match and score the same; undefined when it is not worth knowing. */
  readonly key?: string | undefined;
  /** The same query in the form that Lucene would rewrite it to: scores depend on it. Default: itself. */
  simplify?(): Query;
  /**
   * Resolves the query against the index's statistics. `boost` is what the clauses around it multiply (float32, multiplied
   * with Math.fround in Lucene's order); `scoring` false: `score` will not be called.
   */
  weigh(index: IndexReader, scoring: boolean, boost: number): Weight;
}

export interface Weight {
  /** The query's matches in one segment, undefined when there are none. Deleted documents may be among them. */
  scorer(segment: SegmentReader): Scorer | undefined;
}

/** Walks over matching documents in ascending order. `doc` is -1 at first and `NO_MORE_DOCS` after the last. */
export abstract class Scorer {
  doc = -1;
  /** About how many documents `next` visits: conjunctions start with the smallest. */
  abstract readonly cost: number;
  /** True when `next` and `advance` may stop at documents that do not match: then `matches()` tells, asked once a document. */
  readonly approximate: boolean = false;
  abstract next(): number;
  /** First document ≥ target; target is always > doc. */
  abstract advance(target: number): number;
  matches(): boolean {
    return true;
  }
  /**
   * Adds the scores of the matches in [from, end) to `scores` and sets their bits in `seen`, both counted from `from`,
   * and goes to the first document ≥ end. `doc` must be ≥ from. Without `scores` only the bits are set.
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
   * Takes some of the next matches at once: puts them into `docs`, and their scores into `scores` where that is asked for;
   * instead of a score up to `floor` there may be 0. Returns how many, which may be none before the last: there are no more
   * when `doc` is `NO_MORE_DOCS`. No other method may be called beside it.
   */
  take(docs: Uint32Array, scores: Float64Array | undefined, _floor: number): number {
    const { approximate } = this;
    let count = 0;
    for (let left = MAX_VISITED; left > 0 && count < docs.length; left--) {
      const doc = this.next();
      if (doc === NO_MORE_DOCS) break;
      if (approximate && !this.matches()) continue;
      if (scores) scores[count] = this.score();
      docs[count++] = doc;
    }
    return count;
  }
  /**
   * How many live matches follow the present document, where that is known without a visit to each and none of them scores
   * more than `floor`; undefined otherwise. After a number no other method may be called.
   */
  remaining(_live: Uint32Array | undefined, _floor: number): number | undefined {
    return undefined;
  }
  /**
   * Moves those of docs[0 .. count) that match to the beginning of `docs` and returns how many they are. The documents are
   * ascending, also from call to call. No other method may be called beside it.
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
  /** float32. Only on a matching document. */
  abstract score(): number;
}

export const simplify = (query: Query): Query => query.simplify?.() ?? query;
