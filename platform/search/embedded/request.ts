import { illegalArgument, parsingException, rejected, ShardFailure } from "../language/errors.ts";
import { isArray, isObject, type JsonObject, type JsonValue, type Place, placeOfValue } from "../language/json.ts";
import { maxSortKeys } from "../language/limits.ts";
import { numberOf, scalarText, tokenOf } from "../language/options.ts";
import type { AggregationRun } from "./aggregations/kind.ts";
import { parseAggregations } from "./aggregations/parse.ts";
import { parseSourceFilter, type SourceFilter } from "./fetch/source-filter.ts";
import type { IndexReader } from "./index/segment.ts";
import type { Expansion } from "./query/kind.ts";
import { MatchAll } from "./query/nodes/constant.ts";
import { parseContext, unknownKey } from "./query/parse.ts";
import type { Query } from "./query/query.ts";
import { type MakeComparator, makeComparator, parseSort, type SortKey } from "./sort/parse.ts";

/** A search body, read and checked against the index. */
export interface SearchPlan {
  readonly query: Query;
  /** What the query must find out about each segment first. */
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
  readonly source: SourceFilter;
  readonly aggregations: AggregationRun | undefined;
}

/** Top-level members that are served; all others are refused. */
export const searchMembers: readonly string[] = [
  "query",
  "from",
  "size",
  "sort",
  "search_after",
  "track_total_hits",
  "track_scores",
  "min_score",
  "_source",
  "timeout",
  "aggs",
  "aggregations",
];

/** `from` and `size` together, at most. */
export const largestWindow = 10_000;
const defaultSize = 10;

/**
 * Reads a search. Totals are exact unless the body says otherwise. @throws SearchRejected for what is refused outright,
 * ShardFailure for what Elasticsearch refuses when a shard looks at it.
 */
export function parseSearch(body: JsonValue, index: IndexReader, now: number): SearchPlan {
  if (!isObject(body)) {
    throw parsingException(`Expected [START_OBJECT] but found [${tokenOf(body)}]`, { line: 1, col: 1 });
  }
  const members = new Members(body);
  const context = parseContext(index, now);
  let sortKeys: readonly SortKey[] | undefined;
  for (const [name, value] of body) {
    if (!searchMembers.includes(name)) throw unknownKey(name, value, placeOfValue(body, name));
  }
  const from = members.size("from", (value) => `[from] parameter cannot be negative but was [${value}]`) ?? 0;
  const size = members.size("size", (value) => `[size] parameter cannot be negative, found [${value}]`) ?? defaultSize;
  const queryValue = body.get("query");
  if (queryValue !== undefined && !isObject(queryValue)) throw members.unknown("query");
  const query = queryValue === undefined ? new MatchAll() : context.parseQuery(queryValue, placeOfValue(body, "query"));
  const sortValue = body.get("sort");
  if (sortValue !== undefined) sortKeys = parseSort(sortValue, body);
  if (sortKeys && sortKeys.length > maxSortKeys) throw illegalArgument(`[sort] has more than [${maxSortKeys}] keys`);
  const after = searchAfter(body, members, from);
  const trackScores = members.boolean("track_scores") ?? false;
  const minScore = members.number("min_score");
  const countUpTo = totalHits(body);
  members.timeout();
  const source = parseSourceFilter(body.get("_source"), body);
  if (from + size > largestWindow) throw windowTooLarge(from + size);
  if (after && !sortKeys) throw new ShardFailure("illegal_argument_exception", "Sort must contain at least one field.");
  if (after && sortKeys && after.length !== sortKeys.length) {
    const message = `search_after has ${after.length} value(s) but sort has ${sortKeys.length}.`;
    throw new ShardFailure("illegal_argument_exception", message);
  }
  return {
    query,
    expansions: context.expansions,
    from,
    size,
    sort: sortKeys?.map((key, place) => makeComparator(key, after?.[place], context)),
    hasAfter: after !== undefined,
    trackScores,
    countUpTo,
    minScore: minScore === undefined ? undefined : Math.fround(minScore),
    source,
    aggregations: aggregationsOf(body, members, context),
  };
}

