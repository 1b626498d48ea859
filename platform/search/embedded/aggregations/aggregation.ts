import type { IndexReader, SegmentReader } from "../index/segment.ts";
import type { Work } from "../work.ts";

/** Context in which an aggregation is bound to an index. */
export interface AggregationContext {
  readonly index: IndexReader;
  /** `now` of date math, ms since 1970. */
  readonly now: number;
  readonly work: Work;
  /** Counts buckets of the answer. @throws SearchRejected beyond MAX_BUCKETS */
  countBuckets(more: number): void;
}

/** Creates the collector of an aggregation called `name`. @throws ShardFailure when the field does not support it */
export type MakeCollector<Body> = (body: Body, context: AggregationContext, below: Below, name: string) => Collector;

/** The sub-aggregations of each bucket. */
export interface Below {
  readonly isEmpty: boolean;
  /** Number of sub-aggregations at all levels. */
  readonly size: number;
  /** Collects docs[0 .. count); owners[i] is the bucket of docs[i]. */
  collect(segment: SegmentReader, docs: Uint32Array, owners: Uint32Array, count: number): void;
  /** `,"name":{…}` of each sub-aggregation, to be appended to the bucket's members. */
  answer(owner: number): string;
  /** The metric that buckets are ordered by. `path` is `mean` or `mean.value`, for example. */
  metric(path: string): (owner: number) => number;
}

/**
 * Collects matching documents. Each belongs to an owner, which is a bucket of the parent aggregation. At the top level
 * `owners` is undefined and the only owner is 0.
 */
export interface Collector {
  collect(segment: SegmentReader, docs: Uint32Array, owners: Uint32Array | undefined, count: number): void;
  /**
   * Collects all live documents of the segment for owner 0 from its statistics; false, and nothing collected, if it
   * can't.
   */
  collectAll?(segment: SegmentReader): boolean;
  /** Members of the answer's object for one owner, without braces. */
  answer(owner: number): string;
  /** Value of a single-value metric, for ordering. */
  metric?(owner: number): number;
}
