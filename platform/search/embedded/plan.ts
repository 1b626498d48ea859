import type { Search } from "../language/search.ts";
import { type AggregationRun, runAggregations } from "./aggregations/run.ts";
import { sourceFilter } from "./fetch/source-filter.ts";
import type { IndexReader } from "./index/segment.ts";
import type { Expansion } from "./query/kind.ts";
import { MatchAll } from "./query/nodes/constant.ts";
import type { Query } from "./query/query.ts";
import { compileContext } from "./query/table.ts";
import { type MakeComparator, makeComparator } from "./sort/make-comparator.ts";
import { Work } from "./work.ts";

/** A search compiled for one state of the index. */
export interface SearchPlan {
  readonly query: Query;
  /** Run over each segment before the query. */
  readonly expansions: readonly Expansion[];
  readonly from: number;
  readonly size: number;
  /** Undefined: by score. */
  readonly sort: readonly MakeComparator[] | undefined;
  readonly hasAfter: boolean;
  /** Scores are answered although the hits are sorted otherwise. */
  readonly trackScores: boolean;
  /** Matches are counted exactly up to here; undefined: not at all. */
  readonly countUpTo: number | undefined;
  readonly minScore: number | undefined;
  /** Which part of a document a hit carries. */
  readonly source: "all" | "none" | ((document: unknown) => unknown);
  readonly aggregations: AggregationRun | undefined;
}

/** Compiles a search. Totals are exact unless the body says otherwise. @throws ShardFailure, SearchRejected */
export function planSearch(search: Search, index: IndexReader, now: number): SearchPlan {
  const work = new Work();
  const { from, size, sort, searchAfter, trackScores, trackTotalHits, minScore, source, aggregations } = search;
  const context = compileContext({ index, now, work }, search.clauses);
  return {
    query: search.query ? context.compile(search.query) : new MatchAll(),
    expansions: context.expansions,
    from,
    size,
    sort: sort?.map((key, place) => makeComparator(key, searchAfter?.[place], context)),
    hasAfter: searchAfter !== undefined,
    trackScores,
    countUpTo: trackTotalHits === "none" ? undefined : (trackTotalHits ?? Number.POSITIVE_INFINITY),
    minScore,
    source: typeof source === "object" ? sourceFilter(source) : source,
    aggregations: aggregations && runAggregations(aggregations, { index, now, work }),
  };
}
