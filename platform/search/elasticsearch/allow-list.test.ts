import { expect, test } from "vitest";
import { readAllowed } from "./allow-list.ts";

const check = (search: object) => () => readAllowed(Buffer.from(JSON.stringify(search)), "catalogue");
const wrapped = (depth: number): object =>
  depth === 0 ? { match_all: {} } : { bool: { filter: [wrapped(depth - 1)] } };
const script = { source: "1" };
const TEXT = "identification.title";
const belowTerms = (aggs: object) => ({ aggs: { a: { terms: { field: "variables.variable_name.keyword" }, aggs } } });
const values = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`v${n}`, { value_count: { field: "revision" } }]));
const ranges = (count: number) => Array.from({ length: count }, (_, n) => ({ from: n }));
const sources = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ [`s${n}`]: { terms: { field: "revision" } } }));
const fuzzyWord = (length: number) => ({ fuzzy: { [TEXT]: LONG.slice(0, length) } });
const highlight = (options: object = {}, field = TEXT) => ({ ...options, fields: { [field]: {} } });
const inAll = highlight({ require_field_match: false }, "*");
const withMatched = { fields: { "*": { matched_fields: [TEXT] } } };
const keys = (count: number) => Array.from({ length: count }, () => "revision");
const inner = (page: object) => ({ name: "group", ...page });
const histogram = (digits: number) => ({
  b: { percentiles: { field: "revision", hdr: { number_of_significant_value_digits: digits } } },
});
const ranks = (values: readonly unknown[]) => ({
  aggs: { a: { percentile_ranks: { field: "revision", values, hdr: {} } } },
});
const termsOf = (options: object, aggs: object) => ({
  aggs: { a: { terms: { field: "variables.variable_name.keyword", ...options }, aggs } },
});
/** More characters than a fuzzy term may have. */
const LONG = "a".repeat(1_001);
const WORDS = "aerosol light absorption coefficient Zeppelin mountain station 2019";
const USUAL = { query: WORDS, fuzziness: "AUTO" };
const LONG_TEXT = { query: "word ".repeat(39), fuzziness: "AUTO" };
const CJK_TEXT = { query: "\u96f7".repeat(65), fuzziness: "AUTO" };
const FUZZY_WORDS = WORDS.replaceAll(/\w+/g, "$&~");

test.each<object>([
  {},
  { query: { bool: { must: { match: { "identification.title": "radar" } } } }, size: 20, from: 40 },
  { sort: [{ "temporal_extent.time_period_begin": "desc" }], search_after: ["2020-01-01"], size: 1 },
  { aggs: { names: { terms: { field: "variables.variable_name.keyword" } } } },
  { aggs: { own: { terms: { field: "variables.extra_metadata.insitu.own.keyword" } } } },
  { sort: ["facility.extra_metadata.own.keyword"] },
  { query: { term: { "facility.extra_metadata.own": "x" } } },
  { query: { range: { "variables.extra_metadata.insitu.own.keyword": { gte: "a" } } } },
  { query: { geo_bounding_box: { "facility.location": { top: 1, left: 0, bottom: 0, right: 1 } } } },
  { query: wrapped(29) },
  belowTerms({ hits: { top_hits: { from: 20, size: 80 } }, best: { bucket_sort: { size: 5 } } }),
  belowTerms({ ranges: { range: { field: "revision", ranges: ranges(20) }, aggs: values(10) } }),
  { aggs: { ranges: { range: { field: "revision", ranges: ranges(20) }, ...belowTerms(values(12)) } } },
  { aggs: { ranges: { range: { field: "revision", ranges: ranges(4_000) }, aggs: values(100) } } },
  { aggs: { keys: { composite: { sources: sources(6) } } } },
  { size: 100, collapse: { field: "revision", inner_hits: [inner({ from: 40, size: 50 }), inner({ size: 10 })] } },
  { query: fuzzyWord(192), highlight: highlight({ require_field_match: false }, "*") },
  { query: fuzzyWord(1_000), highlight: highlight({}, "*") },
  { query: { multi_match: { ...USUAL, fields: ["identification.*", TEXT] } }, highlight: highlight({}, "*") },
  { query: { multi_match: USUAL }, highlight: highlight({}, "*") },
  {
    query: { multi_match: { ...USUAL, fields: [TEXT, "a"] } },
    highlight: highlight({ require_field_match: false }, "*"),
  },
  { query: { query_string: { query: FUZZY_WORDS } }, highlight: highlight({}, "*") },
  { query: { simple_query_string: { query: FUZZY_WORDS } }, highlight: highlight({}, "*") },
  { query: fuzzyWord(1_000), ...belowTerms({ hits: { top_hits: { highlight: highlight() } } }) },
  { size: 10_000, highlight: highlight() },
  { size: 1_000, highlight: highlight({ pre_tags: LONG.slice(0, 99), post_tags: "a" }) },
  { from: 5_000, size: 5_000, sort: keys(10) },
  belowTerms({ hits: { top_hits: { from: 50, size: 50, sort: keys(10) } } }),
  belowTerms({
    hits: { top_hits: { size: 100, highlight: highlight({ pre_tags: LONG.slice(0, 99), post_tags: "a" }) } },
  }),
  { size: 100, sort: keys(10), collapse: { field: "revision", inner_hits: inner({ size: 99, sort: keys(10) }) } },
  { aggs: histogram(5) },
  termsOf({ size: 60 }, histogram(3)),
  termsOf({ collect_mode: "depth_first" }, histogram(2)),
  ranks([0, "NaN", 1e300]),
])("%j is accepted", (search) => {
  expect(check(search)).not.toThrow();
});

