import type { IndexReader, SegmentReader } from "../../index/segment.ts";
import { ShardFailure } from "../../language/errors/errors.ts";
import { javaFloat } from "../../language/java/java-numbers.ts";
import type { BoostMode, ScoreMode } from "../../language/queries/functions/function.ts";
import type { Work } from "../../work/work.ts";
import { type GroupMarks, type Query, rewrite, type Scorer, type Weight } from "../query.ts";
import { MatchNone } from "./constant.ts";
import { Membership, Rescored } from "./rescored.ts";

/** A number for each document of a segment. @throws ShardFailure where a document has none */
export type NumberOfDocument = (doc: number) => number;

export interface CompiledFunction {
  /** The documents that it applies to; undefined: all. */
  readonly filter: Query | undefined;
  /** Undefined: 1 for all. */
  readonly numbers: ((segment: SegmentReader) => NumberOfDocument) | undefined;
  readonly weight: number;
}

export interface FunctionScoreStyle {
  readonly scoreMode: ScoreMode;
  readonly boostMode: BoostMode;
  readonly maxBoost: number;
  readonly minScore: number | undefined;
}

/** The matches of a query, scored by functions of the documents. */
export class FunctionScore implements Query {
  readonly query: Query;
  readonly functions: readonly CompiledFunction[];
  readonly style: FunctionScoreStyle;
  readonly marks: GroupMarks;
  readonly #work: Work;

  constructor(query: Query, functions: readonly CompiledFunction[], style: FunctionScoreStyle, work: Work) {
    this.query = query;
    this.functions = functions;
    this.style = style;
    this.#work = work;
    this.marks = {
      kind: "group",
      required: [query],
      filters: [],
      optional: [],
      excluded: [],
      minimum: 0,
      isOpaque: true,
    };
  }
  rewrite(): Query {
    const query = rewrite(this.query);
    if (query instanceof MatchNone) return query;
    const functions = this.functions.map((each) => ({ ...each, filter: each.filter && rewrite(each.filter) }));
    return new FunctionScore(query, functions, this.style, this.#work);
  }
  createWeight(index: IndexReader, scoring: boolean, boost: number): Weight {
    const { functions, style } = this;
    const { minScore } = style;
    if (!scoring && minScore === undefined) return this.query.createWeight(index, false, boost);
    const needsScores = style.boostMode !== "replace" || functions.length === 0;
    const weight = this.query.createWeight(index, needsScores, boost);
    const filters = functions.map(({ filter }) => filter?.createWeight(index, false, 1));
    return {
      scorer: (segment) => {
        const scorer = weight.scorer(segment);
        if (!scorer) return undefined;
        this.#work.spend(scorer.cost * functions.length);
        const bound = functions.map(({ numbers, weight: factor }, place): BoundFunction => {
          const filter = filters[place];
          return {
            member: filter && new Membership(filter.scorer(segment)),
            number: numbers?.(segment),
            weight: factor,
          };
        });
        const scored = new FunctionScorer(scorer, bound, style, needsScores);
        return minScore === undefined ? scored : new MinScoreScorer(scored, minScore);
      },
    };
  }
}

interface BoundFunction {
  readonly member: Membership | undefined;
  readonly number: NumberOfDocument | undefined;
  readonly weight: number;
}

class FunctionScorer extends Rescored {
  readonly #functions: readonly BoundFunction[];
  readonly #style: FunctionScoreStyle;
  readonly #needsScores: boolean;
  readonly #combine: (score: number, factor: number) => number;

  constructor(scorer: Scorer, functions: readonly BoundFunction[], style: FunctionScoreStyle, needsScores: boolean) {
    super(scorer);
    this.#functions = functions;
    this.#style = style;
    this.#needsScores = needsScores;
    this.#combine = combinations[style.boostMode];
  }
  override score(): number {
    const score = this.#needsScores ? this.inner.score() : 0;
    if (this.#functions.length === 0) return score;
    const factor = Math.min(this.#factor(), this.#style.maxBoost);
    const result = Math.fround(this.#combine(score, factor));
    if (result >= 0) return result;
    const shown = Number.isNaN(result) ? "NaN" : javaFloat(result);
    const reason = `function score query returned an invalid score: ${shown} for doc: ${this.doc}`;
    throw new ShardFailure("exception", reason);
  }

  #factor(): number {
    const { doc } = this;
    const mode = this.#style.scoreMode;
    let [factor, weights, isFirst] = [1, 0, true];
    for (const { member, number, weight } of this.#functions) {
      if (member && !member.has(doc)) continue;
      const value = number ? number(doc) * weight : weight;
      if (mode === "first") return value;
      factor = isFirst && mode !== "multiply" ? value : merges[mode](factor, value);
      weights += weight;
      isFirst = false;
    }
    if (mode !== "avg" && mode !== "sum") return factor;
    if (weights === 0) return 1;
    return mode === "avg" ? factor / weights : factor;
  }
}

const add = (a: number, b: number): number => a + b;

const merges: Readonly<Record<Exclude<ScoreMode, "first">, (a: number, b: number) => number>> = {
  avg: add,
  sum: add,
  max: Math.max,
  min: Math.min,
  multiply: (a, b) => a * b,
};

const combinations: Readonly<Record<BoostMode, (score: number, factor: number) => number>> = {
  multiply: (score, factor) => score * factor,
  replace: (_score, factor) => factor,
  sum: add,
  avg: (score, factor) => (factor + score) / 2,
  min: Math.min,
  max: Math.max,
};

/** Documents that score at least `minScore`. */
class MinScoreScorer extends Rescored {
  override readonly approximate = true;
  readonly #minScore: number;
  #score = 0;
  constructor(scorer: Scorer, minScore: number) {
    super(scorer);
    this.#minScore = minScore;
  }
  override matches(): boolean {
    if (this.inner.approximate && !this.inner.matches()) return false;
    this.#score = this.inner.score();
    return this.#score >= this.#minScore;
  }
  override score(): number {
    return this.#score;
  }
}
