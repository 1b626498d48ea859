import type { FetchPlan } from "../fetch/plan.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";
import type { PathElement } from "../language/aggregations/path.ts";
import type { Fetch } from "../language/fetch/read.ts";
import type { Clause } from "../language/queries/table.ts";
import type { FieldKey, SortKey } from "../language/sort/read.ts";
import type { Expansion } from "../query/kind.ts";
import type { MakeComparator } from "../sort/make-comparator.ts";
import type { NumberOrder } from "../sort/number-comparator.ts";
import type { Work } from "../work/work.ts";
import type { BucketHits } from "./bucket-hits.ts";
import type { MatchScores } from "./match-scores.ts";
import type { Matcher } from "./matcher.ts";

/** Context in which an aggregation is bound to an index. */
export interface AggregationContext {
  readonly index: IndexReader;
  /** `now` of date math, ms since 1970. */
  readonly now: number;
  readonly work: Work;
  /** Built before the first document is collected, since this may take long. */
  readonly expansions: Expansion[];
  /** Compiles a clause that documents are tested with. @throws ShardFailure */
  matcher(clause: Clause): Matcher;
  /** Binds a sort key to the index. @throws ShardFailure */
  comparator(key: SortKey): MakeComparator;
  /**
   * Binds a sort key to the index as an order of numbers; returns a key that sorts by terms as it is.
   * @throws ShardFailure
   */
  numberOrder(key: SortKey): NumberOrder | FieldKey;
  /** Binds the contents of hits to the index and to the query of the search. @throws ShardFailure */
  fetchPlan(fetch: Fetch): FetchPlan;
  readonly scores: MatchScores;
  /** The hits in the answer. */
  readonly hits: BucketHits;
  /** Whether there is one owner at most: at the top level, and in single buckets there. */
  readonly hasOneOwner: boolean;
  /** Counts buckets of the answer. @throws SearchRejected beyond MAX_BUCKETS */
  countBuckets(more: number): void;
}

/** Creates the collector of an aggregation called `name`. @throws ShardFailure when the field does not support it */
export type MakeCollector<Body> = (
  body: Body,
  context: AggregationContext,
  below: SubAggregations,
  name: string,
) => Collector;

/** The sub-aggregations of each bucket. */
export interface SubAggregations {
  readonly isEmpty: boolean;
  /** Number of sub-aggregations at all levels. */
  readonly size: number;
  /** Collects docs[0 .. count); owners[i] is the bucket of docs[i]. */
  collect(segment: SegmentReader, docs: Uint32Array, owners: Uint32Array, count: number): void;
  /** Does what `collect` does with all of the documents, in small steps. */
  collectInSteps(segment: SegmentReader, docs: Uint32Array, owners: Uint32Array): Generator<void>;
  /**
   * The number that buckets are ordered by: that of a metric, or a single bucket's document count; NaN where there is
   * none.
   */
  metric(path: readonly PathElement[]): (owner: number) => number;
}

/**
 * Collects matching documents. Each belongs to an owner, which is a bucket of the parent aggregation. At the top level
 * `owners` is undefined and the only owner is 0.
 */
export interface Collector {
  collect(segment: SegmentReader, docs: Uint32Array, owners: Uint32Array | undefined, count: number): void;
  /** Does at the top level what `collect` does, in small steps. Set where a document may take long. */
  collectInSteps?(segment: SegmentReader, docs: Uint32Array, count: number): Generator<void>;
  /**
   * Collects all live documents of the segment for owner 0 from its statistics; false, and nothing collected, if it
   * can't.
   */
  collectAll?(segment: SegmentReader): boolean;
  /**
   * Called once, after the last `collect` and before `finish` of the aggregations below: passes deferred documents to
   * these, in small steps.
   */
  finish?(): Generator<void>;
  /**
   * The result for one owner. Called once for each owner that is answered, after the last `collect`. `inFiller`: the
   * owner is an empty bucket that a histogram has put between others. Elasticsearch fills it when it reduces the
   * results of shards, without reading the index.
   * @throws SearchRejected when there are too many buckets
   */
  result(owner: number, inFiller: boolean): Result;
  /**
   * One of the numbers of a metric, for ordering and for pipelines: `key` is `avg` or `95`, for example, `value` for a
   * metric of one number, and `doc_count` for a single bucket.
   */
  metric?(owner: number, key: string): number;
  /** The same for pipelines, where they refuse a number that buckets can be ordered by. @throws SearchRejected */
  pipelineNumber?(owner: number, key: string): number;
  /** The aggregations in a single bucket. The bucket has the number of its owner. */
  readonly inside?: SubAggregations;
  /** Set where the answer is computed from those of other aggregations, without documents. */
  readonly pipeline?: Pipeline;
}

