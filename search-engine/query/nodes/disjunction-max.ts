import { f64, item } from "../../bytes/arrays.ts";
import type { IndexReader } from "../../index/segment.ts";
import { type GroupMarks, type Query, rewrite, type Weight } from "../query.ts";
import { Bool } from "./bool.ts";
import { MatchNone } from "./constant.ts";
import { type Combine, Disjunction } from "./disjunction.ts";

/** The best score among the queries, plus `tieBreaker` times the other scores. */
export class DisjunctionMax implements Query {
  readonly queries: readonly Query[];
  readonly tieBreaker: number;
  readonly #isBlended: boolean;
  readonly key: string | undefined;

  /** `isBlended`: the queries correspond to one query of Elasticsearch, for a term in several fields. */
  constructor(queries: readonly Query[], tieBreaker: number, isBlended = false) {
    this.#isBlended = isBlended;
    this.queries = queries;
    this.tieBreaker = Math.fround(tieBreaker);
    const keys = queries.map((query) => query.key);
    this.key = keys.includes(undefined) ? undefined : `max(${keys.join("|")})~${tieBreaker}`;
  }
  get marks(): GroupMarks {
    const marks = {
      kind: "group",
      required: [],
      filters: [],
      optional: this.queries,
      excluded: [],
      minimum: 1,
    } as const;
    return this.#isBlended ? { ...marks, isOpaque: true } : marks;
  }
  rewrite(): Query {
    const queries = this.queries.map(rewrite).filter((query) => !(query instanceof MatchNone));
    if (queries.length === 0) return new MatchNone();
    if (queries.length === 1) return item(queries, 0);
    if (this.tieBreaker === 1) {
      return rewrite(
        new Bool(
          queries.map((query) => ({ occur: "should", query })),
          0,
        ),
      );
    }
    return new DisjunctionMax(queries, this.tieBreaker);
  }
  createWeight(index: IndexReader, scoring: boolean, boost: number): Weight {
    const weights = this.queries.map((query) => query.createWeight(index, scoring, boost));
    const combine = best(this.tieBreaker);
    return {
      scorer(segment) {
        const scorers = weights.map((weight) => weight.scorer(segment)).filter((scorer) => scorer !== undefined);
        return scorers.length < 2 ? scorers[0] : new Disjunction(scorers, 1, combine);
      },
    };
  }
}

const best =
  (tieBreaker: number): Combine =>
  (scores, count) => {
    let max = 0;
    let others = 0;
    for (let index = 0; index < count; index++) {
      const score = f64(scores, index);
      if (score >= max) {
        others += max;
        max = score;
      } else others += score;
    }
    return Math.fround(max + others * tieBreaker);
  };
