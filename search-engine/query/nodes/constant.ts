import { failedToCreateQuery } from "../../language/errors/errors.ts";
import { isNegative, javaFloatText } from "../../language/java/java-numbers.ts";
import { type Marks, NO_MORE_DOCS, type Query, rewrite, Scorer, type Weight } from "../query.ts";

/** Matches nothing. */
export class MatchNone implements Query {
  readonly key = "none";
  createWeight(): Weight {
    return { scorer: () => undefined };
  }
}

/** Matches every document. Every match scores the boost. */
export class MatchAll implements Query {
  readonly key = "all";
  createWeight(_index: unknown, _scoring: boolean, boost: number): Weight {
    return { scorer: (segment) => new AllScorer(segment.maxDoc, boost) };
  }
}

class AllScorer extends Scorer {
  readonly cost: number;
  readonly #boost: number;
  constructor(maxDoc: number, boost: number) {
    super();
    this.cost = maxDoc;
    this.#boost = boost;
  }
  override next(): number {
    return this.advance(this.doc + 1);
  }
  override advance(target: number): number {
    this.doc = target < this.cost ? target : NO_MORE_DOCS;
    return this.doc;
  }
  override score(): number {
    return this.#boost;
  }
}

/** Multiplies the scores of a query. */
export class Boosted implements Query {
  readonly query: Query;
  readonly boost: number;
  readonly key: string | undefined;
  constructor(query: Query, boost: number) {
    this.query = query;
    this.boost = boost;
    this.key = query.key && `(${query.key})^${boost}`;
  }
  get marks(): Marks | undefined {
    return this.query.marks && { kind: "boosted", query: this.query, boost: this.boost };
  }
  rewrite(): Query {
    const query = rewrite(this.query);
    if (query instanceof MatchNone || this.boost === 1) return query;
    if (query instanceof Boosted) return new Boosted(query.query, Math.fround(this.boost * query.boost));
    return new Boosted(query, this.boost);
  }
  createWeight(...[index, scoring, boost]: Parameters<Query["createWeight"]>): Weight {
    return this.query.createWeight(index, scoring, Math.fround(this.boost * boost));
  }
}

/**
 * Applies the boost of a clause; undefined and 1 return the query itself.
 * @throws ShardFailure where it is not a finite float
 */
export function boosted(query: Query, boost: number | undefined): Query {
  if (boost === undefined || boost === 1 || query instanceof MatchNone) return query;
  if (Number.isFinite(boost) && !isNegative(boost)) return new Boosted(query, boost);
  const reason = `boost must be a positive float, got ${javaFloatText(boost)}`;
  throw failedToCreateQuery("illegal_argument_exception", reason);
}

/** Lucene drops the boosts of queries that do not score, except in a function score, which may match by its score. */
export function withoutBoost(query: Query): Query {
  let bare = query;
  while (bare instanceof Boosted) bare = bare.query;
  return bare;
}

/** Every match scores the boost, whatever the inner query would score. */
export class ConstantScore implements Query {
  readonly query: Query;
  readonly key: string | undefined;
  constructor(query: Query) {
    this.query = query;
    this.key = query.key && `const(${query.key})`;
  }
  get marks(): Marks | undefined {
    const filters = [this.query];
    return this.query.marks && { kind: "group", required: [], filters, optional: [], excluded: [], minimum: 0 };
  }
  rewrite(): Query {
    let query = rewrite(this.query);
    while (query instanceof Boosted || query instanceof ConstantScore) query = query.query;
    return query instanceof MatchNone || query instanceof MatchAll ? query : new ConstantScore(query);
  }
  createWeight(...[index, _scoring, boost]: Parameters<Query["createWeight"]>): Weight {
    const weight = this.query.createWeight(index, false, 1);
    return {
      scorer(segment) {
        const scorer = weight.scorer(segment);
        return scorer && new ConstantScorer(scorer, boost);
      },
    };
  }
}

class ConstantScorer extends Scorer {
  readonly cost: number;
  override readonly approximate: boolean;
  readonly #scorer: Scorer;
  readonly #boost: number;
  constructor(scorer: Scorer, boost: number) {
    super();
    this.cost = scorer.cost;
    this.approximate = scorer.approximate;
    this.#scorer = scorer;
    this.#boost = boost;
  }
  override next(): number {
    this.doc = this.#scorer.next();
    return this.doc;
  }
  override advance(target: number): number {
    this.doc = this.#scorer.advance(target);
    return this.doc;
  }
  override matches(): boolean {
    return this.#scorer.matches();
  }
  override take(docs: Uint32Array, scores: Float64Array | undefined, minCompetitiveScore: number): number {
    const count = this.#scorer.take(docs, undefined, minCompetitiveScore);
    scores?.fill(this.#boost, 0, count);
    this.doc = this.#scorer.doc;
    return count;
  }
  override skip(live: Uint32Array | undefined, minCompetitiveScore: number): number {
    if (this.#boost > minCompetitiveScore) return 0;
    const count = this.#scorer.skip(live, Number.POSITIVE_INFINITY);
    this.doc = this.#scorer.doc;
    return count;
  }
  override score(): number {
    return this.#boost;
  }
}
