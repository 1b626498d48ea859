import { aggregations, family, type Search } from "./search.ts";

const begin = "temporal_extent.time_period_begin";
const size = "distribution_information.transfersize.size";
const repository = "dataset_metadata.repository.repository_id.keyword";
const variable = "variables.variable_name.keyword";
const facility = "facility.identifier.keyword";
const cloud = { query: { match: { "identification.title": "cloud" } } };

const terms = (options: object, aggs?: object) => ({ t: { terms: options, ...(aggs ? { aggs } : {}) } });
const months = (options: object, aggs?: object) => ({
  d: { date_histogram: { field: begin, ...options }, ...(aggs ? { aggs } : {}) },
});
const metrics = {
  least: { min: { field: size } },
  most: { max: { field: size } },
  mean: { avg: { field: size } },
  sites: { cardinality: { field: facility } },
};

export const aggregationSearches: readonly Search[] = [
  ...aggregations("terms aggregation", [
    terms({ field: repository }),
    terms({ field: variable }),
    terms({ field: variable, size: 3 }),
    terms({ field: variable, size: 3, shard_size: 5 }),
    terms({ field: variable, size: 100 }),
    terms({ field: repository, order: { _key: "asc" } }),
    terms({ field: repository, order: { _key: "desc" }, size: 2 }),
    terms({ field: variable, order: { _count: "asc" }, size: 4 }),
    terms({ field: variable, order: [{ _count: "desc" }, { _key: "desc" }], size: 6 }),
    terms({ field: facility, missing: "none" }),
    terms({ field: facility, min_doc_count: 20 }),
    terms({ field: facility, include: ["0lym", "aa01", "nobody"] }),
    terms({ field: facility, exclude: ["0lym", "aa01"] }),
    terms({ field: facility, show_term_doc_count_error: true }),
    terms({ field: "facility.active" }),
    terms({ field: "facility.active", missing: false }),
    terms({ field: size, size: 5 }),
    terms({ field: size, size: 5, order: { _key: "asc" } }),
    terms({ field: begin, size: 5 }),
    terms({ field: begin, size: 4, format: "yyyy-MM-dd", order: { _key: "desc" } }),
    terms({ field: "unmapped" }),
    terms({ field: "unmapped", missing: "x" }),
    terms({ field: "variables.framework.framework.keyword", collect_mode: "breadth_first", execution_hint: "map" }),
    terms({ field: repository }, metrics),
    terms({ field: repository, order: { mean: "desc" } }, metrics),
    terms({ field: repository, order: { least: "asc" }, size: 3 }, metrics),
    terms({ field: repository, order: { sites: "desc" } }, metrics),
    terms({ field: repository }, { inner: { terms: { field: "product_type.keyword", size: 2 }, aggs: metrics } }),
    terms(
      { field: variable, size: 3 },
      { by_year: { date_histogram: { field: begin, calendar_interval: "year", min_doc_count: 1 } } },
    ),
    terms({ field: "variables.extra_metadata.insitu.ebas_component_name.keyword" }),
    {
      a: { terms: { field: repository }, meta: { label: "Repositories", n: [1, 2] } },
      b: { terms: { field: facility, size: 1 } },
    },
    terms({ field: "_id", size: 2, order: { _key: "asc" } }),
  ]),
  ...aggregations(
    "terms of cloud",
    [terms({ field: facility, min_doc_count: 0 }), terms({ field: repository }, metrics)],
    cloud,
  ),
  ...aggregations("date_histogram", [
    months({ calendar_interval: "year" }),
    months({ calendar_interval: "1y", min_doc_count: 1 }),
    months({ calendar_interval: "decade", min_doc_count: 1 }),
    months({ calendar_interval: "year", format: "yyyy", min_doc_count: 1 }),
    months({ calendar_interval: "year", format: "yyyy", min_doc_count: 12, order: { _count: "desc" } }),
    months({ calendar_interval: "year", min_doc_count: 1, order: { _key: "desc" } }),
    months({ calendar_interval: "year", keyed: true, format: "yyyy", min_doc_count: 1 }),
    months({ calendar_interval: "year", time_zone: "+05:30", min_doc_count: 1 }),
    months({ calendar_interval: "year", offset: "+31d", min_doc_count: 1 }),
    months({ calendar_interval: "year", missing: "2001-02-03", min_doc_count: 1 }),
    months({ calendar_interval: "year", min_doc_count: 1 }, metrics),
    months({ calendar_interval: "year", min_doc_count: 1, order: { mean: "desc" } }, metrics),
    months({ fixed_interval: "3650d", min_doc_count: 1 }),
    months({ fixed_interval: "3650d", min_doc_count: 1, offset: "-6h", time_zone: "Europe/Berlin" }),
    { d: { date_histogram: { field: "unmapped", calendar_interval: "month" } } },
    { d: { date_histogram: { field: "variables.data_quality_control.validtime_start", calendar_interval: "month" } } },
  ]),
  ...aggregations(
    "date_histogram of two years",
    [
      months({ calendar_interval: "month" }),
      months({ calendar_interval: "month", time_zone: "Europe/Berlin" }),
      months({ calendar_interval: "month", time_zone: "America/New_York", format: "yyyy-MM-dd'T'HH:mm:ssXXX" }),
      months({ calendar_interval: "quarter" }),
      months({ calendar_interval: "1w" }),
      months({ calendar_interval: "week", time_zone: "Asia/Kathmandu", offset: "-1d" }),
      months({ calendar_interval: "day", min_doc_count: 1 }),
      months({ calendar_interval: "hour", min_doc_count: 1, time_zone: "Europe/London" }),
      months({ calendar_interval: "minute", min_doc_count: 1 }),
      months({ fixed_interval: "30d" }),
      months({ fixed_interval: "12h", min_doc_count: 1 }),
      months({ fixed_interval: "90m", min_doc_count: 2 }),
      months({ calendar_interval: "month", extended_bounds: { min: "2014-10-01", max: "2017-03-01" } }),
      months({
        calendar_interval: "month",
        extended_bounds: { min: 1388534400000, max: "2015-03" },
        format: "yyyy-MM",
      }),
      months({ calendar_interval: "month", hard_bounds: { min: "2015-03-01", max: "2015-08-01" } }),
      months({ calendar_interval: "month" }, { by_repository: { terms: { field: repository, size: 2 } } }),
      months({ calendar_interval: "month", keyed: true }),
      months({ fixed_interval: "7d", offset: "+3d", time_zone: "-03:30" }),
    ],
    { query: { range: { [begin]: { gte: "2015-01-01", lt: "2017-01-01" } } } },
  ),
  ...aggregations("metrics", [
    metrics,
    { m: { min: { field: begin } }, n: { max: { field: begin } }, a: { avg: { field: begin } } },
    { m: { min: { field: begin, format: "yyyy-MM" } } },
    { m: { min: { field: size, missing: -1_000_000 } }, a: { avg: { field: size, missing: 10 } } },
    {
      m: { min: { field: "unmapped" } },
      n: { max: { field: "unmapped" } },
      a: { avg: { field: "unmapped" } },
      c: { cardinality: { field: "unmapped" } },
    },
    { m: { min: { field: "facility.active" } }, a: { avg: { field: "facility.active" } } },
    { c: { cardinality: { field: variable } } },
    { c: { cardinality: { field: variable, precision_threshold: 100 } } },
    {
      c: { cardinality: { field: size } },
      d: { cardinality: { field: begin } },
      e: { cardinality: { field: "facility.active" } },
    },
    { c: { cardinality: { field: facility, missing: "none" } } },
    { c: { cardinality: { field: "identification.identifier.pid.keyword" } } },
  ]),
  ...aggregations("metrics of nothing", [metrics, months({ calendar_interval: "month" }), terms({ field: facility })], {
    query: { match_none: {} },
  }),
  ...family("aggregations and hits", [
    { ...cloud, size: 2, _source: false, aggs: terms({ field: facility, size: 2 }) },
    {
      ...cloud,
      size: 2,
      _source: false,
      aggregations: terms({ field: facility, size: 2 }, metrics),
      sort: [{ [begin]: "desc" }],
    },
    {
      query: { bool: { filter: [{ terms: { [facility]: ["0lym"] } }] } },
      size: 0,
      aggs: { ...terms({ field: variable, size: 4 }), ...months({ calendar_interval: "year", min_doc_count: 3 }) },
    },
  ]),
];
