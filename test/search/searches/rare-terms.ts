import { aggregations, type Search } from "./search.ts";

const begin = "temporal_extent.time_period_begin";
const size = "distribution_information.transfersize.size";
const facility = "facility.identifier.keyword";
const variable = "variables.variable_name.keyword";
const active = "facility.active";

const rare = (options: object, aggs?: object) => ({
  a: { rare_terms: { field: facility, ...options }, ...(aggs && { aggs }) },
});
const below = { m: { max: { field: size } }, r: { rare_terms: { field: variable } } };

export const rareTermsSearches: readonly Search[] = [
  ...aggregations("rare_terms", [
    rare({}),
    rare({ max_doc_count: 30 }, below),
    rare({ max_doc_count: 100 }),
    rare({ field: variable }),
    rare({ field: variable, max_doc_count: 40 }, below),
    rare({ field: begin, max_doc_count: 2 }),
    rare({ field: begin, format: "yyyy-MM" }),
    rare({ field: active, max_doc_count: 100 }),
    rare({ field: size }),
    rare({ field: "nowhere" }),
    rare({ field: "nowhere", missing: "a" }),
    rare({ missing: "aa01", max_doc_count: 100 }),
    rare({ field: "identification.identifier.pid.keyword", include: "1.*" }),
    rare({ field: variable, max_doc_count: 100, include: "[a-m].*", exclude: [".*fraction"] }),
    rare({ field: variable, max_doc_count: 100, exclude: ".*fraction" }),
    rare({ field: variable, max_doc_count: 100, include: { partition: 1, num_partitions: 4 } }),
    rare({ field: begin, include: ["2010-01-01T00:00:00Z"] }),
    rare({ field: begin, include: "2.*" }),
    rare({ precision: 0.01, max_doc_count: "40" }),
    rare({ value_type: "string", max_doc_count: 40 }),
    { t: { terms: { field: "product_type.keyword" }, aggs: rare({ max_doc_count: 5 }, below) } },
    { f: { filter: { match_none: {} }, aggs: rare({}) } },
  ]),
  ...aggregations(
    "rare_terms of matches",
    [rare({}), rare({ field: variable, max_doc_count: 3 }, { h: { top_hits: { size: 1, _source: false } } })],
    { query: { match: { "identification.title": "cloud" } } },
  ),
  ...aggregations("rare_terms refused", [
    { a: { rare_terms: {} } },
    rare({ field: "identification.title" }),
    rare({ max_doc_count: 0 }),
    rare({ max_doc_count: 101 }),
    rare({ max_doc_count: "x" }),
    rare({ precision: 0.000001 }),
    rare({ precision: "x" }),
    rare({ size: 5 }),
    rare({ order: { _key: "asc" } }),
    rare({ format: "0.0" }),
    { t: { terms: { field: facility, order: { a: "asc" } }, aggs: rare({}) } },
  ]),
];
