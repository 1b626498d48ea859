import { item } from "../../bytes/arrays.ts";
import { NO_MORE_DOCS, Scorer } from "../query.ts";

/**
 * Documents that all scorers match. The score is the sum of the scores that count, in double precision and rounded
 * once. `next` stops at each document of the rarest scorer, so that its work is bounded however rarely all agree.
 */
export class Conjunction extends Scorer {
  readonly cost: number;
  override readonly approximate = true;
  readonly #lead: Scorer;
  readonly #others: readonly Scorer[];
  readonly #verified: readonly Scorer[];
  readonly #scoring: readonly Scorer[];
  /** Whether all scorers are at `doc`. */
  #isAligned = false;
  /** No document before it matches all scorers. */
  #ahead = 0;

  /** `scoring`: those of `scorers` whose scores count. */
  constructor(scorers: readonly Scorer[], scoring: readonly Scorer[]) {
    super();
    const byCost = [...scorers].sort((a, b) => a.cost - b.cost);
    this.#lead = item(byCost, 0);
    this.#others = byCost.slice(1);
    this.#verified = byCost.filter((scorer) => scorer.approximate);
    this.#scoring = scoring;
    this.cost = this.#lead.cost;
  }
  override next(): number {
    const lead = this.#lead;
    return this.#align(this.#ahead > lead.doc + 1 ? lead.advance(this.#ahead) : lead.next());
  }
  override advance(target: number): number {
    return this.#align(this.#lead.advance(Math.max(target, this.#ahead)));
  }
  override matches(): boolean {
    if (!this.#isAligned) return false;
    for (const scorer of this.#verified) if (!scorer.matches()) return false;
    return true;
  }
  override take(docs: Uint32Array, scores: Float64Array | undefined, minCompetitiveScore: number): number {
    if (scores && this.#scoring.length > 0) return super.take(docs, scores, minCompetitiveScore);
    let count = this.#lead.take(docs, undefined, minCompetitiveScore);
    for (const other of this.#others) if (count > 0) count = other.retain(docs, count);
    scores?.fill(0, 0, count);
    this.doc = this.#lead.doc;
    return count;
  }
  override score(): number {
    let sum = 0;
    for (const scorer of this.#scoring) sum += scorer.score();
    return Math.fround(sum);
  }

  /** Moves the other scorers to the lead's document, until one is beyond it. */
  #align(doc: number): number {
    this.#isAligned = true;
    this.doc = doc;
    if (doc === NO_MORE_DOCS) return doc;
    for (const other of this.#others) {
      const found = other.doc < doc ? other.advance(doc) : other.doc;
      if (found === doc) continue;
      this.#isAligned = false;
      this.#ahead = found;
      if (found === NO_MORE_DOCS) this.doc = NO_MORE_DOCS;
      break;
    }
    return this.doc;
  }
}

/** Documents of `required` that `excluded` does not match. */
export class Exclusion extends Scorer {
  readonly cost: number;
  override readonly approximate = true;
  readonly #required: Scorer;
  readonly #excluded: Scorer;

  constructor(required: Scorer, excluded: Scorer) {
    super();
    this.#required = required;
    this.#excluded = excluded;
    this.cost = required.cost;
  }
  override next(): number {
    this.doc = this.#required.next();
    return this.doc;
  }
  override advance(target: number): number {
    this.doc = this.#required.advance(target);
    return this.doc;
  }
  override matches(): boolean {
    const excluded = this.#excluded;
    const { doc } = this;
    if (excluded.doc < doc) excluded.advance(doc);
    if (excluded.doc === doc && (!excluded.approximate || excluded.matches())) return false;
    return !this.#required.approximate || this.#required.matches();
  }
  override score(): number {
    return this.#required.score();
  }
}

/** Documents of `required`. Those that also match `optional` score the sum, rounded to float32. */
export class RequiredOptional extends Scorer {
  readonly cost: number;
  override readonly approximate: boolean;
  readonly #required: Scorer;
  readonly #optional: Scorer;

  constructor(required: Scorer, optional: Scorer) {
    super();
    this.#required = required;
    this.#optional = optional;
    this.cost = required.cost;
    this.approximate = required.approximate;
  }
  override next(): number {
    this.doc = this.#required.next();
    return this.doc;
  }
  override advance(target: number): number {
    this.doc = this.#required.advance(target);
    return this.doc;
  }
  override matches(): boolean {
    return this.#required.matches();
  }
  override score(): number {
    const score = this.#required.score();
    const optional = this.#optional;
    const { doc } = this;
    if (optional.doc < doc) optional.advance(doc);
    if (optional.doc !== doc || (optional.approximate && !optional.matches())) return score;
    return Math.fround(score + optional.score());
  }
}
