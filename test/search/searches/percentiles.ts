import { aggregations, type Search } from "./search.ts";

const begin = "temporal_extent.time_period_begin";
const size = "distribution_information.transfersize.size";
const repository = "dataset_metadata.repository.repository_id.keyword";
const facility = "facility.identifier.keyword";
const active = "facility.active";
const title = "identification.title";
const location = "facility.location";

const each = (kind: string, list: readonly object[]) => list.map((options) => ({ m: { [kind]: options } }));

const shared = [
  { field: size, missing: 7 },
  { field: size, format: "0.00" },
  { field: size, keyed: false },
  { field: size, keyed: "false", format: "#,##0.0" },
  { field: begin, keyed: false },
  { field: begin, format: "yyyy-MM" },
  { field: active },
  { field: active, keyed: false },
  { field: "unmapped" },
  { field: "unmapped", keyed: false },
  { field: "unmapped", missing: 4 },
  { field: size, tdigest: {} },
  { field: size, tdigest: { compression: 200 } },
  { field: size, tdigest: { compression: "150", execution_hint: "default" } },
  { field: facility },
  { field: title },
  { field: location },
  {},
  { field: size, keyed: 5 },
  { field: size, compression: 100 },
  { field: size, missing: "x" },
  { field: size, missing: null },
  { field: size, format: 5 },
  { field: size, tdigest: 5 },
  { field: size, tdigest: { compression: -1 } },
  { field: size, tdigest: { compression: "x" } },
  { field: size, tdigest: { execution_hint: "fast" } },
  { field: size, tdigest: { sigma: 1 } },
  { field: size, sigma: 2 },
];

const few = { query: { term: { [facility]: "0lym" } } };
const below = {
  p: { percentiles: { field: size, percents: [5, 50, 99.9] } },
  r: { percentile_ranks: { field: size, values: [1000, 250_000] } },
  d: { median_absolute_deviation: { field: size } },
};
const ordered = (order: object) => ({ t: { terms: { field: repository, order }, aggs: below } });

export const percentileSearches: readonly Search[] = [
  ...aggregations(
    "percentiles",
    each("percentiles", [
      { field: size },
      { field: begin },
      { field: size, percents: [50] },
      { field: size, percents: [99.9, 0, 100, 33.333] },
      { field: size, percents: "50" },
      { field: size, percents: 25 },
      { field: size, percents: ["10", 20] },
      { field: size, percents: [] },
      { field: size, percents: [101] },
      { field: size, percents: [5, -0.5] },
      { field: size, percents: [5, 5] },
      { field: size, percents: null },
      { field: size, values: [5] },
      ...shared,
    ]),
  ),
  ...aggregations(
    "percentile_ranks",
    each("percentile_ranks", [
      { field: size, values: [0, 1, 500, 12_345.678, 1e6, -1e6] },
      { field: size, values: 5 },
      { field: size, values: ["5", 10] },
      { field: size, values: [10, 10] },
      { field: begin, values: [0, 1_300_000_000_000, 1_400_000_000_000] },
      { field: size, values: [] },
      { field: size, values: null },
      { field: size, percents: [5] },
      { field: size },
      ...shared.map((options) => ({ ...options, values: [1, 1000, 1e5] })),
    ]),
  ),
  ...aggregations(
    "median_absolute_deviation",
    each("median_absolute_deviation", [
      { field: size },
      { field: size, missing: 7 },
      { field: size, format: "0.00" },
      { field: size, compression: 50 },
      { field: size, compression: "200" },
      { field: size, execution_hint: "default" },
      { field: "unmapped" },
      { field: "unmapped", missing: 4 },
      { field: begin },
      { field: active },
      { field: facility },
      { field: title },
      {},
      { field: size, compression: 0 },
      { field: size, compression: -5 },
      { field: size, compression: "x" },
      { field: size, execution_hint: "fast" },
      { field: size, keyed: true },
      { field: size, missing: null },
      { field: size, missing: "x" },
    ]),
  ),
  ...["percentiles", "median_absolute_deviation"].flatMap((kind) => [
    ...aggregations(`${kind} of nothing`, each(kind, [{ field: size }]), { query: { match_none: {} } }),
    ...aggregations(`${kind} of few`, each(kind, [{ field: size }]), few),
    ...aggregations(`${kind} of one`, each(kind, [{ field: size }]), {
      query: { range: { [size]: { gte: 990_000 } } },
    }),
  ]),
  ...aggregations("percentiles in buckets", [
    { t: { terms: { field: facility, size: 20 }, aggs: below } },
    { d: { date_histogram: { field: begin, calendar_interval: "year" }, aggs: below } },
    ordered({ "p.50": "desc" }),
    ordered({ "p[99.9]": "asc" }),
    ordered({ "p.5.0": "asc" }),
    ordered({ "r.1000": "asc" }),
    ordered({ d: "desc" }),
    ordered({ p: "desc" }),
    ordered({ "p.x": "desc" }),
  ]),
];
