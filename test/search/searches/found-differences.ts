import { aggregations, family, queries, type Search } from "./search.ts";

const begin = "temporal_extent.time_period_begin";
const size = "distribution_information.transfersize.size";
const active = "facility.active";
const title = "identification.title";
const scored = { match: { [title]: "ozone" } };

/** A query string that can't be parsed. */
const bad = (word: string) => ({ query_string: { query: `${word} AND` } });
const must = (...clauses: readonly object[]) => ({ bool: { must: clauses } });
const filtered = (query: object) => ({ x: { filter: query } });
const highlighted = (query: object) => ({ highlight: { fields: { [title]: { highlight_query: query } } } });
const none = { match_none: {} };

const unreadable = [
  { bool: { filter: [bad("a")], should: [must(bad("b"))] } },
  { bool: { must_not: [bad("a")], must: [bad("b")], filter: [bad("c")] } },
  { bool: { should: [must(bad("a"))], must_not: [must(bad("b"))] } },
  must(must({ range: { [begin]: { lt: "0100" } } }), bad("a")),
  { bool: { should: [must(bad("a"))], must_not: [{ bool: {} }] } },
  { bool: { must: [{ function_score: { query: must(bad("a")) } }, none] } },
  { function_score: { query: bad("a"), functions: [{ weight: 2, filter: bad("b") }] } },
  { boosting: { positive: bad("a"), negative: bad("b"), negative_boost: 0.5 } },
  { dis_max: { queries: [none, bad("a"), bad("b")] } },
  { nested: { path: "x", query: bad("a") } },
  { nested: { path: "x", query: bad("a"), ignore_unmapped: true } },
];

const parts: readonly object[] = [
  { query: bad("a"), post_filter: bad("b"), ...highlighted(bad("c")) },
  { post_filter: bad("b"), sort: ["nope"] },
  { sort: ["nope"], aggs: filtered(bad("a")) },
  { aggs: filtered(bad("a")), ...highlighted(bad("b")) },
  { size: 0, rescore: { query: { rescore_query: bad("a") } } },
  { size: 0, ...highlighted(bad("a")) },
  { size: 0, aggs: { x: { filters: { filters: [bad("a"), bad("b")] } } } },
  { size: 0, aggs: filtered(must(none, bad("a"))) },
  { size: 0, aggs: { x: { filters: { filters: { a: must(none, bad("a")) } } } } },
  { collapse: { field: "product_type.keyword", inner_hits: { name: "x", ...highlighted(bad("a")) } } },
];

const inside = (inner: object) => ({
  query: scored,
  size: 2,
  _source: false,
  collapse: { field: "product_type.keyword", inner_hits: { name: "x", _source: false, ...inner } },
});

const weighted = (missing: unknown) => ({
  a: { weighted_avg: { value: { field: size }, weight: { field: active, missing } } },
});
const revised = (field: string, missing: unknown) => ({
  a: { weighted_avg: { value: { field, missing }, weight: { field: active, missing: 2 } } },
});

const bounded = (interval: object, offset: string, min: string | undefined, max: string) => ({
  a: { date_histogram: { field: begin, ...interval, offset, hard_bounds: { min, max } } },
});
const extended = (interval: object, offset: string, bounds: object, hard_bounds?: object) => ({
  a: { date_histogram: { field: begin, ...interval, offset, min_doc_count: 0, extended_bounds: bounds, hard_bounds } },
});
const year = { calendar_interval: "year" };
const days = { fixed_interval: "100d" };

const abstract = "identification.abstract";
const everywhere = { multi_match: { query: "the" } };
const its = { term: { [abstract]: { value: "it's" } } };
const emptyRange = { range: { [begin]: { gte: "2022-08", lte: "2012-09-07" } } };
const covering = {
  terms_set: { [abstract]: { terms: ["the", "ozone"], minimum_should_match_field: size } },
};
const highlightedQueries: readonly object[] = [
  { bool: { filter: [{ bool: { filter: [everywhere], should: [its] } }] } },
  { bool: { filter: [{ bool: { filter: [everywhere], should: [its], minimum_should_match: 1 } }] } },
  { bool: { filter: [{ bool: { must: [everywhere], should: [{ bool: { should: [its] } }] } }] } },
  { bool: { filter: [{ bool: { should: [everywhere, its] } }] } },
  { bool: { must: [{ bool: { filter: [everywhere], should: [its] } }] } },
  { constant_score: { filter: { bool: { must: [everywhere], should: [its] } } } },
  { bool: { must: [{ match: { [abstract]: "radar of data ozone" } }], should: [covering] } },
  { bool: { must: [everywhere], should: [{ bool: { filter: [emptyRange], should: [its] } }] } },
  {
    bool: {
      must: [{ match: { [abstract]: "radar of data" } }],
      should: [covering, { match_phrase: { "identification.title": "cloud radar" } }],
    },
  },
  { function_score: { query: { bool: { filter: [everywhere] } }, min_score: 0.1 } },
  { function_score: { query: its, min_score: 0.1 } },
  { bool: { should: [everywhere, { function_score: { query: its, min_score: 100 } }] } },
];
const looks = (fieldsMatch: boolean, type: string) =>
  highlightedQueries.map((query) => ({
    highlight: { type, require_field_match: fieldsMatch, fields: { [abstract]: { highlight_query: query } } },
    query: { match: { [abstract]: "it's the ozone" } },
    size: 15,
    _source: false,
    sort: ["identification.identifier.pid.keyword"],
  }));

