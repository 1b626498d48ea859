import type { IndexReader, SegmentReader } from "../../index/segment.ts";
import type { Occur } from "../../language/queries/bool.ts";
import { type GroupMarks, type Query, rewrite, type Scorer, type Weight } from "../query.ts";
import { Conjunction, Exclusion, RequiredOptional } from "./conjunction.ts";
import { Boosted, ConstantScore, MatchAll, MatchNone, withoutBoost } from "./constant.ts";
import { Disjunction, sum } from "./disjunction.ts";
import { Union, WindowMemory } from "./union.ts";

export interface BoolClause {
  readonly occur: Occur;
  readonly query: Query;
}

/** Clauses that must, may or must not match. */
export class Bool implements Query {
  readonly clauses: readonly BoolClause[];
  readonly minimumShouldMatch: number;
  readonly key: string | undefined;

  constructor(clauses: readonly BoolClause[], minimumShouldMatch: number) {
    this.clauses = clauses;
    this.minimumShouldMatch = minimumShouldMatch;
    const keys = clauses.map(({ occur, query }) => query.key && `${occur}:${query.key}`);
    this.key = keys.includes(undefined) ? undefined : `bool(${keys.join(" ")})~${minimumShouldMatch}`;
  }

  get marks(): GroupMarks {
    return {
      kind: "group",
      required: this.of("must"),
      filters: this.of("filter"),
      optional: this.of("should"),
      excluded: this.of("must_not"),
      minimum: this.minimumShouldMatch,
      searched: this.clauses.filter(({ occur }) => occur !== "must_not").map(({ query }) => query),
    };
  }

  of(occur: Occur): Query[] {
    return this.clauses.filter((clause) => clause.occur === occur).map((clause) => clause.query);
  }

  rewrite(): Query {
    return simplifyBool(this);
  }

  createWeight(index: IndexReader, scoring: boolean, boost: number): Weight {
    const weights = (occur: Occur, scores: boolean) =>
      this.of(occur).map((query) => (scores ? query : withoutBoost(query)).createWeight(index, scores, boost));
    const must = weights("must", scoring);
    const filter = weights("filter", false);
    const should = weights("should", scoring);
    const mustNot = weights("must_not", false);
    const optional = must.length + filter.length > 0 && this.minimumShouldMatch === 0;
    const shouldMemory = new WindowMemory();
    const mustNotMemory = new WindowMemory();
    return {
      scorer: (segment) => {
        const required = conjunction(segment, must, filter);
        if (required === "none") return undefined;
        const excluded = union(segment, mustNot, 1, false, mustNotMemory);
        const without = (scorer: Scorer) => (excluded ? new Exclusion(scorer, excluded) : scorer);
        if (should.length === 0) return required && without(required);
        if (optional) {
          const more = scoring ? union(segment, should, 1, true, shouldMemory) : undefined;
          if (!required) return undefined;
          return more ? new RequiredOptional(without(required), more) : without(required);
        }
        const some = union(segment, should, Math.max(1, this.minimumShouldMatch), scoring, shouldMemory);
        if (!some) return undefined;
        if (!required) return without(some);
        const both = [without(required), some];
        return new Conjunction(both, both);
      },
    };
  }
}

/** Scorer of the documents that all weights match. "none" when there are none, undefined without weights. */
function conjunction(
  segment: SegmentReader,
  must: readonly Weight[],
  filter: readonly Weight[],
): Scorer | "none" | undefined {
  const scoring: Scorer[] = [];
  const scorers: Scorer[] = [];
  for (const [weights, target] of [[must, scoring] as const, [filter, undefined] as const]) {
    for (const weight of weights) {
      const scorer = weight.scorer(segment);
      if (!scorer) return "none";
      scorers.push(scorer);
      target?.push(scorer);
    }
  }
  if (scorers.length === 0) return undefined;
  return scorers.length === 1 && scoring.length === 1 ? scorers[0] : new Conjunction(scorers, scoring);
}

