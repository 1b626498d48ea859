import { NO_MORE_DOCS, Scorer } from "../query.ts";

/** The matches of another scorer, scored differently. */
export abstract class Rescored extends Scorer {
  readonly cost: number;
  override readonly approximate: boolean;
  protected readonly inner: Scorer;

  constructor(inner: Scorer) {
    super();
    this.inner = inner;
    this.cost = inner.cost;
    this.approximate = inner.approximate;
  }
  override next(): number {
    this.doc = this.inner.next();
    return this.doc;
  }
  override advance(target: number): number {
    this.doc = this.inner.advance(target);
    return this.doc;
  }
  override matches(): boolean {
    return this.inner.matches();
  }
}

/** Tells for ascending documents whether a scorer matches them. */
export class Membership {
  readonly #scorer: Scorer | undefined;
  #known = -1;
  #isMatch = false;

  constructor(scorer: Scorer | undefined) {
    this.#scorer = scorer;
  }
  has(doc: number): boolean {
    const scorer = this.#scorer;
    if (!scorer || scorer.doc === NO_MORE_DOCS) return false;
    if (doc === this.#known) return this.#isMatch;
    const found = scorer.doc < doc ? scorer.advance(doc) : scorer.doc;
    this.#known = doc;
    this.#isMatch = found === doc && (!scorer.approximate || scorer.matches());
    return this.#isMatch;
  }
}
