import { type CardinalityBody, cardinality } from "./cardinality.ts";
import { type DateHistogramBody, dateHistogram } from "./date-histogram.ts";
import type { AggregationKind } from "./kind.ts";
import { type MetricBody, metric } from "./metrics.ts";
import { type TermsBody, terms } from "./terms.ts";

/** What each kind is read into. A kind is added here and below, and to the engine's table of collectors. */
export interface AggregationBodies {
  readonly avg: MetricBody;
  readonly cardinality: CardinalityBody;
  readonly date_histogram: DateHistogramBody;
  readonly max: MetricBody;
  readonly min: MetricBody;
  readonly terms: TermsBody;
}

export type AggregationName = keyof AggregationBodies;

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

/** Every kind of aggregation that is allowed. */
export const aggregationKinds: {
  readonly [Name in AggregationName]: AggregationKind<AggregationBodies[Name]>;
} = { avg: metric, cardinality, date_histogram: dateHistogram, max: metric, min: metric, terms };

export const isAggregationName = (name: string): name is AggregationName => Object.hasOwn(aggregationKinds, name);
