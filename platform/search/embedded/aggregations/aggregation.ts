import type { IndexReader, SegmentReader } from "../index/segment.ts";
import type { Work } from "../work.ts";

/** What binding an aggregation to an index may look at. */
export interface AggregationContext {
  readonly index: IndexReader;
  /** `now` of date math, ms since 1970. */
  readonly now: number;
  readonly work: Work;
  /** Counts buckets of the whole answer. @throws SearchRejected when there are too many. */
  countBuckets(more: number): void;
}

/** Makes the collector of an aggregation called `name`. @throws ShardFailure when the field can't be aggregated so. */
export type MakeCollector<Body> = (body: Body, context: AggregationContext, below: Below, name: string) => Collector;

/** The aggregations inside each bucket. */
export interface Below {
  readonly isEmpty: boolean;
  /** Aggregations, those inside them included. */
  readonly size: number;
  collect(segment: SegmentReader, docs: Uint32Array, owners: Uint32Array, count: number): void;
  /** `,"name":{…}` of each, to be appended to the bucket's members. */
  answer(owner: number): string;
  /** What buckets are ordered by: a path such as `mean` or `mean.value`. */
  metric(path: string): (owner: number) => number;
}

/** Gathers matching documents. Each belongs to a bucket of the aggregation above, its owner; at the top there is one, 0. */
export interface Collector {
  collect(segment: SegmentReader, docs: Uint32Array, owners: Uint32Array | undefined, count: number): void;
  /** Takes all live documents of the segment for owner 0, if it can do so without looking at each; false if it can't. */
  collectAll?(segment: SegmentReader): boolean;
  /** The members of the answer's object for one owner, without braces. */
  answer(owner: number): string;
  /** A single-value metric's number, for ordering. */
  metric?(owner: number): number;
}
