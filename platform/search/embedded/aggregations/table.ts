import type { AggregationBodies, AggregationName, AggregationOf } from "../../language/aggregations/table.ts";
import type { AggregationContext, Below, Collector, MakeCollector } from "./aggregation.ts";
import { cardinality } from "./cardinality.ts";
import { composite } from "./composite.ts";
import { dateHistogram } from "./date-histogram.ts";
import { filter } from "./filter.ts";
import { filters } from "./filters.ts";
import { geoBounds } from "./geo-bounds.ts";
import { geoCentroid } from "./geo-centroid.ts";
import { global } from "./global.ts";
import { histogram } from "./histogram.ts";
import { medianAbsoluteDeviation } from "./median-absolute-deviation.ts";
import { avg, max, min, sum } from "./metrics.ts";
import { missing } from "./missing.ts";
import { percentileRanks, percentiles } from "./percentiles.ts";
import { dateRange, range } from "./range.ts";
import { extendedStats, stats } from "./stats.ts";
import { terms } from "./terms.ts";
import { valueCount } from "./value-count.ts";
import { weightedAvg } from "./weighted-avg.ts";

const collectors: { readonly [Name in AggregationName]: MakeCollector<AggregationBodies[Name]> } = {
  avg,
  cardinality,
  composite,
  date_histogram: dateHistogram,
  extended_stats: extendedStats,
  date_range: dateRange,
  filter,
  filters,
  geo_bounds: geoBounds,
  geo_centroid: geoCentroid,
  global,
  histogram,
  max,
  median_absolute_deviation: medianAbsoluteDeviation,
  min,
  missing,
  percentile_ranks: percentileRanks,
  percentiles,
  stats,
  sum,
  range,
  terms,
  value_count: valueCount,
  weighted_avg: weightedAvg,
};

/** Creates the collector of an aggregation. @throws ShardFailure when the field does not support it */
export function makeCollector<Name extends AggregationName>(
  { kind, body, name }: AggregationOf<Name>,
  context: AggregationContext,
  below: Below,
): Collector {
  return collectors[kind](body, context, below, name);
}
