import { queries, type Search } from "./search.ts";

const title = "identification.title";
const none = { match_none: {} };
const cloud = { term: { [title]: "cloud" } };
const badRegexp = { regexp: { [title]: "a(" } };
const badDate = { range: { "temporal_extent.time_period_begin": { gte: "nope" } } };

/** Removed and remaining clauses, beside one that can't be created. */
const beside = (bad: object) => [
  { bool: { must: [bad, none] } },
  { bool: { filter: [none], should: [bad] } },
  { bool: { must_not: [bad], filter: none } },
  { bool: { must_not: [{ match_all: {} }, bad] } },
  { bool: { must_not: [{ bool: {} }, bad] } },
  { bool: { filter: none, must: [{ bool: { should: [bad] } }] } },
  { bool: { should: [{ bool: { must: [bad, none] } }, cloud] } },
  { bool: { should: [none, none], must_not: [bad] } },
  { bool: { must: [{ bool: { should: [none, none] } }, bad] } },
  { constant_score: { filter: { bool: { must: [bad, none] } } } },
  { bool: { must: [{ constant_score: { filter: none } }, bad] } },
  { boosting: { positive: none, negative: bad, negative_boost: 0.5 } },
  { function_score: { query: { bool: { must: [none, bad] } } } },
  { bool: { must: [{ function_score: { query: none } }, bad] } },
  { dis_max: { queries: [none, bad] } },
  { bool: { filter: [{ dis_max: { queries: [none] } }, bad] } },
  { bool: { must: [{ nested: { path: "nope", query: none, ignore_unmapped: true } }, bad] } },
  { bool: { must: [{ terms: { [title]: [] } }, bad] } },
  { bool: { must: [{ ids: { values: [] } }, bad] } },
  { bool: { must: [{ exists: { field: "nope" } }, bad] } },
  { bool: { must: [{ range: { nope: { gte: 1 } } }, bad] } },
  { bool: { must: [{ range: { "temporal_extent.time_period_begin": { gte: "3000" } } }, bad] } },
  { bool: { must: [{ range: { "temporal_extent.time_period_begin": { lt: "0100" } } }, bad] } },
  { bool: { must: [{ term: { nope: "x" } }, bad] } },
  { bool: { must: [{ terms: { nope: ["x"] } }, bad] } },
  { bool: { must: [{ prefix: { nope: "x" } }, bad] } },
  { bool: { must: [{ wildcard: { nope: "x" } }, bad] } },
  { bool: { must: [{ fuzzy: { nope: "x" } }, bad] } },
  { bool: { must: [{ match: { nope: "x" } }, bad] } },
  { bool: { must: [{ query_string: { query: "" } }, bad] } },
];

const inside = (depth: number, wrap: (query: object) => object, innermost: object = { match_all: {} }) =>
  Array.from({ length: depth }).reduce<object>((query) => wrap(query), innermost);

const wraps: readonly ((query: object) => object)[] = [
  (query) => ({ bool: { must: [query] } }),
  (query) => ({ bool: { filter: query } }),
  (query) => ({ constant_score: { filter: query } }),
  (query) => ({ dis_max: { queries: [query] } }),
];

export const rewritingSearches: readonly Search[] = [
  ...queries("what is removed is not refused", [...beside(badRegexp), ...beside(badDate)]),
  ...queries(
    "depth",
    [29, 30, 31].flatMap((depth) => wraps.map((wrap) => inside(depth, wrap))),
  ),
  ...queries(
    "unknown at the depth",
    wraps.map((wrap) => inside(30, wrap, { nope: {} })),
  ),
];
