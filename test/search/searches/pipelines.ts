import { aggregations, type Search } from "./search.ts";

const begin = "temporal_extent.time_period_begin";
const size = "distribution_information.transfersize.size";
const repository = "dataset_metadata.repository.repository_id.keyword";
const facility = "facility.identifier.keyword";

const below = {
  total: { sum: { field: size } },
  mean: { avg: { field: size } },
  s: { stats: { field: size } },
  p: { percentiles: { field: size } },
  cloudy: { filter: { term: { "identification.title": "cloud" } }, aggs: { total: { sum: { field: size } } } },
};
const years = (more: object = {}) => ({
  h: { date_histogram: { field: begin, calendar_interval: "year" }, aggs: { ...below, ...more } },
});
const recent = { query: { range: { [begin]: { gte: "1996" } } } };
const sizes = (more: object = {}, interval = 100_000) => ({
  h: { histogram: { field: size, interval }, aggs: { ...below, ...more } },
});
const repositories = { h: { terms: { field: repository }, aggs: below } };

const siblings = [
  "avg_bucket",
  "max_bucket",
  "min_bucket",
  "sum_bucket",
  "stats_bucket",
  "extended_stats_bucket",
  "percentiles_bucket",
];
const parents = ["cumulative_sum", "serial_diff"];
const options = [
  { buckets_path: "h>total" },
  { buckets_path: "h>_count" },
  { buckets_path: "h>mean" },
  { buckets_path: "h>mean.value" },
  { buckets_path: "h>s.max" },
  { buckets_path: "h>p.50" },
  { buckets_path: "h>p[95]" },
  { buckets_path: "h>cloudy>total" },
  { buckets_path: "h>cloudy>_count" },
  { buckets_path: ["h>total"] },
  { buckets_path: "h>mean", gap_policy: "insert_zeros" },
  { buckets_path: "h>mean", gap_policy: "keep_values" },
  { buckets_path: "h>total", gap_policy: "keep_values" },
  { buckets_path: "h>total", format: "#,##0.00" },
];
const refused = [
  { buckets_path: "h>nothing" },
  { buckets_path: "nothing" },
  {},
  { buckets_path: 5 },
  { buckets_path: "h>total", gap_policy: "fill" },
  { buckets_path: "h>total", unit: 5 },
  { buckets_path: "h>total", format: 5 },
];

