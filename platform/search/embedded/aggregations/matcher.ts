import { u32 } from "../index/arrays.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";
import { type Query, type Scorer, simplify, type Weight } from "../query/query.ts";
import type { Work } from "../work.ts";

/** Tells which of the documents that an aggregation collects a clause matches. */
export class Matcher {
  readonly #weigh: () => Weight;
  readonly #work: Work;
  #weight: Weight | undefined;
  #segment: SegmentReader | undefined;
  #scorer: Scorer | undefined;
  #last = -1;
  #lastMatches = false;
  #docs = new Uint32Array(0);

  constructor(query: Query, index: IndexReader, work: Work) {
    // Not before the search begins: clauses are simplified to the terms that they have been expanded to.
    this.#weigh = () => simplify(query).weigh(index, false, 1);
    this.#work = work;
  }

  /** Calls `take` with the index of each of docs[0 .. count) that matches. `docs` ascend and may repeat a document. */
  each(segment: SegmentReader, docs: Uint32Array, count: number, take: (index: number) => void): void {
    if (count === 0) return;
    this.#enter(segment, u32(docs, 0));
    const [wasLast, lastMatched] = [this.#last, this.#lastMatches];
    const kept = this.#matches(docs, count);
    let at = 0;
    for (let index = 0; index < count; index++) {
      const doc = u32(docs, index);
      while (at < kept && u32(this.#docs, at) < doc) at++;
      const matches = doc === wasLast ? lastMatched : at < kept && u32(this.#docs, at) === doc;
      if (matches) take(index);
      this.#lastMatches = matches;
    }
  }

  /** Scorers only go forward: documents before those seen need a new one. */
  #enter(segment: SegmentReader, first: number): void {
    if (segment === this.#segment && first >= this.#last) return;
    this.#segment = segment;
    this.#weight ??= this.#weigh();
    this.#scorer = this.#weight.scorer(segment);
    this.#work.spend(this.#scorer?.cost ?? 0);
    this.#last = -1;
  }

  /** Leaves in `#docs` those that match and have not been seen before, each once. Returns how many they are. */
  #matches(docs: Uint32Array, count: number): number {
    if (this.#docs.length < count) this.#docs = new Uint32Array(count);
    let distinct = 0;
    for (let index = 0; index < count; index++) {
      const doc = u32(docs, index);
      if (doc === this.#last) continue;
      this.#last = doc;
      this.#docs[distinct++] = doc;
    }
    this.#work.spend(distinct);
    return this.#scorer && distinct > 0 ? this.#scorer.retain(this.#docs, distinct) : 0;
  }
}