/** A bucket with the number that a pipeline's path leads to in it; NaN where there is none. */
export interface NumberedBucket {
  readonly bucket: Bucket;
  readonly number: number;
  /** The number is the bucket's document count, which every bucket has. */
  readonly isCount?: boolean;
}

/** What a pipeline adds to a bucket. NaN is written as null. */
export interface AddedNumber {
  readonly value: number;
  /** For a derivative with a unit: the change per unit. */
  readonly normalized?: number | undefined;
}

/** Changes the list of buckets that contains the pipeline. */
export interface Arrangement {
  /** Paths from a bucket to the numbers that it needs. */
  readonly paths: readonly (readonly PathElement[])[];
  /** Places of the buckets that stay, in their new order. `numbers` has a list for each path. */
  arrange(buckets: readonly Bucket[], numbers: readonly (readonly NumberedBucket[])[]): readonly number[];
}

/** Either `ofSibling`, or `arrangement`, or `ofParent` and `members`. */
export interface Pipeline {
  readonly path: readonly PathElement[];
  /** The answer of a pipeline beside the aggregation that its path leads to, from that aggregation's buckets. */
  ofSibling?(buckets: readonly NumberedBucket[]): SiblingAnswer;
  /** One item for each bucket of the aggregation that contains the pipeline; undefined adds nothing. */
  ofParent?(buckets: readonly NumberedBucket[]): readonly (AddedNumber | undefined)[];
  readonly arrangement?: Arrangement;
  /** Members that it adds to the JSON of a bucket. */
  members?(added: AddedNumber): string;
}

/** The answer of a pipeline beside the aggregation that it reads. */
export interface SiblingAnswer {
  readonly members: string | Pieces;
  /** A number that other pipelines read in it, by `value` or by one of its own keys; undefined where it has none. */
  number(key: string): number | undefined;
}

/** What an aggregation found: members of the answer's object as JSON text, without braces; or its bucket or buckets. */
export type Result = string | Pieces | Bucket | Buckets;

/** Members of an answer's object as JSON text in pieces, made as they are written. */
export interface Pieces {
  readonly pieces: Iterable<string>;
}

/** A bucket of an answer. Its sub-aggregations are written behind its own members. */
export interface Bucket {
  /** The owner that its sub-aggregations have collected for. */
  readonly number: number;
  readonly documents: number;
  /** Members before `doc_count`, each with a comma behind it: `"key":"CLU",`. */
  readonly before: string;
  /** Members behind `doc_count`, each with a comma before it. */
  readonly behind?: string;
  /** Its key as text: the bucket's name in `keyed` answers and for pipelines. */
  readonly name: string;
  /** Its key where that is a number. */
  readonly key?: number | undefined;
  /** It was made without reading the index: see `Collector.result`. */
  readonly isFiller?: boolean;
}

export interface Buckets {
  /** Members before `buckets`, each with a comma behind it. */
  readonly before: string;
  /** Made one by one as they are read, once: the text of each is counted before the next is made. */
  readonly buckets: Iterable<Bucket>;
  /** Members behind `buckets`, each with a comma before it. */
  readonly behind?: string;
  /** Whether the answer has an object of buckets by name instead of a list. */
  readonly keyed: boolean;
}