export const pipelineSearches: readonly Search[] = [
  ...siblings.flatMap((kind) => [
    ...aggregations(
      kind,
      options.map((each) => ({ ...years(), x: { [kind]: each } })),
      recent,
    ),
    ...aggregations(
      `${kind} of terms`,
      options.slice(0, 4).map((each) => ({ ...repositories, x: { [kind]: each } })),
    ),
    ...aggregations(
      `${kind} of numbers`,
      options.slice(0, 2).map((each) => ({ ...sizes(), x: { [kind]: each } })),
    ),
    ...aggregations(`${kind} of nothing`, [{ ...repositories, x: { [kind]: { buckets_path: "h>total" } } }], {
      query: { match_none: {} },
    }),
    ...aggregations(
      `${kind} refused`,
      refused.map((each) => ({ ...repositories, x: { [kind]: each } })),
    ),
    ...aggregations(`${kind} in buckets`, [
      {
        t: {
          terms: { field: facility, size: 4 },
          aggs: { ...repositories, x: { [kind]: { buckets_path: "h>total" }, meta: { unit: "B" } } },
        },
      },
    ]),
  ]),
  ...parents.flatMap((kind) => [
    ...aggregations(
      kind,
      [
        { buckets_path: "total" },
        { buckets_path: "_count" },
        { buckets_path: "mean" },
        { buckets_path: "s.max" },
        { buckets_path: "cloudy>total" },
        { buckets_path: "cloudy>_count" },
        { buckets_path: "mean", format: "0.0" },
      ].map((each) => years({ x: { [kind]: each } })),
      recent,
    ),
    ...aggregations(`${kind} of numbers`, [sizes({ x: { [kind]: { buckets_path: "total" } } })]),
    ...aggregations(
      `${kind} by other paths`,
      ["_key", "s", "s.nothing", "p", "mean.value", "mean.other", "cloudy", "cloudy>nothing", "cloudy._count", "t"].map(
        (path) => years({ t: repositories.h, x: { [kind]: { buckets_path: path } } }),
      ),
    ),
    ...aggregations(`${kind} refused`, [
      { h: { terms: { field: repository }, aggs: { x: { [kind]: { buckets_path: "_count" } } } } },
      { x: { [kind]: { buckets_path: "_count" } } },
      years({ x: { [kind]: { buckets_path: "nothing" } } }),
      years({ x: { [kind]: {} } }),
      years({ x: { [kind]: { buckets_path: "total" }, aggs: below } }),
    ]),
  ]),
  ...aggregations(
    "pipelines of pipelines",
    [
      years({ c: { cumulative_sum: { buckets_path: "total" } }, d: { serial_diff: { buckets_path: "c" } } }),
      years({ d: { serial_diff: { buckets_path: "c", lag: 2 } }, c: { cumulative_sum: { buckets_path: "_count" } } }),
      { ...years({ c: { cumulative_sum: { buckets_path: "total" } } }), x: { max_bucket: { buckets_path: "h>c" } } },
    ],
    recent,
  ),
  ...aggregations(
    "options of pipelines",
    [
      { extended_stats_bucket: { buckets_path: "h>total", sigma: 1 } },
      { extended_stats_bucket: { buckets_path: "h>total", format: "0.0" } },
      { percentiles_bucket: { buckets_path: "h>total", percents: [50, 99.9] } },
      { percentiles_bucket: { buckets_path: "h>total", keyed: false } },
      { percentiles_bucket: { buckets_path: "h>total", keyed: false, format: "0.0" } },
    ].map((x) => ({ ...years(), x })),
    recent,
  ),
  ...parents.flatMap((kind) =>
    aggregations(
      `bodies of ${kind}`,
      [
        { buckets_path: ["total"] },
        { buckets_path: ["total", "mean"] },
        { buckets_path: [] },
        { buckets_path: 5 },
        { buckets_path: true },
        { buckets_path: [5] },
        { buckets_path: "a[" },
        { buckets_path: "total", gap_policy: "SKIP" },
        { buckets_path: "mean", gap_policy: "insert_zeros" },
        { buckets_path: "total", format: 5 },
        { buckets_path: "total", x: "y" },
        { buckets_path: "total", x: 1 },
        { buckets_path: "total", x: true },
        { buckets_path: "total", x: { y: 1 } },
        { buckets_path: "total", x: ["y"] },
        { buckets_path: "total", lag: 0 },
        { buckets_path: "total", lag: "2" },
        { buckets_path: "total", lag: 2.5 },
      ].map((each) => years({ x: { [kind]: each } })),
      recent,
    ),
  ),
  ...aggregations("pipelines beside of several paths", [
    { ...years(), x: { avg_bucket: { buckets_path: ["h>total", "h>mean"] } } },
    { ...years(), x: { avg_bucket: { buckets_path: ["h[", "h>mean"] } } },
  ]),
  ...aggregations(
    "numbers of pipelines",
    ["c.value", "c[value]", "c.other", "d.other", "d.normalized_value"].map((path) =>
      years({
        c: { cumulative_sum: { buckets_path: "total" } },
        d: { serial_diff: { buckets_path: "total" } },
        x: { serial_diff: { buckets_path: path } },
      }),
    ),
    recent,
  ),
  ...parents.flatMap((kind) =>
    aggregations(
      `${kind} of few buckets`,
      [0, 1, 2].map((least) => ({
        h: {
          date_histogram: { field: begin, calendar_interval: "year", min_doc_count: least },
          aggs: { ...below, x: { [kind]: { buckets_path: "total" } } },
        },
      })),
      recent,
    ),
  ),
];
