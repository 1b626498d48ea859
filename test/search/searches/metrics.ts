import { aggregations, type Search } from "./search.ts";

const begin = "temporal_extent.time_period_begin";
const size = "distribution_information.transfersize.size";
const repository = "dataset_metadata.repository.repository_id.keyword";
const variable = "variables.variable_name.keyword";
const facility = "facility.identifier.keyword";
const active = "facility.active";
const location = "facility.location";
const title = "identification.title";
const heights = "variables.extra_metadata.insitu.sampling_height";

/** One aggregation of a kind, with each of its options. */
const each = (kind: string, list: readonly object[]) => list.map((options) => ({ m: { [kind]: options } }));

const ordered = (order: object, field: string = repository) => ({ t: { terms: { field, order }, aggs: below } });
const years = (order: object) => ({
  d: { date_histogram: { field: begin, calendar_interval: "year", min_doc_count: 1, order }, aggs: below },
});
const below = {
  mean: { avg: { field: size } },
  s: { stats: { field: size } },
  e: { extended_stats: { field: size } },
  total: { sum: { field: size } },
  n: { value_count: { field: variable } },
};

/** Options that every metric of numbers has. */
const numeric = [
  { field: size },
  { field: begin },
  { field: active },
  { field: "unmapped" },
  { field: heights },
  { field: size, missing: 5 },
  { field: size, missing: "2.5e3" },
  { field: size, missing: -1_000_000 },
  { field: begin, missing: "2001-02-03" },
  { field: begin, missing: "2001-02-03||/M", format: "yyyy-MM" },
  { field: begin, missing: 0 },
  { field: active, missing: true },
  { field: "unmapped", missing: 3.5 },
  { field: "unmapped", missing: 3.5, format: "0.00" },
  { field: size, format: "#,##0.00" },
  { field: size, format: "0.###E0 B;(#)" },
  { field: size, format: "000%" },
  { field: size, format: "" },
  { field: begin, format: "yyyy" },
  { field: begin, format: "epoch_second" },
  { field: begin, format: "dd.MM.uuuu HH:mm" },
  { field: size, format: "0.0.0" },
  { field: size, format: "#0#" },
  { field: begin, format: "bbb" },
  { field: active, format: "0.0" },
  { field: facility },
  { field: facility, format: "0" },
  { field: title },
  { field: location },
  { field: location, format: "0" },
  { field: "_id" },
  {},
  { field: size, missing: null },
  { field: size, missing: "x" },
  { field: size, missing: [1] },
  { field: begin, missing: "yesterday" },
  { field: active, missing: "maybe" },
  { field: size, format: 5 },
  { field: size, format: null },
  { field: 5 },
  { field: size, weight: 1 },
];

const kinds = ["sum", "stats", "extended_stats", "min", "max", "avg"];

export const metricSearches: readonly Search[] = [
  ...kinds.flatMap((kind) => aggregations(kind, each(kind, numeric))),
  ...kinds.flatMap((kind) =>
    aggregations(`${kind} of nothing`, each(kind, numeric.slice(0, 6)), { query: { match_none: {} } }),
  ),
  ...aggregations(
    "extended_stats sigma",
    each("extended_stats", [
      { field: size, sigma: 0 },
      { field: size, sigma: 1.5 },
      { field: size, sigma: "3" },
      { field: begin, sigma: 1, format: "yyyy-MM-dd" },
      { field: size, sigma: 1, format: "0.0" },
      { field: size, sigma: -1 },
      { field: size, sigma: null },
      { field: size, sigma: "x" },
      { field: size, sigma: [] },
    ]),
  ),
  ...aggregations(
    "value_count",
    each("value_count", [
      { field: size },
      { field: begin },
      { field: variable },
      { field: facility },
      { field: active },
      { field: location },
      { field: "unmapped" },
      { field: heights },
      { field: facility, missing: "none" },
      { field: size, missing: 1 },
      { field: begin, missing: "2001" },
      { field: active, missing: false },
      { field: "unmapped", missing: "x" },
      { field: "identification.identifier.pid.keyword" },
      { field: size, format: "0.0" },
      { field: begin, format: "yyyy" },
      { field: title },
      { field: "_id" },
      {},
      { field: facility, format: "0" },
      { field: size, missing: "x" },
      { field: begin, missing: "x" },
      { field: size, format: "0.0.0" },
      { field: size, missing: null },
      { field: size, sigma: 1 },
    ]),
  ),
  ...aggregations("metrics of few", [below], { query: { term: { [facility]: "0lym" } } }),
  ...aggregations("metrics of one", [below], { query: { ids: { values: ["odd-many-values"] } } }),
  ...aggregations("metrics in buckets", [
    { t: { terms: { field: facility, size: 20 }, aggs: below } },
    { d: { date_histogram: { field: begin, calendar_interval: "year" }, aggs: below } },
    { t: { terms: { field: repository }, aggs: { d: { terms: { field: variable, size: 3 }, aggs: below } } } },
    { m: { sum: { field: size }, meta: { unit: "B" } }, n: { stats: { field: size }, meta: { a: [1] } } },
  ]),
  ...aggregations("order by a metric", [
    ordered({ "s.avg": "desc" }),
    ordered({ "s.count": "asc" }),
    ordered({ "s.min": "asc" }),
    ordered({ "s.max": "desc" }),
    ordered({ "s[sum]": "desc" }),
    ordered({ "e.variance": "desc" }),
    ordered({ "e.std_deviation": "asc" }),
    ordered({ "e.std_upper": "asc" }),
    ordered({ "e.std_lower_sampling": "asc" }),
    ordered({ "e.variance_population": "asc" }),
    ordered({ "e.sum_of_squares": "desc" }),
    ordered({ total: "desc" }),
    ordered({ "total.value": "asc" }),
    ordered({ n: "desc" }),
    ordered({ "s.avg": "asc" }, active),
    years({ "s.avg": "desc" }),
    years({ "e.std_deviation_sampling": "asc" }),
    years({ total: "asc" }),
    years({ n: "desc" }),
    ordered({ s: "desc" }),
    ordered({ "s.median": "desc" }),
    ordered({ "e.median": "desc" }),
    ordered({ "total.sum": "desc" }),
    ordered({ x: "desc" }),
    ordered({ "x.avg": "desc" }),
    years({ s: "desc" }),
    years({ "s.median": "desc" }),
    years({ "total.sum": "desc" }),
    years({ "x.avg": "desc" }),
  ]),
];