/** Scorer of the documents that at least `minimum` of the weights match; undefined when there are none. */
function union(
  segment: SegmentReader,
  weights: readonly Weight[],
  minimum: number,
  scoring: boolean,
  memory: WindowMemory,
): Scorer | undefined {
  const scorers = weights.map((weight) => weight.scorer(segment)).filter((scorer) => scorer !== undefined);
  if (scorers.length < minimum || scorers.length === 0) return undefined;
  if (scorers.length === 1) return scorers[0];
  if (minimum === scorers.length) return new Conjunction(scorers, scorers);
  return minimum === 1 ? new Union(scorers, scoring, memory) : new Disjunction(scorers, minimum, sum);
}

/** Rewrites as Lucene does and in its order: inlining and deduplication decide where sums are rounded. */
function simplifyBool(bool: Bool): Query {
  let clauses: BoolClause[] = [];
  let minimum = bool.minimumShouldMatch;
  for (const { occur, query } of bool.clauses) {
    const simple = withoutScore(occur, rewrite(query));
    if (!(simple instanceof MatchNone)) clauses.push({ occur, query: simple });
    else if (occur === "must" || occur === "filter") return simple;
  }
  if (bool.clauses.length === 0 || clauses.every(({ occur }) => occur === "must_not")) return new MatchNone();

  clauses = distinct(clauses, ["filter", "must_not"]);
  const keysOf = (occur: Occur) =>
    new Set(clauses.filter((clause) => clause.occur === occur).map(({ query }) => query.key));
  const excluded = keysOf("must_not");
  excluded.delete(undefined);
  if (clauses.some(({ occur, query }) => (occur === "must" || occur === "filter") && excluded.has(query.key))) {
    return new MatchNone();
  }
  if (excluded.has("all")) return new MatchNone();
  clauses = withoutRedundantFilters(clauses, minimum, keysOf("must"));
  [clauses, minimum] = filtersThatScore(clauses, minimum);
  if (minimum <= 1) clauses = united(clauses, "should");
  clauses = united(clauses, "must");
  const inlined = minimum <= 1 ? clauses.flatMap(inlineAlternatives) : clauses;
  // Inlined clauses may be equal to others.
  if (inlined.length > clauses.length) return simplifyBool(new Bool(inlined, minimum));
  clauses = inlined;

  const optional = clauses.filter(({ occur }) => occur === "should").length;
  if (optional < minimum) return new MatchNone();
  if (optional > 0 && optional === minimum) {
    clauses = clauses.map((clause) => (clause.occur === "should" ? { occur: "must", query: clause.query } : clause));
    minimum = 0;
  }
  clauses = clauses.flatMap(inlineRequirements);
  return single(clauses, minimum) ?? new Bool(clauses, minimum);
}

/** The query to which a bool with one clause is rewritten. */
function single(clauses: readonly BoolClause[], minimum: number): Query | undefined {
  const [only] = clauses;
  if (clauses.length !== 1 || !only) return undefined;
  if (only.occur === "filter") return new Boosted(new ConstantScore(only.query), 0);
  if (only.occur === "must_not") return new MatchNone();
  return only.occur === "must" || minimum <= 1 ? only.query : undefined;
}

/** Removes boosts from clauses that do not score. */
function withoutScore(occur: Occur, query: Query): Query {
  let bare = query;
  if (occur !== "filter" && occur !== "must_not") return bare;
  while (bare instanceof Boosted || bare instanceof ConstantScore) bare = bare.query;
  return bare;
}

