import type { Aggregation } from "../language/aggregations/table.ts";
import type { Collector } from "./aggregation.ts";

/** An aggregation with what it has collected. */
export interface Bound {
  readonly aggregation: Aggregation;
  readonly collector: Collector;
  readonly below: readonly Bound[];
  /** Number of aggregations: this one and its sub-aggregations at all levels. */
  readonly size: number;
}
