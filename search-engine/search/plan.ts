import { type AggregationRun, runAggregations } from "../aggregations/run.ts";
import { NamedQueries } from "../fetch/named-queries.ts";
import { type FetchPlan, planFetch } from "../fetch/plan.ts";
import type { IndexReader } from "../index/segment.ts";
import type { Search } from "../language/search.ts";
import type { Expansion } from "../query/kind.ts";
import { MatchAll, MatchNone } from "../query/nodes/constant.ts";
import type { Query } from "../query/query.ts";
import { compileContext } from "../query/table.ts";
import { type Groups, groupsBy } from "../sort/groups.ts";
import { type MakeComparator, makeComparator } from "../sort/make-comparator.ts";
import { planSuggestions, type SuggestionPlan } from "../suggest/plan.ts";
import { Work } from "../work/work.ts";
import { planRescore, type RescorePlan } from "./rescore.ts";

/** A search compiled for the current state of the index. */
export interface SearchPlan {
  readonly query: Query;
  /** A filter of the hits that does not apply to aggregations. */
  readonly postFilter: Query | undefined;
  /** Run on each segment before the query. */
  readonly expansions: readonly Expansion[];
  readonly work: Work;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly from: number;
  readonly size: number;
  /** Undefined: by score. */
  readonly sort: readonly MakeComparator[] | undefined;
  readonly hasAfter: boolean;
  /** Whether hits have scores although they are sorted by other keys. */
  readonly trackScores: boolean;
  /** Totals are exact up to here and a lower bound above; undefined: no total. */
  readonly countUpTo: number | undefined;
  readonly minScore: number | undefined;
  /** Passes over the best hits, in order; none where no hit is answered. */
  readonly rescores: readonly RescorePlan[];
  /** Groups whose best hits are answered. */
  readonly collapse: { readonly field: string; readonly groups: Groups } | undefined;
  readonly fetch: FetchPlan;
  readonly aggregations: AggregationRun | undefined;
  readonly suggestions: readonly SuggestionPlan[];
}

/**
 * Compiles a search. Totals are exact by default. `now`: milliseconds since 1970; `work`: that of the whole search, for
 * an inner search.
 * @throws ShardFailure, SearchRejected
 */
export function planSearch(search: Search, index: IndexReader, now: number, work = new Work()): SearchPlan {
  const { size, sort, searchAfter, trackTotalHits, minScore, fetch } = search;
  const context = compileContext({ index, now, work }, search.clauses);
  const everything = search.suggest?.alone ? new MatchNone() : new MatchAll();
  const query = search.query ? context.compile(search.query) : everything;
  const postFilter = search.postFilter && context.compile(search.postFilter);
  // Elasticsearch's order: it reports the first of several failing parts.
  const comparators = sort?.map((key, place) => makeComparator(key, searchAfter?.[place], context));
  const rescores = search.rescores.map((rescore) => planRescore(rescore, context));
  // Names in the other parts of the search are checked but not answered.
  const named = new NamedQueries(context.named, search.clauses, work);
  const aggregations = search.aggregations && runAggregations(search.aggregations, query, named, context);
  const suggestions = search.suggest ? planSuggestions(search.suggest, context) : [];
  return {
    query,
    postFilter,
    expansions: context.expansions,
    work,
    now,
    from: size === 0 ? 0 : search.from,
    size,
    sort: comparators,
    hasAfter: searchAfter !== undefined,
    trackScores: search.trackScores && size > 0,
    countUpTo: trackTotalHits === "none" ? undefined : (trackTotalHits ?? Number.POSITIVE_INFINITY),
    minScore,
    rescores: size === 0 ? [] : rescores,
    collapse: search.collapse && { ...search.collapse, groups: groupsBy(search.collapse.field, index) },
    fetch: planFetch(fetch, query, named, context),
    aggregations,
    suggestions,
  };
}