const rare = (more: object) => ({
  t: { terms: { field: "facility.identifier.keyword", min_doc_count: 6, shard_min_doc_count: 4, ...more } },
});

/** Searches that the engines once answered differently. */
export const foundDifferences: readonly Search[] = [
  ...queries("clauses that can't be parsed", unreadable),
  ...family(
    "parts that can't be parsed",
    parts.map((part) => ({ size: 1, _source: false, ...part })),
  ),
  ...family("inner hits of no size", [
    inside({ size: 0, from: 1 }),
    inside({ size: 0, track_scores: true }),
    inside({ size: 0, from: 2, track_scores: true, sort: ["_doc"] }),
    inside({ size: 2, from: 500 }),
  ]),
  ...family("hits of no size", [
    { size: 0, from: 3, track_scores: true, query: scored, sort: ["product_type.keyword"] },
    { size: 0, from: 3, query: scored },
  ]),
  ...aggregations("weighted_avg with missing", [
    ...[0, 1, 2, 0.5, "0", "1", "true", true, false, "x"].map(weighted),
    ...[2020, "2020"].flatMap((missing) => [
      revised("dataset_metadata.time_content_revised", missing),
      revised("nope", missing),
    ]),
  ]),
  ...aggregations("bounds with an offset", [
    ...["+90d", "-90d"].flatMap((offset) => [
      bounded(year, offset, "1990", "2000"),
      bounded(year, offset, "1990-05-01", "2000-05-03"),
      bounded(days, offset, "1991-02-20", "1992-03-20"),
      bounded(year, offset, "1985", "1992-03-01"),
      extended(year, offset, { min: "1990-11-20", max: "1992" }),
      extended(days, offset, { min: "1990-11-20", max: "1992" }),
    ]),
    extended(year, "+90d", { min: "1990-05", max: "1992-05" }, { min: "1990-03", max: "1992-02" }),
    bounded({ calendar_interval: "month", time_zone: "Europe/Berlin" }, "-7d", "1990-11-29", "1991-06"),
    bounded({ calendar_interval: "quarter" }, "+3d", "1990", "1993"),
  ]),
  ...family("highlights of clauses that do not score", [
    ...looks(true, "unified"),
    ...looks(false, "unified"),
    ...looks(true, "plain"),
  ]),
  ...aggregations("bounds of numbers on one side", [
    { a: { histogram: { field: size, interval: 250_000, extended_bounds: { max: 1e6 }, hard_bounds: { max: 0 } } } },
    { a: { histogram: { field: size, interval: 250_000, extended_bounds: { min: -5 }, hard_bounds: { min: 0 } } } },
    {
      a: {
        histogram: { field: size, interval: 250_000, extended_bounds: { min: null, max: 9 }, hard_bounds: { max: 5 } },
      },
    },
    {
      a: {
        date_histogram: { field: begin, ...year, extended_bounds: { max: "2010" }, hard_bounds: { max: "2000" } },
      },
    },
  ]),
  ...[undefined, scored, { term: { "product_type.keyword": "model" } }, { range: { [begin]: { lt: "2010" } } }].flatMap(
    (query, place) =>
      aggregations(
        `rare terms of query ${place}`,
        [rare({}), rare({ size: 2 }), { f: { filter: { match_all: {} }, aggs: rare({}) } }],
        {
          query,
        },
      ),
  ),
  ...family(
    "_source",
    [
      { excludes: ["*.*"] },
      { includes: ["distribution_information"], excludes: ["*.*"] },
      { includes: ["distribution_information", "facility"], excludes: ["distribution_information.*"] },
      { includes: ["distribution_information.*"], excludes: ["distribution_information.*"] },
      { excludes: ["*.d*", "*.a*", "*.t*", "*.p*"] },
    ].map((_source) => ({ size: 3, _source })),
  ),
  ...aggregations("cardinality of an unmapped field", [
    { c: { cardinality: { field: "unmapped", missing: "foo" } } },
    { c: { cardinality: { field: "unmapped", missing: 5 } } },
    {
      f: {
        terms: { field: "product_type.keyword" },
        aggs: { c: { cardinality: { field: "unmapped", missing: "foo" } } },
      },
    },
  ]),
];
