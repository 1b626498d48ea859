import { f64 } from "../../bytes/arrays.ts";
import { NO_MORE_DOCS, Scorer } from "../query.ts";

/** Combines scores[0 .. count) of the matching scorers. */
export type Combine = (scores: Float64Array, count: number) => number;

/** The sum in double precision, rounded once. */
export const sum: Combine = (scores, count) => {
  let total = 0;
  for (let index = 0; index < count; index++) total += f64(scores, index);
  return Math.fround(total);
};

/** Documents that at least one and at least `minimum` of the scorers match; no documents where it is NaN. */
export class Disjunction extends Scorer {
  readonly cost: number;
  override readonly approximate: boolean;
  readonly #scorers: readonly Scorer[];
  readonly #minimum: (doc: number) => number;
  readonly #combine: Combine;
  readonly #scores: Float64Array;
  /** For each approximate scorer, the last document verified to match. */
  readonly #verifiedDocs: Int32Array;

  constructor(scorers: readonly Scorer[], minimum: number | ((doc: number) => number), combine: Combine) {
    super();
    this.#scorers = scorers;
    this.#minimum = typeof minimum === "number" ? () => minimum : minimum;
    this.#combine = combine;
    this.#scores = new Float64Array(scorers.length);
    this.#verifiedDocs = new Int32Array(scorers.length).fill(-1);
    this.cost = scorers.reduce((total, scorer) => total + scorer.cost, 0);
    this.approximate = typeof minimum !== "number" || minimum > 1 || scorers.some((scorer) => scorer.approximate);
  }
  override next(): number {
    const { doc } = this;
    let smallest = NO_MORE_DOCS;
    for (const scorer of this.#scorers) {
      const at = scorer.doc === doc ? scorer.next() : scorer.doc;
      if (at < smallest) smallest = at;
    }
    this.doc = smallest;
    return smallest;
  }
  override advance(target: number): number {
    let smallest = NO_MORE_DOCS;
    for (const scorer of this.#scorers) {
      const at = scorer.doc < target ? scorer.advance(target) : scorer.doc;
      if (at < smallest) smallest = at;
    }
    this.doc = smallest;
    return smallest;
  }
  override matches(): boolean {
    const { doc } = this;
    let found = 0;
    let index = -1;
    for (const scorer of this.#scorers) {
      index++;
      if (scorer.doc !== doc) continue;
      if (scorer.approximate) {
        if (!scorer.matches()) continue;
        this.#verifiedDocs[index] = doc;
      }
      found++;
    }
    return found > 0 && found >= this.#minimum(doc);
  }
  override score(): number {
    const { doc } = this;
    let count = 0;
    let index = -1;
    for (const scorer of this.#scorers) {
      index++;
      if (scorer.doc !== doc || (scorer.approximate && this.#verifiedDocs[index] !== doc)) continue;
      this.#scores[count++] = scorer.score();
    }
    return this.#combine(this.#scores, count);
  }
}