function distinct(clauses: readonly BoolClause[], occurs: readonly Occur[]): BoolClause[] {
  const seen = new Set<string>();
  return clauses.filter(({ occur, query }) => {
    if (!occurs.includes(occur) || query.key === undefined) return true;
    const key = `${occur}:${query.key}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Drops filters that are also a must clause, and match_all filters beside other required clauses. */
function withoutRedundantFilters(
  clauses: BoolClause[],
  minimum: number,
  must: ReadonlySet<string | undefined>,
): BoolClause[] {
  const others = clauses.filter(({ occur, query }) => occur === "must" || (occur === "filter" && query.key !== "all"));
  const dropAll = others.length > 0 || minimum > 0;
  return clauses.filter(({ occur, query }) => {
    if (occur !== "filter" || query.key === undefined) return true;
    return !must.has(query.key) && !(dropAll && query.key === "all");
  });
}

/** A filter that is also a should clause becomes a must clause. */
function filtersThatScore(clauses: BoolClause[], minimum: number): [BoolClause[], number] {
  const filters = new Set(clauses.filter(({ occur }) => occur === "filter").map(({ query }) => query.key));
  filters.delete(undefined);
  const both = new Set(
    clauses.filter(({ occur, query }) => occur === "should" && filters.has(query.key)).map(({ query }) => query.key),
  );
  if (both.size === 0) return [clauses, minimum];
  let left = minimum;
  const result = clauses
    .filter(({ occur, query }) => !(occur === "filter" && both.has(query.key)))
    .map((clause): BoolClause => {
      if (clause.occur !== "should" || !both.has(clause.query.key)) return clause;
      left--;
      return { occur: "must", query: clause.query };
    });
  return [result, Math.max(0, left)];
}

/** Replaces equal clauses by one with the sum of their boosts. */
function united(clauses: BoolClause[], occur: Occur): BoolClause[] {
  const boosts = new Map<string, { query: Query; boost: number; count: number }>();
  for (const clause of clauses) {
    if (clause.occur !== occur) continue;
    const { query, boost } = unboosted(clause.query);
    if (query.key === undefined) continue;
    const known = boosts.get(query.key);
    if (known) {
      known.boost += boost;
      known.count++;
    } else boosts.set(query.key, { query, boost, count: 1 });
  }
  if (![...boosts.values()].some(({ count }) => count > 1)) return clauses;
  const placed = new Set<string>();
  return clauses.flatMap((clause): BoolClause[] => {
    if (clause.occur !== occur) return [clause];
    const { query } = unboosted(clause.query);
    const found = query.key === undefined ? undefined : boosts.get(query.key);
    if (!found || query.key === undefined) return [clause];
    if (placed.has(query.key)) return [];
    placed.add(query.key);
    return [{ occur, query: found.boost === 1 ? found.query : new Boosted(found.query, Math.fround(found.boost)) }];
  });
}

function unboosted(query: Query): { query: Query; boost: number } {
  let [bare, boost] = [query, 1];
  while (bare instanceof Boosted) {
    boost *= bare.boost;
    bare = bare.query;
  }
  return { query: bare, boost };
}

/** Inlines a should clause that has only should clauses. */
function inlineAlternatives(clause: BoolClause): BoolClause[] {
  const { occur, query } = clause;
  if (occur !== "should" || !(query instanceof Bool) || query.minimumShouldMatch > 1) return [clause];
  return query.clauses.every((inner) => inner.occur === "should") ? [...query.clauses] : [clause];
}

/** Inlines a must or filter clause without should clauses. */
function inlineRequirements(clause: BoolClause): BoolClause[] {
  const { occur, query } = clause;
  if ((occur !== "must" && occur !== "filter") || !(query instanceof Bool) || query.minimumShouldMatch > 0)
    return [clause];
  if (query.clauses.some((inner) => inner.occur === "should")) return [clause];
  return query.clauses.map((inner) =>
    occur === "filter" && inner.occur === "must" ? { occur, query: inner.query } : inner,
  );
}

/** In Elasticsearch, a bool with only must_not matches everything else, whatever `minimum_should_match` is. */
export const withEverythingElse = (bool: Bool): Query =>
  bool.clauses.length > 0 && bool.clauses.every(({ occur }) => occur === "must_not")
    ? new Bool([...bool.clauses, { occur: "filter", query: new MatchAll() }], 0)
    : bool;
