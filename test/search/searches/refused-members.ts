import { family, type Search } from "./search.ts";

/** Members of clauses that are missing or of a wrong type, vectors that no record has, and orders that lead nowhere. */

const title = "identification.title";
const size = "distribution_information.transfersize.size";
const kind = "product_type.keyword";
const repository = "dataset_metadata.repository.repository_id.keyword";

const wrong = ["null", "5", "true", '""', "[]", "[1]", "{}", '{"a":1}'];
const asked = (query: string): string => `{"size":1,"_source":false,"query":${query}}`;

const ofFields: Readonly<Record<string, readonly string[]>> = {
  match: ["query", "lenient", "fuzzy_transpositions", "operator"],
  match_phrase: ["query", "slop", "zero_terms_query"],
  match_phrase_prefix: ["query", "max_expansions"],
  match_bool_prefix: ["query", "operator"],
  term: ["case_insensitive"],
  prefix: ["value", "rewrite", "case_insensitive"],
  wildcard: ["value", "rewrite"],
  regexp: ["value", "flags", "flags_value", "rewrite"],
  fuzzy: ["transpositions", "rewrite"],
  range: ["boost"],
  terms_set: ["boost", "minimum_should_match"],
};
const requiredOf: Readonly<Record<string, string>> = { range: '"gte":"a"', terms_set: '"terms":["a"]' };
const missing = Object.keys(ofFields).flatMap((name) => [
  `{"${name}":{}}`,
  `{"${name}":{"${title}":{}}}`,
  `{"${name}":{"${title}":null}}`,
  `{"${name}":{"${title}":{"boost":2}}}`,
  `{"${name}":{"":{${requiredOf[name] ?? '"query":"a"'}}}}`,
]);
const mistyped = Object.entries(ofFields).flatMap(([name, members]) =>
  members.flatMap((member) =>
    wrong.map((value) => {
      const text = name.startsWith("match") ? '"query":"ozone"' : '"value":"ozone"';
      const given = member === "query" || member === "value" ? "" : `${requiredOf[name] ?? text},`;
      return `{"${name}":{"${title}":{${given}"${member}":${value}}}}`;
    }),
  ),
);
const others = [
  `{"terms":{"${title}":null}}`,
  `{"constant_score":{"filter":5}}`,
  `{"ids":{"values":""}}`,
  `{"geo_bounding_box":{"facility.location":null}}`,
  `{"geo_shape":{"spatial_extent":null}}`,
  `{"geo_shape":{"spatial_extent":{"shape":null}}}`,
  `{"range":{"${title}":{"gte":"a","format":null}}}`,
  `{"range":{"${title}":[]}}`,
];

const near = { field: title, query_vector: [1, 2], k: 3, num_candidates: 10 };
const vectors: readonly object[] = [
  ...[title, "unmapped", "spatial_extent", size, ""].map((field) => ({ ...near, field })),
  ...[null, 5, "x", [], {}].flatMap((value) => [
    { ...near, field: value },
    { ...near, k: value },
    { ...near, similarity: value },
    { ...near, boost: value },
  ]),
  { ...near, k: 0 },
  { ...near, num_candidates: 2 },
  { ...near, num_candidates: 10_001 },
  { ...near, query_vector: "0a0" },
  { ...near, query_vector: "zz" },
  { ...near, filter: { term: { unmapped: 1 } } },
  { ...near, filter: [5] },
  { ...near, other: 1 },
  { field: title, k: 3, num_candidates: 10 },
  { query_vector: [1, 2] },
  {},
];
const page = { size: 1, _source: false };
const ofVectors = [
  ...vectors.map((knn) => ({ ...page, query: { knn } })),
  ...vectors.filter((each) => "query_vector" in each && "field" in each).map((knn) => ({ ...page, knn })),
  { ...page, query: { match: { [title]: "ozone" } }, knn: { ...near, field: "unmapped" } },
  { ...page, query: { bool: { must_not: [{ knn: { ...near, field: "unmapped" } }] } } },
  { ...page, knn: [] },
  { ...page, knn: 5 },
  { size: 0, aggs: { a: { filter: { knn: near } } } },
];

const inBuckets = {
  s: { sum: { field: size } },
  st: { stats: { field: size } },
  p: { percentiles: { field: size } },
  f: { filter: { exists: { field: size } }, aggs: { av: { avg: { field: size } }, st: { stats: { field: size } } } },
  m: { missing: { field: size } },
  c: { terms: { field: repository } },
  gb: { geo_bounds: { field: "facility.location" } },
  most: { max_bucket: { buckets_path: "c>_count" } },
};
const hits = { th: { top_hits: { size: 1, _source: false } } };
const paths = [
  ...[
    "nope",
    "nope>x",
    "nope.x",
    "s.nope",
    "s>value",
    "st",
    "st.nope",
    "p",
    "p.nope",
    "p.50.0",
    "p.50",
    "f.av",
    "f._count",
  ],
  ...[
    "f>_count",
    "f>nope",
    "f>st",
    "m.x",
    "c",
    "c.x",
    "c>_count",
    "c['CLU']>_count",
    "gb",
    "gb.top",
    "most",
    "_term",
    " s ",
  ],
];
const ordered = (order: unknown) => [
  { terms: { field: kind, size: 3, order } },
  { terms: { field: size, size: 3, order } },
  { histogram: { field: size, interval: 500_000, order } },
];
const picked = (path: string) =>
  Object.fromEntries(
    Object.entries({ ...inBuckets, ...hits }).filter(
      ([name]) => path.match(/\w+/)?.[0] === name || (name === "c" && path === "most"),
    ),
  );
const ofOrders = [
  ...paths.flatMap((path) =>
    ordered({ [path]: "asc" }).map((a) => ({ size: 0, aggs: { a: { ...a, aggs: picked(path) } } })),
  ),
  ...ordered({ nope: "asc" }).map((a) => ({ size: 0, aggs: { a: { ...a, aggs: hits } } })),
  ...[{}, [{}], ["x"], "s", null, { s: "up" }, { s: null }, { s: ["asc"] }, { s: {} }, { s: 5 }].flatMap((order) =>
    ordered(order).map((a) => ({ size: 0, aggs: { a: { ...a, aggs: { s: inBuckets.s } } } })),
  ),
];

export const refusedMemberSearches: readonly Search[] = [
  ...family("a clause without a member", missing.map(asked)),
  ...family("a member of a wrong type", mistyped.map(asked)),
  ...family("another clause with a wrong member", others.map(asked)),
  ...family("near to a vector", ofVectors),
  ...family("an order", ofOrders),
];
