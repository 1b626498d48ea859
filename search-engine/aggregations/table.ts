import type { AggregationBodies, AggregationName, AggregationOf } from "../language/aggregations/table.ts";
import { adjacencyMatrix } from "./adjacency-matrix.ts";
import type { AggregationContext, Collector, MakeCollector, SubAggregations } from "./aggregation.ts";
import { autoDateHistogram } from "./auto-date-histogram.ts";
import { bucketSort } from "./bucket-sort.ts";
import { cardinality } from "./cardinality.ts";
import { composite } from "./composite.ts";
import { dateHistogram } from "./date-histogram.ts";
import { derivative } from "./derivative.ts";
import { filter } from "./filter.ts";
import { filters } from "./filters.ts";
import { geoBounds } from "./geo-bounds.ts";
import { geoCentroid } from "./geo-centroid.ts";
import { geohashGrid, geotileGrid } from "./geo-grid.ts";
import { global } from "./global.ts";
import { histogram } from "./histogram.ts";
import { medianAbsoluteDeviation } from "./median-absolute-deviation.ts";
import { avg, max, min, sum } from "./metrics.ts";
import { missing } from "./missing.ts";
import { multiTerms } from "./multi-terms.ts";
import { nested } from "./nested.ts";
import { percentileRanks, percentiles } from "./percentiles.ts";
import {
  avgBucket,
  cumulativeSum,
  extendedStatsBucket,
  maxBucket,
  minBucket,
  normalize,
  percentilesBucket,
  serialDiff,
  statsBucket,
  sumBucket,
} from "./pipelines.ts";
import { dateRange, range } from "./range.ts";
import { rareTerms } from "./rare-terms.ts";
import { sampler } from "./sampler.ts";
import { extendedStats, stats } from "./stats.ts";
import { terms } from "./terms.ts";
import { topHits } from "./top-hits.ts";
import { topMetrics } from "./top-metrics.ts";
import { valueCount } from "./value-count.ts";
import { weightedAvg } from "./weighted-avg.ts";

const collectors: { readonly [Name in AggregationName]: MakeCollector<AggregationBodies[Name]> } = {
  adjacency_matrix: adjacencyMatrix,
  auto_date_histogram: autoDateHistogram,
  avg,
  avg_bucket: avgBucket,
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
  max,
  max_bucket: maxBucket,
  median_absolute_deviation: medianAbsoluteDeviation,
  min,
  min_bucket: minBucket,
  missing,
  multi_terms: multiTerms,
  nested,
  normalize,
  percentile_ranks: percentileRanks,
  percentiles,
  percentiles_bucket: percentilesBucket,
  range,
  rare_terms: rareTerms,
  reverse_nested: nested,
  sampler,
  serial_diff: serialDiff,
  stats,
  stats_bucket: statsBucket,
  sum,
  sum_bucket: sumBucket,
  terms,
  top_hits: topHits,
  top_metrics: topMetrics,
  value_count: valueCount,
  weighted_avg: weightedAvg,
};

/** Creates the collector of an aggregation. @throws ShardFailure when the field does not support it */
export function makeCollector<Name extends AggregationName>(
  { kind, body, name }: AggregationOf<Name>,
  context: AggregationContext,
  below: SubAggregations,
): Collector {
  return collectors[kind](body, context, below, name);
}
