import { aggregations, type Search } from "./search.ts";

const begin = "temporal_extent.time_period_begin";
const size = "distribution_information.transfersize.size";
const facility = "facility.identifier.keyword";
const variable = "variables.variable_name.keyword";
const active = "facility.active";
const cloud = { query: { match: { "identification.title": "cloud" } } };

const most = { m: { max: { field: size } } };
const terms = (options: object, aggs?: object) => ({
  a: { terms: { field: facility, ...options }, ...(aggs && { aggs }) },
});

export const termsSearches: readonly Search[] = [
  ...aggregations("terms by a regular expression", [
    terms({ include: "aa.*" }),
    terms({ include: "aa0[1-3]|0.*", exclude: ["aa01"] }, most),
    terms({ include: ["aa01", "0lym"], exclude: "aa.*" }),
    terms({ exclude: "aa.*" }),
    terms({ include: "aa<1-3>", min_doc_count: 0 }),
    terms({ include: "no.*", missing: "none" }),
    terms({ include: "" }),
    terms({ include: "~(aa.*)", size: 2, order: { _key: "desc" } }),
    terms({ field: variable, include: ".*cloud.*&~(.*radius)", size: 3 }, most),
    terms({ field: variable, include: "[^ ]+", order: { m: "desc" } }, most),
    terms({ field: "nowhere", include: "a.*", missing: "abc" }),
    terms({ field: "nowhere", include: "a.*" }),
    {
      f: { filter: { term: { "product_type.keyword": "model" } }, aggs: terms({ include: "aa.*", min_doc_count: 0 }) },
    },
    terms({ field: size, include: "x.*" }),
    terms({ field: begin, exclude: "20.*" }),
    terms({ field: active, include: "t.*" }),
    terms({ include: 5 }),
    terms({ include: null }),
    terms({ exclude: { partition: 0, num_partitions: 3 } }),
    terms({ exclude: {} }),
  ]),
  ...aggregations("terms in partitions", [
    ...[0, 1, 2].flatMap((partition) => [
      terms({ include: { partition, num_partitions: 3 } }, most),
      terms({ field: variable, size: 50, include: { partition, num_partitions: 3 } }),
      terms({ field: size, size: 5, include: { partition, num_partitions: 3 } }),
      terms({ field: begin, size: 5, include: { partition: String(partition), num_partitions: "3" } }),
    ]),
    terms({ field: active, include: { partition: 0, num_partitions: 2 } }),
    terms({ include: { partition: 0, num_partitions: 1 }, min_doc_count: 0 }),
    terms({ include: { partition: 1.9, num_partitions: 2.9 } }),
    terms({ field: "nowhere", missing: "abc", include: { partition: 0, num_partitions: 2 } }),
    terms({ field: "nowhere", include: { partition: 0, num_partitions: 2 } }),
    terms({ include: { partition: 3, num_partitions: 3 } }),
    terms({ include: { partition: -1, num_partitions: 3 } }),
    terms({ include: { partition: 0, num_partitions: 0 } }),
    terms({ include: { partition: 0 } }),
    terms({ include: { num_partitions: 3 } }),
    terms({ include: {} }),
    terms({ include: { partition: 0, num_partitions: 2, other: 1 } }),
    terms({ include: { partition: [0], num_partitions: 2 } }),
    terms({ include: { partition: null, num_partitions: 2 } }),
    terms({ include: { partition: "x", num_partitions: 2 } }),
    terms({ include: { partition: 0, num_partitions: 2 }, exclude: "a" }),
  ]),
  ...aggregations("terms of a shard", [
    ...[0, 2, 5, 40, 1_000].map((count) => terms({ shard_min_doc_count: count }, most)),
    terms({ shard_min_doc_count: 40, min_doc_count: 50 }),
    terms({ shard_min_doc_count: 3, min_doc_count: 4, field: variable, size: 3 }),
    terms({ shard_min_doc_count: 3, min_doc_count: 4, field: size }),
    terms({ shard_min_doc_count: 3, min_doc_count: 0 }),
    terms({ shard_min_doc_count: 40, min_doc_count: 50, execution_hint: "map" }),
    terms({ shard_min_doc_count: 2, min_doc_count: 2, field: "nowhere", missing: "a" }),
    terms({ shard_min_doc_count: 20, min_doc_count: 30, size: 2, order: { m: "desc" } }, most),
    terms({ shard_min_doc_count: 20, min_doc_count: 30, size: 1, shard_size: 2, order: { _key: "asc" } }),
    terms({ shard_min_doc_count: -1 }),
    terms({ shard_min_doc_count: "x" }),
    terms({ shard_min_doc_count: "2" }),
  ]),
  ...aggregations("terms by values", [
    terms({ include: [5, "0lym"] }),
    terms({ field: size, include: [-355, -350, "-345"] }),
    terms({ field: size, exclude: [-355], size: 2, order: { _key: "asc" } }),
    terms({ field: active, include: ["true"] }),
    terms({ field: active, include: [true] }, most),
    terms({ field: begin, include: ["2010-01-01T00:00:00Z"], min_doc_count: 0 }),
    terms({ field: "nowhere", include: ["aa"], value_type: "long" }),
    terms({ field: size, include: ["x"] }),
  ]),
  ...aggregations("terms of a type", [
    ...["string", "long", "double", "date", "boolean", "x", "geo_point"].map((value_type) => terms({ value_type })),
    ...["string", "long", "float", "date", "boolean"].map((value_type) => terms({ field: size, value_type, size: 2 })),
    ...["string", "long", "date"].map((value_type) => terms({ field: begin, value_type, size: 2 })),
    ...["long", "boolean"].map((value_type) => terms({ field: active, value_type })),
    ...["long", "double", "string"].map((value_type) => terms({ field: "nowhere", value_type, missing: 5 }, most)),
    terms({ field: "nowhere", value_type: "long", missing: 5.75, format: "000.0" }),
    terms({ field: "nowhere", value_type: "date", missing: "2020-01-01" }),
    terms({ field: "nowhere", value_type: "date", missing: "2020-01-01", format: "yyyy" }),
    terms({ field: "nowhere", value_type: "boolean", missing: true }),
    terms({ field: "nowhere", value_type: "long" }),
    ...[5, 5.5, true, "a"].map((missing) => terms({ field: "nowhere", missing })),
    terms({ missing: 5 }),
    terms({ field: active, missing: 5 }),
    terms({ field: active, missing: "5" }),
    terms({ field: begin, missing: 0, size: 2 }),
    terms({ format: "yyyy" }),
    terms({ field: active, format: "yyyy" }),
    terms({ field: "nowhere", format: "yyyy", execution_hint: "x" }),
  ]),
  ...aggregations("terms with hints", [
    ...["map", "global_ordinals", "x", ""].map((execution_hint) => terms({ execution_hint })),
    terms({ field: active, execution_hint: "x" }),
    ...["breadth_first", "depth_first", "x"].map((collect_mode) => terms({ collect_mode }, most)),
    terms({ collect_mode: "breadth_first", shard_size: 1, size: 1 }, most),
    terms({ show_term_doc_count_error: true, size: 2, order: { m: "asc" } }, most),
    terms({ show_term_doc_count_error: true, size: 2, shard_size: 3, order: { _count: "asc" } }),
    terms({ keyed: true }),
    terms({ order: { _term: "asc" } }),
  ]),
  ...aggregations(
    "terms of none",
    [terms({ min_doc_count: 0 }, most), terms({ field: active, min_doc_count: 0 })],
    cloud,
  ),
];
