import { SEARCH_WINDOW } from "../limits.ts";
import { readAggregations } from "./aggregations/read.ts";
import type { Aggregation } from "./aggregations/table.ts";
import { readBody } from "./body.ts";
import { type Collapse, readCollapse } from "./collapse.ts";
import {
  illegalArgument,
  parsingException,
  rejected,
  windowTooLarge,
  xContentParseException,
} from "./errors/errors.ts";
import { fetchMembers, readFetch } from "./fetch/read.ts";
import { isArray, isObject, type JsonObject, type JsonValue, locationOfValue } from "./json/json.ts";
import { booleanAt, integerAt, isScalar, numberAt, scalarText, tokenOf, unknownKey } from "./members/options.ts";
import type { Page } from "./page.ts";
import { clauseName } from "./queries/clause-name.ts";
import type { FuzzyTerm } from "./queries/kind.ts";
import { knnBeside } from "./queries/knn.ts";
import { QueryReader } from "./queries/read.ts";
import type { Clause } from "./queries/table.ts";
import { type Rescore, readRescores } from "./rescore.ts";
import { type AfterValue, readSort, valuesAfter } from "./sort/read.ts";
import { readSuggest, type Suggest } from "./suggest/read.ts";

/**
 * A search as read: the syntax tree of its body, plain data. Everything that Elasticsearch refuses without the mapping
 * has been refused, and so has everything that this language does not support.
 */
export interface Search extends Page {
  /** Undefined: every document. */
  readonly query: Clause | undefined;
  /** A filter of the hits that does not apply to aggregations. */
  readonly postFilter: Clause | undefined;
  /** Clauses and words of the query. */
  readonly clauses: number;
  /** Number of them that the compiled query holds, without those that only represent its work. Analyses its texts. */
  readonly keptClauses: () => number;
  /** Its fuzzy terms, and its texts with fuzzy words. */
  readonly fuzzyTerms: readonly FuzzyTerm[];
  /** A value for each key of `sort`. */
  readonly searchAfter: readonly AfterValue[] | undefined;
  /** Matches are counted exactly up to this number; undefined when the body does not set it. */
  readonly trackTotalHits: number | "none" | undefined;
  readonly minScore: number | undefined;
  /** Passes over the best hits, in order. */
  readonly rescores: readonly Rescore[];
  readonly collapse: Collapse | undefined;
  readonly aggregations: readonly Aggregation[] | undefined;
  readonly suggest: Suggest | undefined;
}

/** Supported top-level members; all others are refused. */
export const searchMembers = [
  "query",
  "knn",
  "post_filter",
  "rescore",
  "collapse",
  "suggest",
  "from",
  "size",
  "sort",
  "search_after",
  "track_total_hits",
  "track_scores",
  "min_score",
  "timeout",
  "terminate_after",
  "stats",
  "explain",
  "version",
  "seq_no_primary_term",
  "profile",
  "aggs",
  "aggregations",
  ...fetchMembers,
] as const;

const allowedMembers: ReadonlySet<string> = new Set(searchMembers);

const DEFAULT_SIZE = 10;

/**
 * Reads a search from its UTF-8 JSON. @throws SearchRejected for errors that Elasticsearch finds while reading a body,
 * ShardFailure for errors that a shard finds. `keepsRefused`: clauses that a shard refuses are still read, for an
 * engine that finds out whether the search can be answered without them.
 */
export function readSearch(bytes: Uint8Array, { keepsRefused }: { readonly keepsRefused: boolean }): Search {
  const body = readBody(bytes);
  if (!isObject(body)) {
    throw parsingException(`Expected [START_OBJECT] but found [${tokenOf(body)}]`, { line: 1, col: 1 });
  }
  for (const name of body.keys()) if (!allowedMembers.has(name)) throw unknownKey(name, body);
  const members = new Members(body);
  const from = members.count("from", (value) => `[from] parameter cannot be negative but was [${value}]`) ?? 0;
  const size =
    members.count("size", (value) => `[size] parameter cannot be negative, found [${value}]`) ?? DEFAULT_SIZE;
  const reader = new QueryReader(keepsRefused);
  const query = withNearest(queryOf("query", body, reader), nearestOf(body, reader));
  const postFilter = queryOf("post_filter", body, reader);
  const sort = readSort(body, reader);
  const searchAfter = searchAfterOf(body, from);
  const rescores = readRescores(body, sort, reader);
  const collapse = readCollapse(body, sort, searchAfter !== undefined, reader);
  const suggest = readSuggest(body, reader);
  const trackScores = members.boolean("track_scores") ?? false;
  const minScore = members.number("min_score");
  const trackTotalHits = trackTotalHitsOf(body);
  checkTimeout(body);
  checkIgnored(body, members);
  const fetch = readFetch(body, reader);
  if (from + size > SEARCH_WINDOW) throw windowTooLarge(from + size);
  const aggregations = aggregationsOf(body, reader);
  return {
    query,
    postFilter,
    clauses: reader.clauses,
    keptClauses: () => reader.keptClauses(),
    fuzzyTerms: reader.fuzzyTerms,
    from,
    size,
    sort,
    searchAfter: searchAfter && valuesAfter(searchAfter, sort),
    trackScores,
    trackTotalHits,
    minScore: minScore === undefined ? undefined : Math.fround(minScore),
    rescores,
    collapse,
    fetch,
    aggregations,
    suggest,
  };
}

