import { family, type Search } from "./search.ts";

const pid = "identification.identifier.pid.keyword";
const abstract = "identification.abstract";
const cloud = { match: { [abstract]: "cloud" } };
const model = { term: { "product_type.keyword": "model" } };
const bare = { _source: false };
const products = { products: { terms: { field: "product_type.keyword" } } };

export const postFilterSearches: readonly Search[] = [
  ...family("post_filter", [
    { post_filter: model, size: 3, ...bare },
    { post_filter: model, size: 0 },
    { post_filter: model, size: 2, aggs: products, ...bare },
    { query: cloud, post_filter: model, size: 5, ...bare },
    { query: cloud, post_filter: model, size: 0, aggs: products },
    { query: cloud, post_filter: model, size: 5, aggs: products, ...bare },
    { query: cloud, post_filter: model, size: 5, sort: [pid], ...bare },
    { query: cloud, post_filter: model, size: 5, sort: [pid], track_scores: true, ...bare },
    { query: cloud, post_filter: model, size: 5, min_score: 0.5, aggs: products, ...bare },
    { query: cloud, post_filter: model, from: 4, size: 5, ...bare },
    { query: cloud, post_filter: model, size: 3, track_total_hits: 5, ...bare },
    { query: cloud, post_filter: model, size: 3, track_total_hits: false, ...bare },
    { query: cloud, post_filter: { match_none: {} }, size: 3, aggs: products, ...bare },
    { query: cloud, post_filter: { match_all: {} }, size: 3, ...bare },
    { query: cloud, post_filter: { bool: { must_not: model } }, size: 3, ...bare },
    {
      query: cloud,
      post_filter: { match: { [abstract]: "radar" } },
      size: 3,
      highlight: { fields: { [abstract]: {} } },
      ...bare,
    },
    { post_filter: { range: { "temporal_extent.time_period_begin": { gte: "2015" } } }, sort: [pid], size: 4, ...bare },
    { post_filter: { prefix: { [pid]: "odd" } }, sort: [{ [pid]: "desc" }], size: 4, ...bare },
    { post_filter: { wildcard: { "facility.name.keyword": "*ü*" } }, size: 4, ...bare },
    { post_filter: { geo_distance: { distance: "300km", "facility.location": [6.4, 50.9] } }, size: 4, ...bare },
    { post_filter: model, sort: [pid], search_after: ["odd"], size: 2, ...bare },
    { query: model, post_filter: model, size: 2, ...bare },
    { post_filter: 5 },
    { post_filter: [] },
    { post_filter: {} },
    { post_filter: { nothing: {} } },
    { post_filter: { range: { "temporal_extent.time_period_begin": { gte: "x" } } } },
  ]),
  ...family("top level members", [
    { size: 1, explain: false, version: false, seq_no_primary_term: false, profile: false, ...bare },
    { size: 1, stats: ["a", "b"], ...bare },
    { size: 1, stats: "a" },
    { size: 1, terminate_after: 0, ...bare },
    { size: 1, terminate_after: -1 },
    { size: 1, explain: "x" },
    { size: 1, timeout: "5s", ...bare },
    { size: 2, track_scores: true, sort: [pid], min_score: 0.5, ...bare },
    { size: 1, min_score: 2, ...bare },
    { size: 1, min_score: "x" },
    { size: 1, _source: { includes: [5] } },
    { size: 1, _source: { includes: 5 } },
  ]),
];
