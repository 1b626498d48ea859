import { expect, test } from "vitest";
import { isPlain } from "./plain-search.ts";

const plain = (search: object) => isPlain(search, Buffer.from(JSON.stringify(search)));
const wrapped = (depth: number): object => (depth === 0 ? { match_all: {} } : { bool: { filter: wrapped(depth - 1) } });
const nested = (depth: number): object =>
  depth === 0 ? {} : { aggs: { a: { terms: { field: "product_type.keyword" }, ...nested(depth - 1) } } };

test.each<object>([
  {},
  { query: { match: { "identification.title": { query: "cloud radar", operator: "and" } } }, from: 20, size: 20 },
  { query: { bool: { must: { match_all: {} }, must_not: [{ exists: { field: "facility" } }] } }, _source: false },
  { query: { terms: { "product_type.keyword": ["model", "observation"] } }, track_total_hits: true },
  { query: { range: { "temporal_extent.time_period_begin": { gte: "2015", lt: 1_600_000_000_000 } } } },
  { query: { geo_bounding_box: { "facility.location": { top_left: [-10, 60], bottom_right: { lat: 40, lon: 5 } } } } },
  { sort: ["_score", { "temporal_extent.time_period_begin": { order: "desc" } }], search_after: [1.5, "a"] },
  {
    size: 0,
    aggs: {
      "by type": { terms: { field: "a.keyword", size: 5 }, aggs: { b: { cardinality: { field: "c.keyword" } } } },
    },
  },
  { query: wrapped(7) },
  nested(8),
])("%j is plain", (search) => {
  expect(plain(search)).toBe(true);
});

test.each<[string, object]>([
  ["another member", { query: { match_all: {} }, timeout: "1s" }],
  ["another clause", { query: { wildcard: { "product_type.keyword": "m*" } } }],
  ["another option", { query: { term: { "product_type.keyword": { value: "model", boost: 2 } } } }],
  ["another aggregation", { aggs: { a: { significant_terms: { field: "product_type.keyword" } } } }],
  ["a name that all objects have", JSON.parse('{"query":{"constructor":{}}}')],
  ["__proto__", JSON.parse('{"query":{"__proto__":{}}}')],
  ["two fields", { query: { term: { a: "x", b: "y" } } }],
  ["no field", { query: { term: {} } }],
  ["a field of the engine's own", { query: { term: { _id: "x" } } }],
  ["a sort by the order of the index", { sort: ["_doc"] }],
  ["fields by a pattern", { query: { exists: { field: "*" } } }],
  ["fields by a pattern after a name", { query: { exists: { field: "a*" } } }],
  ["terms of another document", { query: { terms: { a: { index: "secret", id: "1", path: "x" } } } }],
  ["a value that is an object", { query: { term: { a: { value: { script: "1" } } } } }],
  ["a list instead of a query", { query: [{ match_all: {} }] }],
  ["a size that is no number of hits", { size: -1 }],
  ["a size beyond any page", { size: 10_001 }],
  ["half a hit", { from: 0.5 }],
  ["a sort value that is an object", { search_after: [{ script: "1" }] }],
  ["more sort keys than may be", { sort: Array(65).fill("_score") }],
  ["more patterns than may be", { _source: Array(257).fill("a*") }],
  ["another option of a range", { query: { range: { a: { gte: 1, relation: "within" } } } }],
  ["an aggregation of what is no keyword", { aggs: { a: { cardinality: { field: "facility.location" } } } }],
  ["an aggregation by time", { aggs: { a: { date_histogram: { field: "t", calendar_interval: "month" } } } }],
  ["more buckets than may be", { aggs: { a: { terms: { field: "a.keyword", size: 10_001 } } } }],
  ["an aggregation of fields by a pattern", { aggs: { a: { terms: { field: "a*.keyword" } } } }],
  [
    "a place that is not on Earth",
    { query: { geo_bounding_box: { a: { top_left: [0, 181], bottom_right: [1, 0] } } } },
  ],
  ["another operator", { query: { match: { a: { query: "b", operator: "xor" } } } }],
  ["clauses nested too deeply", { query: wrapped(8) }],
  ["aggregations nested too deeply", nested(9)],
  ["too much", { query: { match: { "identification.title": "word ".repeat(1000) } } }],
])("%s is looked at closely", (_what, search) => {
  expect(plain(search)).toBe(false);
});
