import type { IndexReader } from "../../index/segment.ts";
import { type Marks, type Query, rewrite, type Scorer, type Weight } from "../query.ts";
import { MatchNone } from "./constant.ts";
import { Membership, Rescored } from "./rescored.ts";

/** The matches of `positive`. The scores of those that also match `negative` are multiplied by a factor. */
export class Boosting implements Query {
  readonly positive: Query;
  readonly negative: Query;
  readonly negativeBoost: number;
  readonly key: string | undefined;

  constructor(positive: Query, negative: Query, negativeBoost: number) {
    this.positive = positive;
    this.negative = negative;
    this.negativeBoost = negativeBoost;
    this.key = positive.key && negative.key && `boosting(${positive.key} ${negative.key})~${negativeBoost}`;
  }
  get marks(): Marks | undefined {
    return this.positive.marks;
  }
  rewrite(): Query {
    const positive = rewrite(this.positive);
    if (positive instanceof MatchNone) return positive;
    return new Boosting(positive, rewrite(this.negative), this.negativeBoost);
  }
  createWeight(index: IndexReader, scoring: boolean, boost: number): Weight {
    const positive = this.positive.createWeight(index, scoring, 1);
    if (!scoring) return positive;
    const negative = this.negative.createWeight(index, false, 1);
    return {
      scorer: (segment) => {
        const scorer = positive.scorer(segment);
        if (!scorer) return undefined;
        return new BoostingScorer(scorer, new Membership(negative.scorer(segment)), this.negativeBoost, boost);
      },
    };
  }
}

class BoostingScorer extends Rescored {
  readonly #negative: Membership;
  readonly #negativeBoost: number;
  readonly #boost: number;
  constructor(positive: Scorer, negative: Membership, negativeBoost: number, boost: number) {
    super(positive);
    this.#negative = negative;
    this.#negativeBoost = negativeBoost;
    this.#boost = boost;
  }
  override score(): number {
    const factor = this.#negative.has(this.doc) ? this.#negativeBoost : 1;
    return Math.fround(this.inner.score() * factor * this.#boost);
  }
}
