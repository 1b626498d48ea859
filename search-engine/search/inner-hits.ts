import type { IndexReader } from "../index/segment.ts";
import { allShardsFailed, failedToExpand, ShardFailure, windowTooLarge } from "../language/errors/errors.ts";
import type { InnerHits } from "../language/inner-hits.ts";
import { parseJson } from "../language/json/json.ts";
import { isScalar } from "../language/members/options.ts";
import type { Clause } from "../language/queries/table.ts";
import type { Search } from "../language/search.ts";
import { SEARCH_WINDOW } from "../limits.ts";
import type { TopDocument } from "../sort/top.ts";
import { type Cancellation, TimeSlices } from "../work/time-slices.ts";
import { collect, type Found, slotBytes } from "./collect.ts";
import { planSearch, type SearchPlan } from "./plan.ts";

/** The parts of a plan for writing hits, without the query, which takes most of its memory. */
export interface WrittenPlan extends Pick<SearchPlan, "fetch" | "countUpTo"> {
  /** The field that the inner hits are collapsed by. */
  readonly collapse: { readonly field: string } | undefined;
}

/** Hits of one group, found and not yet written. */
export interface FoundInnerHits {
  readonly name: string;
  readonly plan: WrittenPlan;
  readonly found: Found;
}

/** Steps of an inner search, whatever it finds, and of each of its clauses. */
const SEARCH_STEPS = 50_000;
const CLAUSE_STEPS = 100;
/** Bytes kept for a hit, besides the texts of its sort values: its place and its score. */
const HIT_BYTES = 200;
/** Bytes of a plan until its hits are written, and of each of its clauses if hits are highlighted or list named queries. */
const PLAN_BYTES = 1_000;
const CLAUSE_BYTES = 500;

/**
 * Searches the groups of the page's hits for more hits, one search for each hit and each of `inner_hits`.
 * @throws SearchRejected when one fails; the signal's reason
 */
export async function findInnerHits(
  search: Search,
  outer: SearchPlan,
  found: Found,
  index: IndexReader,
  signal: Cancellation,
): Promise<ReadonlyMap<TopDocument, readonly FoundInnerHits[]>> {
  const inside = new Map<TopDocument, readonly FoundInnerHits[]>();
  const { collapse } = search;
  if (!collapse || collapse.innerHits.length === 0) return inside;
  const innerHits = [...new Map(collapse.innerHits.map((inner) => [inner.name, inner])).values()];
  const keptClauses = search.keptClauses();
  const slices = new TimeSlices(signal);
  try {
    for (const document of found.documents) {
      const query = queryOf(search, collapse.field, found.group?.(document));
      const hits: FoundInnerHits[] = [];
      for (const inner of innerHits) {
        outer.work.spend(SEARCH_STEPS + CLAUSE_STEPS * search.clauses);
        const plan = planSearch(innerSearch(search, query, inner), index, outer.now, outer.work);
        const hitsInside = kept(await collect(plan, index, signal), outer);
        outer.work.giveBack(slotBytes(plan, index));
        hits.push({ name: inner.name, plan: keptPlan(plan, keptClauses), found: hitsInside });
        if (slices.over) await slices.pass();
      }
      inside.set(document, hits);
    }
  } catch (error) {
    if (error instanceof ShardFailure) throw failedToExpand(allShardsFailed(error, index.indexName));
    throw error;
  }
  return inside;
}

/** The matches of the query in the group, scored by the query alone. */
function queryOf({ query }: Search, field: string, group: string | undefined): Clause {
  const value = group === undefined ? undefined : parseJson(group);
  const ofGroup: Clause = isScalar(value)
    ? { kind: "term", body: { field, value, caseInsensitive: false, boost: 1 }, name: undefined }
    : { kind: "exists", body: { field, boost: 1 }, name: undefined };
  const clauses = [
    ...(query ? [{ occur: "must", clause: query } as const] : []),
    { occur: group === undefined ? "must_not" : "filter", clause: ofGroup } as const,
  ];
  return { kind: "bool", body: { clauses, minimumShouldMatch: undefined, boost: 1 }, name: undefined };
}

function innerSearch(
  search: Search,
  query: Clause,
  { from, size, sort, trackScores, fetch, collapse }: InnerHits,
): Search {
  if (from + size > SEARCH_WINDOW) throw windowTooLarge(from + size);
  return {
    query,
    postFilter: search.postFilter,
    clauses: search.clauses,
    keptClauses: search.keptClauses,
    fuzzyTerms: search.fuzzyTerms,
    from,
    size,
    sort,
    searchAfter: undefined,
    trackScores,
    trackTotalHits: undefined,
    minScore: undefined,
    rescores: [],
    collapse: collapse === undefined ? undefined : { field: collapse, innerHits: [] },
    fetch,
    aggregations: undefined,
    suggest: undefined,
  };
}

/** The plan without the parts for finding hits. `clauses`: number of clauses that the compiled query holds. */
function keptPlan({ fetch, countUpTo, collapse, work }: SearchPlan, clauses: number): WrittenPlan {
  const isQueryKept = fetch.highlighter !== undefined || !fetch.named.isEmpty;
  work.take(PLAN_BYTES + (isQueryKept ? CLAUSE_BYTES * clauses : 0));
  return { fetch, countUpTo, collapse: collapse && { field: collapse.field } };
}

/** The hits without the data for finding them. */
function kept(found: Found, { work }: SearchPlan): Found {
  const values = new Map<TopDocument, readonly string[]>();
  const groups = new Map<TopDocument, string | undefined>();
  for (const document of found.documents) {
    const texts = found.values(document);
    work.take(texts.reduce((bytes, { length }) => bytes + 2 * length, HIT_BYTES));
    values.set(document, texts);
    const group = found.group?.(document);
    work.take(2 * (group?.length ?? 0));
    groups.set(document, group);
  }
  const { total, maxScore, documents, scored } = found;
  return {
    total,
    maxScore,
    documents,
    scored,
    values: (document) => values.get(document) ?? [],
    group: (document) => groups.get(document),
  };
}
