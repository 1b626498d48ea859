import { aggregations, type Search } from "./search.ts";

const begin = "temporal_extent.time_period_begin";
const size = "distribution_information.transfersize.size";
const repository = "dataset_metadata.repository.repository_id.keyword";
const facility = "facility.identifier.keyword";
const pid = "identification.identifier.pid.keyword";
const cloud = { match: { "identification.title": "cloud" } };
const bare = { _source: false };
const sorted = { ...bare, sort: [{ [begin]: "desc" }, pid] };

const top = (top_hits: object) => ({ h: { top_hits } });
const facilities = (top_hits: object, more: object = {}) => ({
  t: { terms: { field: facility, ...more }, aggs: top(top_hits) },
});
const years = (aggs: object, more: object = {}) => ({
  y: { date_histogram: { field: begin, calendar_interval: "year", ...more }, aggs },
});

export const topHitsSearches: readonly Search[] = [
  ...aggregations(
    "top_hits",
    [
      {},
      bare,
      { ...bare, size: 1 },
      { ...bare, size: 100 },
      { ...bare, size: 0 },
      { ...bare, from: 2, size: 4 },
      { ...bare, from: 98, size: 2 },
      { ...bare, from: 7 },
      { ...bare, size: "2" },
      { ...bare, size: 2.9 },
      { _source: ["identification.title", "facility.name"], size: 1 },
      { _source: { includes: ["identification"], excludes: ["*.abstract"] }, size: 2 },
      { _source: "nothing" },
      { ...bare, stored_fields: "_none_", size: 1 },
      { ...bare, stored_fields: [], size: 1 },
      { ...bare, fields: ["identification.title", { field: begin, format: "yyyy" }], size: 2 },
      { ...bare, docvalue_fields: [facility, size], size: 2 },
      { ...bare, highlight: { fields: { "identification.title": {} } }, size: 2 },
      { ...bare, explain: false, version: false, seq_no_primary_term: false },
    ].map(top),
    { query: cloud },
  ),
  ...aggregations(
    "sorted top_hits",
    [
      { ...bare, sort: pid },
      { ...bare, sort: { [pid]: "desc" } },
      sorted,
      { ...sorted, track_scores: true },
      { ...sorted, from: 3, size: 5 },
      { ...bare, sort: [{ [begin]: { order: "asc", missing: "_first", format: "yyyy-MM-dd" } }, pid], size: 30 },
      { ...bare, sort: [{ [size]: { order: "desc", mode: "min" } }, pid], size: 8 },
      { ...bare, sort: ["_score", pid] },
      { ...bare, sort: [{ _score: "asc" }, pid] },
      { ...bare, sort: [repository, "_score", pid], track_scores: true },
      { ...bare, sort: "_score" },
      { ...bare, sort: [] },
      { ...bare, sort: [{ nothing: { unmapped_type: "long" } }, pid] },
      {
        ...bare,
        sort: [{ _geo_distance: { "facility.location": { lat: 50, lon: 6 }, order: "asc", unit: "km" } }, pid],
        size: 10,
      },
    ].map(top),
    { query: cloud },
  ),
  ...aggregations(
    "top_hits below terms",
    [
      facilities(bare),
      facilities(sorted),
      facilities({ ...sorted, track_scores: true }, { order: { _key: "asc" } }),
      facilities({ _source: ["identification.title"], size: 1, sort: pid }, { size: 3 }),
      facilities({ ...bare, sort: [{ [pid]: "desc" }], size: 100 }, { size: 50 }),
      {
        r: {
          terms: { field: repository, collect_mode: "breadth_first", size: 2 },
          aggs: { ...facilities(bare, { size: 2 }), m: { max: { field: size } } },
        },
      },
      { t: { terms: { field: facility, min_doc_count: 0, size: 30 }, aggs: top({ ...bare, size: 1 }) } },
      { t: { terms: { field: "variables.variable_name.keyword", size: 20 }, aggs: top({ ...bare, size: 2 }) } },
      { t: { terms: { field: facility }, aggs: { ...top({ ...bare, size: 1 }), s: { top_hits: sorted } } } },
    ],
    { query: { bool: { should: [cloud, { term: { [repository]: "CLU" } }] } } },
  ),
  ...aggregations(
    "top_hits in other buckets",
    [
      years(top(sorted)),
      years(top(bare), { min_doc_count: 1 }),
      { s: { histogram: { field: size, interval: 200_000 }, aggs: top({ ...sorted, size: 1 }) } },
      { f: { filter: { term: { [repository]: "ARES" } }, aggs: top(bare) } },
      { f: { filters: { filters: { a: cloud, b: { match_none: {} } } }, aggs: top(bare) } },
      { f: { missing: { field: begin }, aggs: top(bare) } },
      { g: { global: {}, aggs: { ...top({ ...bare, sort: pid }), ...facilities({ ...bare, size: 1 }) } } },
      { c: { composite: { sources: [{ f: { terms: { field: facility } } }], size: 4 }, aggs: top(sorted) } },
      { r: { range: { field: size, ranges: [{ to: 0 }, { from: 500_000 }] }, aggs: top(sorted) } },
      { h: { top_hits: { ...bare, size: 1 }, meta: { note: 5 } } },
    ],
    { query: { match: { "identification.title": "cloud ozone" } } },
  ),
  ...aggregations("top_hits of everything", [top(bare), top({ ...bare, track_scores: true, sort: pid })]),
  ...aggregations("top_hits of nothing", [top({}), top({ sort: pid, track_scores: true })], {
    query: { match_none: {} },
  }),
  ...aggregations("top_hits above a score", [top(bare)], { query: cloud, min_score: 2 }),
  ...aggregations("top_hits with a post filter", [top({ ...bare, size: 2 })], {
    query: cloud,
    post_filter: { term: { [repository]: "CLU" } },
    size: 2,
    _source: false,
  }),
  ...aggregations("top_hits beside sorted hits", [top({ ...bare, size: 2 })], {
    query: cloud,
    sort: [pid],
    size: 2,
    _source: false,
  }),
  ...aggregations("top_hits refused", [
    ...[
      { size: 101 },
      { from: 90, size: 11 },
      { size: -1 },
      { from: -1 },
      { size: "x" },
      { size: null },
      { from: [] },
      { track_scores: "yes" },
      { nothing: 1 },
      { nothing: {} },
      { nothing: [] },
      { sort: 5 },
      { sort: [5] },
      { sort: "nothing" },
      { sort: { [begin]: { order: "asc", format: "fff" } } },
      { sort: "identification.title" },
      { _source: 5 },
      { _source: { nothing: 1 } },
      { docvalue_fields: ["identification.title"] },
      { fields: [{ field: facility, format: "yyyy" }] },
      { stored_fields: 5 },
    ].map(top),
    { h: { top_hits: {}, aggs: { m: { max: { field: size } } } } },
    { t: { terms: { field: facility, order: { h: "asc" } }, aggs: top(bare) } },
    { t: { terms: { field: facility, order: { "h.value": "asc" } }, aggs: top(bare) } },
    {
      t: {
        terms: { field: facility, order: { "f>h": "asc" } },
        aggs: { f: { filter: { term: { [repository]: "CLU" } }, aggs: top(bare) } },
      },
    },
    { ...facilities(bare), p: { avg_bucket: { buckets_path: "t>h" } } },
    years({ ...top(bare), p: { cumulative_sum: { buckets_path: "h" } } }),
    { t: { histogram: { field: size, interval: 200_000, order: { h: "asc" } }, aggs: top(bare) } },
  ]),
];