/** `aggs` and `aggregations` mean the same; where both are there, Elasticsearch takes the last. */
function aggregationsOf(
  body: JsonObject,
  members: Members,
  context: ReturnType<typeof parseContext>,
): AggregationRun | undefined {
  const name = [...body.keys()].findLast((member) => member === "aggs" || member === "aggregations");
  const value = name === undefined ? undefined : body.get(name);
  if (name === undefined || value === undefined) return undefined;
  if (!isObject(value)) throw members.unknown(name);
  return parseAggregations(value, context);
}

/** Reads members of the body as Elasticsearch does: `"5"` and `5.9` are the number 5. */
class Members {
  readonly #body: JsonObject;
  constructor(body: JsonObject) {
    this.#body = body;
  }

  unknown(name: string): Error {
    return unknownKey(name, this.#body.get(name) ?? null, this.place(name));
  }

  place(name: string): Place | undefined {
    return placeOfValue(this.#body, name);
  }

  number(name: string): number | undefined {
    const value = this.#body.get(name);
    if (value === undefined) return undefined;
    if (value === null || isArray(value) || isObject(value) || typeof value === "boolean") throw this.unknown(name);
    return numberOf(scalarText(value));
  }

  size(name: string, negative: (value: number) => string): number | undefined {
    const number = this.number(name);
    if (number === undefined) return undefined;
    const whole = Math.trunc(number);
    if (whole < 0) throw illegalArgument(negative(whole));
    return whole;
  }

  boolean(name: string): boolean | undefined {
    const value = this.#body.get(name);
    if (value === undefined || typeof value === "boolean") return value;
    if (value === "true" || value === "false") return value === "true";
    if (value === null || isArray(value) || isObject(value)) throw this.unknown(name);
    throw illegalArgument(`Failed to parse value [${scalarText(value)}] as only [true] or [false] are allowed.`);
  }

  /** A time limit of Elasticsearch's is accepted and not needed: searches here end in time. */
  timeout(): void {
    const value = this.#body.get("timeout");
    if (value === undefined) return;
    if (value === null || isArray(value) || isObject(value)) throw this.unknown("timeout");
    const text = scalarText(value);
    if (!/^(?:\d+(?:nanos|micros|ms|s|m|h|d)|-1|0)$/i.test(text.trim())) {
      const reason = `failed to parse setting [timeout] with value [${text}] as a time value: unit is missing or unrecognized`;
      throw illegalArgument(reason);
    }
  }
}

function searchAfter(body: JsonObject, members: Members, from: number): readonly JsonValue[] | undefined {
  const value = body.get("search_after");
  if (value === undefined) return undefined;
  if (!isArray(value)) throw members.unknown("search_after");
  if (value.length === 0) throw illegalArgument("Values must contains at least one value.");
  if (from > 0) {
    throw rejected(
      "action_request_validation_exception",
      "Validation Failed: 1: [from] parameter must be set to 0 when [search_after] is used;",
    );
  }
  return value;
}

function totalHits(body: JsonObject): number | undefined {
  const value = body.get("track_total_hits");
  if (value === undefined || value === true || value === "true") return Number.POSITIVE_INFINITY;
  if (value === false || value === "false") return undefined;
  if (value === null || isArray(value) || isObject(value)) {
    throw unknownKey("track_total_hits", value, placeOfValue(body, "track_total_hits"));
  }
  const limit = Math.trunc(numberOf(scalarText(value)));
  if (limit === -1) return undefined;
  if (limit < 0) throw illegalArgument(`[track_total_hits] parameter must be positive or equals to -1, got ${limit}`);
  return limit;
}

function windowTooLarge(window: number): ShardFailure {
  return new ShardFailure(
    "illegal_argument_exception",
    `Result window is too large, from + size must be less than or equal to: [${largestWindow}] but was [${window}]. See the scroll api for a more efficient way to request large data sets. This limit can be set by changing the [index.max_result_window] index level setting.`,
  );
}
