import type { AggregationMembers } from "./members.ts";

/** A kind of aggregation: reads its body into `Body`, which is plain data. */
export interface AggregationKind<Body> {
  /** Members that its body may have; all others are refused. Undefined: `read` decides. */
  readonly options: readonly string[] | undefined;
  /** Kind of its result. Buckets may have sub-aggregations. */
  readonly makes: "metric" | "hits" | "bucket" | "buckets" | "pipeline";
  /** @throws SearchRejected, ShardFailure */
  read(members: AggregationMembers): Body;
  /**
   * Why a metric has no number for a key to order buckets by; undefined when it has. A kind without this method has one
   * number.
   */
  refusesKey?(key: string | undefined, name: string, body: Body): string | undefined;
}
