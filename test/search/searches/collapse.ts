import { family, type Search } from "./search.ts";

const pid = "identification.identifier.pid.keyword";
const begin = "temporal_extent.time_period_begin";
const facility = "facility.identifier.keyword";
const product = "product_type.keyword";
const cloud = { match: { "identification.abstract": "cloud radar" } };
const collapse = { field: facility };
const bare = { _source: false };

export const collapseSearches: readonly Search[] = [
  ...family("collapse", [
    { ...bare, collapse },
    { ...bare, collapse, size: 3 },
    { ...bare, collapse, size: 3, from: 2 },
    { ...bare, collapse, size: 0 },
    { ...bare, collapse: { field: product } },
    { ...bare, collapse: { field: pid }, size: 4 },
    { ...bare, query: cloud, collapse },
    { ...bare, query: cloud, collapse, size: 2 },
    { ...bare, query: cloud, collapse, sort: [pid] },
    { ...bare, query: cloud, collapse, sort: [{ [pid]: "desc" }], size: 4 },
    { ...bare, collapse, sort: [{ [begin]: "desc" }, pid] },
    { ...bare, collapse, sort: [{ [begin]: { order: "asc", missing: "_first" } }, pid], size: 5 },
    { ...bare, collapse, sort: ["_doc"], size: 5 },
    { ...bare, collapse, sort: [{ _doc: "desc" }], size: 5 },
    { ...bare, query: cloud, collapse, sort: ["_score", pid], size: 5 },
    { ...bare, query: cloud, collapse, sort: [pid], track_scores: true, size: 5 },
    { ...bare, query: cloud, collapse, min_score: 0.4 },
    { ...bare, query: cloud, collapse, post_filter: { term: { [product]: "model" } } },
    { ...bare, collapse, aggs: { a: { terms: { field: product } } }, size: 2 },
    { ...bare, collapse, track_total_hits: false, size: 2 },
    { ...bare, collapse, track_total_hits: 5, size: 2 },
    { ...bare, collapse, fields: ["facility.name"], docvalue_fields: [product], size: 3 },
    { ...bare, query: cloud, collapse, highlight: { fields: { "identification.abstract": {} } }, size: 3 },
    { collapse, size: 2 },
    { ...bare, collapse: { field: facility, max_concurrent_group_searches: 3 }, size: 2 },
    { ...bare, query: { match_none: {} }, collapse },
    { ...bare, collapse, sort: [facility], search_after: ["56kt"] },
    { ...bare, collapse, sort: [{ [facility]: "desc" }], search_after: ["aa03"] },
    { ...bare, collapse: { field: "facility.name.keyword" }, sort: ["facility.name.keyword"], size: 4 },
  ]),
  ...family("collapse refused", [
    { collapse: 5 },
    { collapse: {} },
    { collapse: { field: facility, foo: 1 } },
    { collapse: { field: "nothing" } },
    { collapse: { field: "identification.title" } },
    { collapse: { field: begin } },
    { collapse: { field: "facility.active" } },
    { collapse: { field: facility, max_concurrent_group_searches: 0 } },
    { collapse, search_after: ["x"], sort: [pid] },
    { collapse, search_after: ["x", "y"], sort: [facility, pid] },
    { collapse: { field: "variables.variable_name.keyword" } },
  ]),
];
