import { aggregations, type Search } from "./search.ts";

const begin = "temporal_extent.time_period_begin";
const size = "distribution_information.transfersize.size";
const facility = "facility.identifier.keyword";
const pid = "identification.identifier.pid.keyword";
const product = "product_type.keyword";

const facilities = { t: { terms: { field: facility, size: 20 } } };
const pids = { p: { terms: { field: pid, size: 20 } } };
const latest = { m: { max: { field: begin } } };
const scored = { query: { match: { "identification.title": "ozone cloud radar" } } };
const children = [
  { s: { sum: { field: size } } },
  { t: { terms: { field: facility, min_doc_count: 0 } } },
  { h: { histogram: { field: size, interval: 5, extended_bounds: { min: 0, max: 20 } } } },
  { d: { date_histogram: { field: begin, calendar_interval: "year", min_doc_count: 0 } } },
  { r: { range: { field: size, ranges: [{ to: 5 }] } }, f: { filters: { filters: [{ match_all: {} }] } } },
  { c: { composite: { sources: [{ x: { terms: { field: facility } } }] } } },
  { g: { geotile_grid: { field: "facility.location" } }, m: { missing: { field: size } } },
  { t: { terms: { field: "identification.title" } } },
  { x: { global: {} } },
  { p: { percentiles: { field: size } }, c: { cardinality: { field: facility } } },
  {
    d: { date_histogram: { field: begin, calendar_interval: "year" } },
    a: { max_bucket: { buckets_path: "d>_count" } },
  },
];

const sampled = (body: object, aggs: object = facilities) => ({ a: { sampler: body, aggs } });
const nested = (aggs: object) => ({ n: { nested: { path: "variables" }, aggs } });
const reversed = { r: { reverse_nested: {} } };

export const sampleSearches: readonly Search[] = [
  ...aggregations(
    "nested",
    [
      ...children.map(nested),
      ...[{ path: "variables" }, { path: "facility.location" }, {}, { path: 5 }, { path: null }, { path: ["x"] }],
      ...[{ path: { x: 1 } }, { path: "a", x: 1 }, { path: "a", x: "b" }],
    ].map((body) => ("n" in body ? body : { n: { nested: body } })),
  ),
  ...aggregations("nested in buckets", [
    { t: { terms: { field: facility, size: 3, order: { n: "desc" } }, aggs: { n: { nested: { path: "x" } } } } },
    { t: { terms: { field: facility, size: 3, order: { "n>m": "desc" } }, aggs: nested(latest) } },
    { f: { filter: { match_all: {} }, aggs: nested(facilities) } },
  ]),
  ...aggregations("reverse_nested", [
    reversed,
    { r: { reverse_nested: { path: "x" } } },
    { r: { reverse_nested: { path: 5 } } },
    { r: { reverse_nested: { y: "r" } } },
    nested(reversed),
    nested({ r: { reverse_nested: { path: "y" } } }),
    nested({ r: { reverse_nested: {}, aggs: facilities } }),
    nested({ f: { filter: { match_all: {} }, aggs: reversed } }),
    nested({ n: { nested: { path: "y" }, aggs: reversed } }),
    { f: { filter: { match_all: {} }, aggs: reversed } },
    nested({
      r: { reverse_nested: {}, aggs: { c: { composite: { sources: [{ x: { terms: { field: facility } } }] } } } },
    }),
  ]),
  ...[
    {},
    scored,
    { query: { term: { [product]: "model" } } },
    { ...scored, min_score: 1 },
    { query: { match_none: {} } },
  ].flatMap((search, place) =>
    aggregations(
      `sampler of search ${place}`,
      [
        sampled({}),
        sampled({ shard_size: 5 }, pids),
        sampled({ shard_size: 1 }, pids),
        sampled({ shard_size: 5.7 }, latest),
      ],
      search,
    ),
  ),
  ...aggregations("sampler with hits", [sampled({ shard_size: 7 }, pids)], {
    ...scored,
    size: 3,
    sort: [{ [pid]: "asc" }],
  }),
  ...aggregations("sampler with the best hits", [sampled({ shard_size: 7 }, pids)], { ...scored, size: 1 }),
  ...aggregations(
    "sampler",
    [
      sampled({ shard_size: 0 }),
      sampled({ shard_size: -1 }),
      sampled({ shard_size: 1_000_000_000 }),
      sampled({ shard_size: "5" }),
      sampled({ shard_size: true }),
      sampled({ shard_size: [1] }),
      sampled({ shard_size: null }),
      sampled({ x: 5 }),
      sampled({ x: "y" }),
      { a: { sampler: { shard_size: 5 } } },
      sampled({ shard_size: 9 }, { b: { sampler: { shard_size: 4 }, aggs: pids } }),
      sampled({ shard_size: 9 }, { b: { sampler: {} } }),
      sampled({ shard_size: 3 }, { c: { composite: { sources: [{ x: { terms: { field: facility } } }] } } }),
      sampled({ shard_size: 30 }, { f: { filter: { term: { [product]: "model" } }, aggs: pids } }),
      { g: { global: {}, aggs: sampled({ shard_size: 3 }, pids) } },
      { f: { filter: { term: { [product]: "model" } }, aggs: sampled({ shard_size: 3 }, pids) } },
      { t: { terms: { field: facility, size: 4 }, aggs: sampled({ shard_size: 2 }, { ...pids, ...latest }) } },
      {
        t: { terms: { field: facility, size: 4, order: { "a>m": "desc" } }, aggs: sampled({ shard_size: 2 }, latest) },
      },
      { t: { terms: { field: facility, size: 4, order: { a: "asc" } }, aggs: sampled({ shard_size: 20 }, latest) } },
      { t: { terms: { field: "variables.variable_name.keyword", size: 4 }, aggs: sampled({ shard_size: 3 }, pids) } },
      { d: { date_histogram: { field: begin, calendar_interval: "year" }, aggs: sampled({ shard_size: 2 }, pids) } },
    ],
    scored,
  ),
];
