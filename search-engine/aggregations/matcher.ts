import { u32 } from "../bytes/arrays.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";
import { type Query, rewrite, type Scorer, type Weight } from "../query/query.ts";
import type { Work } from "../work/work.ts";

/** Scorers overwrite the documents that they are given. All matchers share one array, since none calls another. */
let scratch = new Uint32Array(0);

/** Tells which of an aggregation's documents match a clause. */
export class Matcher {
  readonly #createWeight: () => Weight;
  readonly #work: Work;
  #weight: Weight | undefined;
  #segment: SegmentReader | undefined;
  #scorer: Scorer | undefined;
  #last = -1;
  #lastMatches = false;

  constructor(query: Query, index: IndexReader, work: Work) {
    // Created when the search begins: clauses are rewritten to the terms that they have been expanded to.
    this.#createWeight = () => rewrite(query).createWeight(index, false, 1);
    this.#work = work;
  }

  /** Calls `take` with the index of each of docs[0 .. count) that matches. `docs` ascend and may repeat a document. */
  each(segment: SegmentReader, docs: Uint32Array, count: number, take: (index: number) => void): void {
    if (count === 0) return;
    this.#enter(segment, u32(docs, 0));
    const [wasLast, lastMatched] = [this.#last, this.#lastMatches];
    const kept = this.#matches(docs, count);
    const last = u32(docs, count - 1);
    if (kept > 0 || (lastMatched && u32(docs, 0) === wasLast)) {
      for (let index = 0, at = 0; index < count; index++) {
        const doc = u32(docs, index);
        while (at < kept && u32(scratch, at) < doc) at++;
        if (doc === wasLast ? lastMatched : at < kept && u32(scratch, at) === doc) take(index);
      }
    }
    this.#lastMatches = last === wasLast ? lastMatched : kept > 0 && u32(scratch, kept - 1) === last;
  }

  /** Scorers only go forward: documents before those seen need a new one. */
  #enter(segment: SegmentReader, first: number): void {
    if (segment === this.#segment && first >= this.#last) return;
    this.#segment = segment;
    this.#weight ??= this.#createWeight();
    this.#scorer = this.#weight.scorer(segment);
    this.#work.spend(this.#scorer?.cost ?? 0);
    this.#last = -1;
  }

  /** Leaves in `scratch` each document that matches and was not seen before, once. Returns their number. */
  #matches(docs: Uint32Array, count: number): number {
    if (scratch.length < count) scratch = new Uint32Array(count);
    let distinct = 0;
    for (let index = 0; index < count; index++) {
      const doc = u32(docs, index);
      if (doc === this.#last) continue;
      this.#last = doc;
      scratch[distinct++] = doc;
    }
    this.#work.spend(distinct);
    return this.#scorer && distinct > 0 ? this.#scorer.retain(scratch, distinct) : 0;
  }
}