function queryOf(name: "query" | "post_filter", body: JsonObject, reader: QueryReader): Clause | undefined {
  const value = body.get(name);
  if (value === undefined) return undefined;
  if (!isObject(value)) throw unknownKey(name, body);
  return reader.read(value, body, name);
}

/** The `knn` clauses of the body, one for each. */
function nearestOf(body: JsonObject, reader: QueryReader): readonly Clause[] {
  const value = body.get("knn");
  if (value === undefined) return [];
  if (!isObject(value) && !isArray(value)) throw unknownKey("knn", body);
  const given = isArray(value) ? value : [value];
  reader.countClauses(given.length);
  return given.map((each) => {
    if (isObject(each)) return { kind: "knn", body: knnBeside(each, reader), name: clauseName(each) };
    const rule = "malformed knn format, within the knn search array only objects are allowed";
    throw xContentParseException(`${rule}; found ${tokenOf(each)}`, locationOfValue(body, "knn"));
  });
}

/** Matches of the query or of a `knn` clause. */
function withNearest(query: Clause | undefined, nearest: readonly Clause[]): Clause | undefined {
  if (nearest.length === 0) return query;
  const clauses = [...(query ? [query] : []), ...nearest].map((clause) => ({ occur: "should", clause }) as const);
  return { kind: "bool", body: { clauses, minimumShouldMatch: undefined, boost: 1 }, name: undefined };
}

/** `aggs` and `aggregations` mean the same; the last one counts, as in Elasticsearch. Undefined where both are absent. */
function aggregationsOf(body: JsonObject, clauses: QueryReader): readonly Aggregation[] | undefined {
  const name = [...body.keys()].findLast((member) => member === "aggs" || member === "aggregations");
  if (name === undefined) return undefined;
  const value = body.get(name);
  if (!isObject(value)) throw unknownKey(name, body);
  return value.size === 0 ? undefined : readAggregations(value, clauses);
}

/** Reads members of the body as Elasticsearch does: `"5"` and `5.9` are the number 5. */
class Members {
  readonly #body: JsonObject;
  constructor(body: JsonObject) {
    this.#body = body;
  }

  number(name: string): number | undefined {
    const value = this.#body.get(name);
    if (value === undefined) return value;
    if (!isScalar(value)) throw unknownKey(name, this.#body);
    return numberAt(this.#body, name);
  }

  whole(name: string): number | undefined {
    const value = this.#body.get(name);
    if (value === undefined) return undefined;
    if (!isScalar(value)) throw unknownKey(name, this.#body);
    return integerAt(this.#body, name);
  }

  count(name: string, negative: (value: number) => string): number | undefined {
    const whole = this.whole(name);
    if (whole !== undefined && whole < 0) throw illegalArgument(negative(whole));
    return whole;
  }

  boolean(name: string): boolean | undefined {
    const value = this.#body.get(name);
    if (value === undefined) return undefined;
    if (!isScalar(value)) throw unknownKey(name, this.#body);
    return booleanAt(this.#body, name);
  }
}

/** Searches have limits of their own: a timeout is accepted and not used. */
function checkTimeout(body: JsonObject): void {
  const value = body.get("timeout");
  if (value === undefined) return;
  if (!isScalar(value)) throw unknownKey("timeout", body);
  const text = scalarText(value);
  if (/^(?:\d+(?:nanos|micros|ms|s|m|h|d)|-1|0)$/i.test(text.trim())) return;
  const reason = `failed to parse setting [timeout] with value [${text}] as a time value: unit is missing or unrecognized`;
  throw illegalArgument(reason);
}

/** Members that may only be false, or that do not change the answer. */
function checkIgnored(body: JsonObject, members: Members): void {
  for (const name of ["explain", "version", "seq_no_primary_term", "profile"]) {
    if (members.boolean(name) === true) throw unknownKey(name, body);
  }
  const terminateAfter = members.whole("terminate_after");
  if (terminateAfter !== undefined && terminateAfter < 0) throw illegalArgument("terminateAfter must be > 0");
  if (terminateAfter !== undefined && terminateAfter >= 1) throw unknownKey("terminate_after", body);
  const stats = body.get("stats");
  if (stats !== undefined && !isArray(stats)) throw unknownKey("stats", body);
}

function searchAfterOf(body: JsonObject, from: number): readonly JsonValue[] | undefined {
  const value = body.get("search_after");
  if (value === undefined) return undefined;
  if (!isArray(value)) throw unknownKey("search_after", body);
  for (const each of value) {
    if (each === null || isScalar(each)) continue;
    const expected = "[VALUE_STRING] or [VALUE_NUMBER] or [VALUE_BOOLEAN] or [VALUE_NULL]";
    throw parsingException(`Expected ${expected} but found [${tokenOf(each)}] inside search_after.`);
  }
  if (value.length === 0) throw illegalArgument("Values must contains at least one value.");
  if (from > 0) {
    throw rejected(
      "action_request_validation_exception",
      "Validation Failed: 1: [from] parameter must be set to 0 when [search_after] is used;",
    );
  }
  return value;
}

function trackTotalHitsOf(body: JsonObject): Search["trackTotalHits"] {
  const value = body.get("track_total_hits");
  if (value === undefined) return undefined;
  if (value === true || value === "true") return Number.POSITIVE_INFINITY;
  if (value === false || value === "false") return "none";
  if (!isScalar(value)) throw unknownKey("track_total_hits", body);
  const limit = integerAt(body, "track_total_hits");
  if (limit === -1) return "none";
  if (limit < 0) throw illegalArgument(`[track_total_hits] parameter must be positive or equals to -1, got ${limit}`);
  return limit;
}