test.each<[string, object]>([
  ["script", { query: { script: { script } } }],
  ["script_score", { query: { bool: { should: [{ script_score: { query: { match_all: {} }, script } }] } } }],
  ["script_fields", { script_fields: { a: { script } } }],
  ["runtime_mappings", { runtime_mappings: { a: { type: "long", script } } }],
  ["scripted_metric", { aggs: { a: { scripted_metric: { map_script: "1" } } } }],
  ["wrapper", { query: { wrapper: { query: "e30=" } } }],
  ["pit", { pit: { id: "x" } }],
  ["percolate", { query: { constant_score: { filter: { percolate: { field: "x", document: {} } } } } }],
  ["indexed_shape", { query: { geo_shape: { spatial_extent: { indexed_shape: { id: "a", index: "b" } } } } }],
  ["terms lookup", { query: { terms: { "identification.title": { index: "secret", id: "1", path: "x" } } } }],
  ["more_like_this", { query: { more_like_this: { like: [{ _index: "secret", _id: "1" }] } } }],
  ["_script sort", { sort: [{ _script: { type: "number", script } }] }],
  ["script in terms", { aggs: { a: { terms: { script } } } }],
  ["a long term in any case", { query: { term: { [TEXT]: { value: LONG, case_insensitive: true } } } }],
  ["a long prefix", { query: { prefix: { [TEXT]: LONG } } }],
  ["one in any case", { query: { prefix: { [TEXT]: { value: LONG, case_insensitive: true } } } }],
  ["a long fuzzy term", { query: { fuzzy: { [TEXT]: LONG } } }],
  ["one in a query string", { query: { query_string: { query: `${LONG}~2` } } }],
  ["one in a simple query string", { query: { simple_query_string: { query: `${LONG}~2` } } }],
  ["a long text of fuzzy words", { query: { match: { [TEXT]: { query: LONG, fuzziness: 1 } } } }],
  ["one whose last word is a prefix", { query: { match_bool_prefix: { [TEXT]: { query: LONG, fuzziness: 1 } } } }],
  ["one in several fields", { query: { multi_match: { query: LONG, fuzziness: 1, fields: [TEXT] } } }],
  ["many hits of every bucket", belowTerms({ a: { top_hits: { size: 100 } }, b: { top_hits: { size: 29 } } })],
  [
    "many ranges of every bucket",
    belowTerms({ a: { range: { field: "revision", ranges: ranges(26) }, aggs: values(9) } }),
  ],
  [
    "buckets of every range",
    { aggs: { a: { range: { field: "revision", ranges: ranges(26) }, ...belowTerms(values(10)) } } },
  ],
  [
    "many hits inside the hits of a page",
    { size: 100, collapse: { field: "revision", inner_hits: [inner({ from: 40, size: 50 }), inner({ size: 11 })] } },
  ],
  ["many sort values of a page", { from: 5_000, size: 5_000, sort: keys(11) }],
  [
    "many sort values of hits inside the hits of a page",
    { size: 100, sort: keys(11), collapse: { field: "revision", inner_hits: inner({ size: 99, sort: keys(10) }) } },
  ],
  [
    "many sort values of hits of every bucket",
    belowTerms({
      a: { top_hits: { from: 50, size: 40, sort: keys(10) } },
      b: { top_hits: { size: 10, sort: keys(11) } },
    }),
  ],
  [
    "long tags in hits of every bucket",
    belowTerms({
      a: { top_hits: { size: 90, highlight: highlight({ pre_tags: LONG.slice(0, 99), post_tags: "a" }) } },
      b: { top_hits: { size: 10, highlight: highlight({ pre_tags: LONG.slice(0, 100), post_tags: "a" }) } },
    }),
  ],
  ["long tags in many hits", { size: 1_000, highlight: highlight({ pre_tags: LONG.slice(0, 100), post_tags: "a" }) }],
  [
    "long tags in the hits inside the hits of a page",
    {
      size: 100,
      collapse: {
        field: "revision",
        inner_hits: inner({ size: 10, highlight: highlight({ pre_tags: LONG.slice(0, 100), post_tags: "a" }) }),
      },
    },
  ],
  ["a long fuzzy term in every highlighted field", { query: fuzzyWord(193), highlight: inAll }],
  ["a long text of fuzzy words in all fields", { query: { multi_match: LONG_TEXT }, highlight: highlight({}, "*") }],
  ["one of fewer characters and as many bytes", { query: { multi_match: CJK_TEXT }, highlight: highlight({}, "*") }],
  [
    "fuzzy words of all fields in each of them",
    { query: { multi_match: { ...USUAL, query: "aerosol" } }, highlight: inAll },
  ],
  ["fuzzy words of a query string", { query: { query_string: { query: "aerosol~" } }, highlight: inAll }],
  ["fuzzy words of a simple query string", { query: { simple_query_string: { query: "aerosol~" } }, highlight: inAll }],
  ["a long fuzzy term in fields that others are matched in", { query: fuzzyWord(193), highlight: withMatched }],
  [
    "a long fuzzy term in the highlights of hits and of buckets",
    {
      query: fuzzyWord(97),
      highlight: inAll,
      ...belowTerms({ hits: { top_hits: { highlight: inAll } } }),
    },
  ],
  [
    "a long fuzzy term in highlights inside hits",
    {
      query: { match: { [TEXT]: { query: LONG.slice(0, 97), fuzziness: 1 } } },
      collapse: {
        field: "revision",
        inner_hits: [inner({ highlight: inAll }), inner({ highlight: inAll })],
      },
    },
  ],
  ["place for many values", { aggs: { a: { median_absolute_deviation: { field: "revision", compression: 10_001 } } } }],
  [
    "histograms of 100,000 steps in several ranges",
    {
      aggs: { a: { range: { field: "revision", ranges: ranges(2) }, aggs: histogram(5) } },
    },
  ],
  ["histograms of many terms", termsOf({ size: 61 }, histogram(3))],
  ["histograms of all terms", termsOf({ collect_mode: "depth_first" }, histogram(3))],
  ["histograms of terms that are ordered by them", termsOf({ order: { "b.50": "asc" } }, histogram(3))],
  [
    "histograms of buckets for each value",
    {
      aggs: { a: { histogram: { field: "revision", interval: 1 }, aggs: histogram(3) } },
    },
  ],
  ["ranks of a negative number, which ends Elasticsearch", ranks(["NaN", 1, -1])],
  ["an order by the rank of a negative number", termsOf({ order: { "a.-1": "asc" } }, ranks([1]).aggs)],
  ["keys of many parts", { aggs: { a: { composite: { sources: sources(7) } } } }],
  ["a window too large", { from: 9_999, size: 2 }],
  ["a depth of 40", { query: wrapped(40) }],
  [
    "what follows a fault",
    {
      query: {
        bool: { must: [{ range: { "temporal_extent.time_period_begin": { gte: "x" } } }, { script: { script } }] },
      },
    },
  ],
])("%s is refused", (_what, search) => {
  expect(check(search)).toThrow(expect.objectContaining({ name: "SearchRejected", status: 400 }));
});
