import { type HostileSearch, MANY, PID, repeated } from "./hostile-search.ts";

const BEGIN = "temporal_extent.time_period_begin";

const keys = repeated(60, () => ({ [MANY]: { mode: "max" } }));

const PART_OF_100 = { top_hits: { size: 100, _source: ["identification.identifier"] } };

const words = (count: number): string => `fox ${repeated(count - 2, (n) => `word${n}`).join(" ")}`;

/** An inner hit for each record, the maximum number that Elasticsearch is asked for. */
const insideEach = (inner: object, more: object = {}) => ({
  size: 10_000,
  _source: false,
  collapse: { field: PID, inner_hits: { name: "i", size: 1, _source: false, ...inner } },
  ...more,
});

/** Deep pages, and every member that a body may have. */
export const PAGE_SEARCHES: readonly HostileSearch[] = [
  {
    name: "the last page behind 9,990 hits by 60 keys",
    body: {
      from: 9_990,
      size: 10,
      sort: keys,
      track_scores: true,
      query: { match: { "identification.abstract": "fox" } },
    },
    expected: 200,
  },
  {
    name: "10,000 hits after one, by 60 keys, with every switch off and 20,000 statistics",
    body: {
      ...{ size: 10_000, sort: keys, search_after: repeated(60, () => ""), min_score: 0, timeout: "1d" },
      ...{ track_total_hits: true, track_scores: true, terminate_after: 0, explain: false, version: false },
      ...{ seq_no_primary_term: false, profile: false, stats: repeated(20_000, (n) => `group ${n}`) },
      stored_fields: "_none_",
    },
    expected: 200,
  },
  {
    name: "4,000 clauses that hits have to match after they were found",
    body: {
      post_filter: { bool: { must: repeated(4_000, (n) => ({ range: { [BEGIN]: { gte: `${1900 + (n % 50)}` } } })) } },
      aggregations: { a: { terms: { field: MANY } } },
    },
    expected: 200,
  },
  {
    name: "the indexed values of 100 fields of 10,000 hits",
    body: { size: 10_000, _source: false, docvalue_fields: repeated(100, (n) => ({ field: n % 2 ? MANY : BEGIN })) },
    expected: 200,
  },
  {
    name: "a path of the source with 300,000 parts",
    body: { _source: "a.".repeat(300_000) },
    expected: "illegal_argument_exception",
  },
  {
    name: "1,000 paths of the source with 500 parts each",
    body: { size: 10_000, _source: repeated(1_000, (n) => `${n}.${"a.".repeat(495)}`) },
    expected: 200,
  },
  {
    name: "256 patterns with stars for the sources of each of 200 top_hits",
    body: {
      size: 0,
      aggs: Object.fromEntries(
        repeated(200, (n) => [`h${n}`, { top_hits: { size: 1, _source: repeated(256, (at) => `*i*t*n*${at}`) } }]),
      ),
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "a part of the sources of 100 top_hits in each of many buckets",
    body: { size: 0, aggs: { a: { terms: { field: MANY, size: 65_536 }, aggs: { h: PART_OF_100 } } } },
    expected: 200,
  },
  {
    name: "a value of 900,000 characters for the key of every hit that has none",
    body: {
      size: 10_000,
      _source: false,
      sort: [{ none: { unmapped_type: "keyword", missing: "x".repeat(900_000) } }],
    },
    expected: "illegal_argument_exception",
  },
  {
    name: "64 values of 1,000 characters for the keys of all hits inside hits",
    body: {
      size: 100,
      collapse: {
        field: "provenance.title.keyword",
        inner_hits: {
          ...{ name: "i", size: 10_000, _source: false },
          sort: repeated(64, (n) => ({ [`none${n}`]: { unmapped_type: "keyword", missing: "x".repeat(1_000) } })),
        },
      },
    },
    expected: "illegal_argument_exception",
  },
  {
    name: "64 formats of 1,000 characters for the keys of all hits",
    body: { size: 10_000, _source: false, sort: repeated(64, () => ({ [BEGIN]: { format: "dM".repeat(500) } })) },
    expected: "illegal_argument_exception",
  },
  {
    name: "a format of 1,000 characters for the key of every hit",
    body: { size: 10_000, _source: false, sort: { [BEGIN]: { format: "EEEEMMMM".repeat(125) } } },
    expected: 200,
  },
  {
    name: "a text of 2,000 characters for each of 12 keys of every hit",
    body: { size: 10_000, _source: false, sort: repeated(12, () => "identification.abstract.keyword") },
    expected: 200,
  },
  {
    name: "1,000 paths of the source with 400 parts each, of the hits inside each hit",
    body: insideEach({ _source: repeated(1_000, (n) => `${n}.${"a.".repeat(400)}`) }),
    expected: 200,
  },
  {
    name: "900,000 characters without a word in all fields, for the hits inside each hit",
    body: insideEach(
      {},
      { query: { bool: { must: { match_all: {} }, should: { multi_match: { query: "!".repeat(900_000) } } } } },
    ),
    expected: "illegal_argument_exception",
  },
  {
    name: "65,000 dates, for the hits inside each hit",
    body: insideEach({}, { query: { bool: { must_not: { terms: { [BEGIN]: repeated(65_000, (n) => n) } } } } }),
    expected: "circuit_breaking_exception",
  },
  {
    name: "4,000 words that are highlighted in the hits inside each hit",
    body: insideEach(
      { highlight: { fields: { "identification.abstract": {} } } },
      { size: 200, query: { match: { "identification.abstract": words(4_000) } } },
    ),
    expected: "circuit_breaking_exception",
  },
  {
    name: "the values of all fields of 256 patterns of the hits inside each hit",
    body: insideEach({ size: 0, fields: repeated(256, () => "*") }),
    expected: 200,
  },
  {
    name: "20 times 10,000 hits inside each of ten hits",
    body: {
      size: 10,
      collapse: {
        field: "provenance.title.keyword",
        inner_hits: repeated(20, (n) => ({ name: `a${n}`, size: 10_000 })),
      },
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "20,000 inner_hits of each of 10,000 hits",
    body: {
      ...{ size: 10_000, _source: false },
      collapse: { field: PID, inner_hits: repeated(20_000, (n) => ({ name: `i${n}`, size: 0 })) },
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "4,000 long patterns of fields that exist",
    body: {
      query: { bool: { should: repeated(4_000, (n) => ({ exists: { field: `*${"i*t".repeat(60)}${n}` } })) } },
    },
    expected: "circuit_breaking_exception",
  },
];
