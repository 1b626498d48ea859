import { adjacencyMatrix } from "./adjacency-matrix.ts";
import { autoDateHistogram } from "./auto-date-histogram.ts";
import { bucketSort } from "./bucket-sort.ts";
import { cardinality } from "./cardinality.ts";
import { composite } from "./composite.ts";
import { dateHistogram } from "./date-histogram.ts";
import { extendedStats } from "./extended-stats.ts";
import { filter } from "./filter.ts";
import { filters } from "./filters.ts";
import { geohashGrid, geotileGrid } from "./geo-grid.ts";
import { geoBounds, geoCentroid } from "./geo-metrics.ts";
import { global } from "./global.ts";
import { histogram } from "./histogram.ts";
import { medianAbsoluteDeviation } from "./median-absolute-deviation.ts";
import { metric, stats } from "./metrics.ts";
import { missing } from "./missing.ts";
import { multiTerms } from "./multi-terms.ts";
import { nested, reverseNested } from "./nested.ts";
import { normalize } from "./normalize.ts";
import { percentileRanks, percentiles } from "./percentiles.ts";
import { percentilesBucket } from "./percentiles-bucket.ts";
import { cumulativeSum, derivative, extendedStatsBucket, plainPipeline, serialDiff } from "./pipeline.ts";
import { dateRange, range } from "./range.ts";
import { rareTerms } from "./rare-terms.ts";
import { sampler } from "./sampler.ts";
import { terms } from "./terms.ts";
import { topHits } from "./top-hits.ts";
import { topMetrics } from "./top-metrics.ts";
import { weightedAvg } from "./weighted-avg.ts";

/** Every kind of aggregation that is allowed. A kind is added here, and to the engine's table of collectors. */
export const aggregationKinds = {
  adjacency_matrix: adjacencyMatrix,
  auto_date_histogram: autoDateHistogram,
  avg: metric,
  avg_bucket: plainPipeline,
  bucket_sort: bucketSort,
  cardinality,
  composite,
  cumulative_sum: cumulativeSum,
  date_histogram: dateHistogram,
  date_range: dateRange,
  derivative,
  extended_stats: extendedStats,
  extended_stats_bucket: extendedStatsBucket,
  filter,
  filters,
  geo_bounds: geoBounds,
  geo_centroid: geoCentroid,
  geohash_grid: geohashGrid,
  geotile_grid: geotileGrid,
  global,
  histogram,
  max: metric,
  max_bucket: plainPipeline,
  median_absolute_deviation: medianAbsoluteDeviation,
  min: metric,
  min_bucket: plainPipeline,
  missing,
  multi_terms: multiTerms,
  nested,
  normalize,
  percentile_ranks: percentileRanks,
  percentiles,
  percentiles_bucket: percentilesBucket,
  range,
  rare_terms: rareTerms,
  reverse_nested: reverseNested,
  sampler,
  serial_diff: serialDiff,
  stats,
  stats_bucket: plainPipeline,
  sum: metric,
  sum_bucket: plainPipeline,
  terms,
  top_hits: topHits,
  top_metrics: topMetrics,
  value_count: metric,
  weighted_avg: weightedAvg,
};

export type AggregationName = keyof typeof aggregationKinds;

/** The body of each kind, as read. */
export type AggregationBodies = {
  readonly [Name in AggregationName]: ReturnType<(typeof aggregationKinds)[Name]["read"]>;
};

/** An aggregation as read: plain data, checked as far as possible without the mapping. */
export type AggregationOf<Name extends AggregationName> = {
  readonly [Each in Name]: {
    /** Its name in the body. */
    readonly name: string;
    readonly kind: Each;
    readonly body: AggregationBodies[Each];
    /** JSON text, copied into the answer. */
    readonly meta: string | undefined;
    readonly below: readonly Aggregation[];
  };
}[Name];
export type Aggregation = AggregationOf<AggregationName>;

export const isAggregationName = (name: string): name is AggregationName => Object.hasOwn(aggregationKinds, name);
