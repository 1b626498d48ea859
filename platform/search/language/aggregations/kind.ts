import type { AggregationMembers } from "./members.ts";

/** A kind of aggregation: reads its body into `Body`, which is plain data. */
export interface AggregationKind<Body> {
  /** Members that its body may have; all others are refused. */
  readonly options: readonly string[];
  /** Whether other aggregations may stand below it. */
  readonly hasBuckets: boolean;
  /** @throws SearchRejected, ShardFailure */
  read(members: AggregationMembers): Body;
}
