import type { JsonObject } from "../json.ts";

/** A kind of aggregation: reads its body into `Body`, which is plain data. */
export interface AggregationKind<Body> {
  /** Members that its body may have; all others are refused. */
  readonly options: readonly string[];
  /** Whether other aggregations may stand below it. */
  readonly hasBuckets: boolean;
  /** @throws SearchRejected, ShardFailure */
  read(body: JsonObject, name: string): Body;
}
