import type { JsonObject } from "../../language/json.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";

/** Buckets that one answer may have, as in Elasticsearch. */
export const MOST_BUCKETS = 65_536;

/** What binding an aggregation to an index may look at. */
export interface AggregationContext {
  readonly index: IndexReader;
  /** `now` of date math, ms since 1970. */
  readonly now: number;
  /** Counts buckets of the whole answer. @throws SearchRejected when there are too many. */
  countBuckets(more: number): void;
}

/** A kind of aggregation. To add one is to add a file and a line in `table.ts`. */
export interface AggregationKind {
  readonly name: string;
  /** Members that its body may have; anything else is refused. */
  readonly options: readonly string[];
  /** Whether other aggregations may stand below it. */
  readonly buckets: boolean;
  /** Reads the body. The result is bound later, after the whole tree has been read. @throws SearchRejected */
  parse(body: JsonObject, name: string): Bind;
}

/** Makes the collector of a parsed aggregation. @throws ShardFailure when the field can't be aggregated so. */
export type Bind = (context: AggregationContext, below: Below) => Collector;

/** The aggregations inside each bucket. */
export interface Below {
  readonly isEmpty: boolean;
  collect(segment: SegmentReader, docs: Uint32Array, owners: Uint32Array, count: number): void;
  /** `,"name":{…}` of each, to be appended to the bucket's members. */
  answer(owner: number): string;
  /** What buckets are ordered by: a path such as `mean` or `mean.value`. @throws SearchRejected */
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
  /** Elasticsearch's name of the result, in refusals: `sterms`. */
  readonly resultType: string;
}
