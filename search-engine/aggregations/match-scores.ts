import { f64, u32 } from "../bytes/arrays.ts";

/** Scores of the documents that are being collected, for aggregations that need them. */
export class MatchScores {
  /** Set by collectors when they are made: the query must be scored for them. */
  areNeeded = false;
  #docs: Uint32Array = new Uint32Array(0);
  #scores: Float64Array | undefined;
  #at = 0;

  /** `docs` ascend, and have the scores at the same places. Without scores each has 1, as with match_all. */
  begin(docs: Uint32Array, scores: Float64Array | undefined): void {
    this.#docs = docs;
    this.#scores = scores;
    this.#at = 0;
  }

  /** The score of a document that is being collected. Fast when documents ascend. */
  of(doc: number): number {
    if (!this.#scores) return 1;
    const docs = this.#docs;
    if (u32(docs, this.#at) > doc) this.#at = 0;
    while (u32(docs, this.#at) < doc) this.#at++;
    return f64(this.#scores, this.#at);
  }
}
