import { belowTerms, type HostileSearch, MANY, nested, PID, repeated } from "./hostile-search.ts";

const BEGIN = "temporal_extent.time_period_begin";
const PLACE = "facility.location";

const BROKEN = "circuit_breaking_exception";

/** Metrics, 250 times each on buckets of one document, and the expected answer. */
const METRICS: readonly (readonly [kind: string, body: object, expected: 200 | string])[] = [
  ["avg", { field: BEGIN }, BROKEN],
  ["geo_bounds", { field: PLACE }, BROKEN],
  ["geo_centroid", { field: PLACE }, BROKEN],
  ["max", { field: BEGIN }, BROKEN],
  ["median_absolute_deviation", { field: "revision", compression: 1_000, missing: 1 }, 200],
  ["min", { field: BEGIN }, BROKEN],
  ["missing", { field: BEGIN }, 200],
  ["stats", { field: BEGIN }, BROKEN],
  ["sum", { field: BEGIN }, BROKEN],
  ["value_count", { field: MANY }, 200],
  ["weighted_avg", { value: { field: BEGIN }, weight: { field: BEGIN } }, BROKEN],
];

/** Pipelines over some 2,500 intervals of time: inside of the intervals, and beside them. */
const overIntervals = (inner: number, innerPipeline: object, outer: number, outerPipeline: object) => ({
  size: 0,
  aggs: {
    ...Object.fromEntries(repeated(outer, (n) => [`o${n}`, outerPipeline])),
    a: {
      date_histogram: { field: BEGIN, fixed_interval: "10d" },
      aggs: Object.fromEntries(repeated(inner, (n) => [`i${n}`, innerPipeline])),
    },
  },
});

const PIPELINES: readonly (readonly [kind: string, options: object])[] = [
  ["extended_stats_bucket", {}],
  ["max_bucket", {}],
  ["min_bucket", {}],
  ["percentiles_bucket", { percents: repeated(250, (n) => n / 3) }],
  ["stats_bucket", {}],
];

/** As many aggregations of each kind as a search may have. */
export const AGGREGATION_SEARCHES: readonly HostileSearch[] = [
  ...METRICS.map(([kind, body, expected]) => ({
    name: `250 times ${kind} below terms`,
    body: belowTerms(PID, 250, { [kind]: body }),
    expected,
  })),
  ...PIPELINES.map(([kind, options]) => ({
    name: `250 times ${kind} in a bucket for each day`,
    body: overIntervals(1, { value_count: { field: MANY } }, 250, { [kind]: { buckets_path: "a>i0", ...options } }),
    expected: 200 as const,
  })),
  ...[
    { percentiles: { field: BEGIN, tdigest: { compression: 1e8 } } },
    { median_absolute_deviation: { field: BEGIN, compression: 1e8 } },
  ].map((aggregation) => ({
    name: `${Object.keys(aggregation).join()} with place for two billion values in each of many buckets`,
    body: belowTerms(MANY, 1, aggregation),
    expected: "illegal_argument_exception",
  })),
  {
    name: "120 derivatives of days",
    body: overIntervals(120, { derivative: { buckets_path: "_count", unit: "1ms" } }, 0, {}),
    expected: 200,
  },
  {
    name: "120 times days as shares of them all",
    body: overIntervals(120, { normalize: { buckets_path: "_count", method: "softmax" } }, 0, {}),
    expected: 200,
  },
  {
    name: "15,000 ranges of numbers that overlap, in each of many buckets",
    body: belowTerms(MANY, 1, {
      range: { field: BEGIN, ranges: repeated(15_000, (n) => ({ from: -1e12 + n, to: 2e12 - n })) },
    }),
    expected: "too_many_buckets_exception",
  },
  {
    name: "objects and what they lie in by turns, 30 deep",
    body: nested(30, (below) => ({
      ...(below && "reverse_nested" in below ? { nested: { path: "variables" } } : { reverse_nested: {} }),
      ...(below && { aggs: { a: below } }),
    })),
    expected: 200,
  },
];
