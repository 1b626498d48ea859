import type { SegmentReader } from "../index/segment.ts";

/** A running tree of aggregations (`aggs` of a search, read and bound to a reader). */
export interface AggregationRun {
  /**
   * The next segment begins; `everything` says that all its live documents match. Returns whether they are to be shown to
   * `collect`: what an aggregation can read off the segment's own statistics, it takes at once.
   */
  enter(segment: SegmentReader, everything: boolean): boolean;
  /**
   * Takes the next matching live documents of a segment: docs[0 .. count), ascending. Segments come in order, each in one
   * or more calls; the array is reused by the caller.
   */
  collect(segment: SegmentReader, docs: Uint32Array, count: number): void;
  /** The `aggregations` object of the answer, as JSON text. Called once, after the last `collect`. */
  answer(): string;
}
