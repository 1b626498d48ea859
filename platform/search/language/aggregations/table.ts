import { cardinality } from "./cardinality.ts";
import { dateHistogram } from "./date-histogram.ts";

import { extendedStats } from "./extended-stats.ts";

import { filter } from "./filter.ts";
import { filters } from "./filters.ts";
import { global } from "./global.ts";
import { histogram } from "./histogram.ts";
import { metric, stats } from "./metrics.ts";
import { missing } from "./missing.ts";

import { dateRange, range } from "./range.ts";
import { terms } from "./terms.ts";

/** Every kind of aggregation that is allowed. A kind is added here, and to the engine's table of collectors. */
export const aggregationKinds = {
  avg: metric,
  cardinality,
  date_histogram: dateHistogram,
  extended_stats: extendedStats,
  date_range: dateRange,
  filter,
  filters,
  global,
  histogram,
  max: metric,
  min: metric,
  missing,
  stats,
  sum: metric,
  range,
  terms,
  value_count: metric,
};

export type AggregationName = keyof typeof aggregationKinds;

/** What each kind is read into. */
export type AggregationBodies = {
  readonly [Name in AggregationName]: ReturnType<(typeof aggregationKinds)[Name]["read"]>;
};

/** An aggregation as read: plain data, checked as far as that is possible without the mapping. */
export type AggregationOf<Name extends AggregationName> = {
  readonly [Each in Name]: {
    /** As the body calls it. */
    readonly name: string;
    readonly kind: Each;
    readonly body: AggregationBodies[Each];
    /** JSON text that is answered as it is. */
    readonly meta: string | undefined;
    readonly below: readonly Aggregation[];
  };
}[Name];
export type Aggregation = AggregationOf<AggregationName>;

export const isAggregationName = (name: string): name is AggregationName => Object.hasOwn(aggregationKinds, name);
