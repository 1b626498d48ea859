import { item, MAX_SEGMENT_DOCUMENTS } from "../bytes/arrays.ts";

/** Number of adjacent segments of about the same size that are merged. */
export const MERGE_FACTOR = 8;
/** Segments with fewer documents count as the same size. */
export const SMALL_SEGMENT = 1_000;
/** Where a run is too large for one segment, its first segments are merged if they are at least so many. */
const MIN_MERGED = MERGE_FACTOR / 2;
/**
 * A merge makes a segment of at most so many documents, or a fourth of all. So a small index does not take twice its
 * memory while it is merged, and a large one does not have many segments.
 */
const MERGED_DOCUMENTS = MAX_SEGMENT_DOCUMENTS / 2;

/** Number of documents of a segment: live ones, and all. */
export interface SegmentSize {
  readonly liveCount: number;
  readonly maxDoc: number;
}

/** Adjacent segments, from `start` up to before `end`. */
export interface SegmentRun {
  readonly start: number;
  readonly end: number;
}

/** The first segment with mostly deleted documents, or the first run of segments of about the same size. */
export function nextMerge(segments: readonly SegmentSize[]): SegmentRun | undefined {
  const most = mostMerged(segments);
  for (let start = 0; start < segments.length; start++) {
    const held = item(segments, start);
    const mostlyDeleted = held.liveCount < held.maxDoc * 0.6;
    if (mostlyDeleted) return { start, end: start + 1 };
    let end = start;
    let documents = 0;
    let fitting = start;
    // A smaller segment between two large ones is merged with them.
    for (; end < segments.length && level(item(segments, end)) <= level(held); end++) {
      documents += item(segments, end).liveCount;
      if (documents <= most) fitting = end + 1;
    }
    const atLevel = segments.slice(start, end).filter((each) => level(each) === level(held)).length;
    if (atLevel >= MERGE_FACTOR && fitting - start >= MIN_MERGED) return { start, end: fitting };
  }
  return undefined;
}

/**
 * The first run of segments that fit into one, for an index that does not change. The largest one has at most half of
 * the run's documents, so each merge moves a document into a segment of twice the size.
 */
export function nextQuietMerge(segments: readonly SegmentSize[]): SegmentRun | undefined {
  const most = mostMerged(segments);
  for (let start = 0; start < segments.length; start++) {
    let [documents, largest, fitting] = [0, 0, start];
    for (let end = start; end < segments.length; end++) {
      const { liveCount } = item(segments, end);
      documents += liveCount;
      largest = Math.max(largest, liveCount);
      if (documents > most) break;
      if (2 * largest <= documents) fitting = end + 1;
    }
    if (fitting > start) return { start, end: fitting };
  }
  return undefined;
}

function level({ liveCount }: SegmentSize): number {
  return Math.floor(Math.log(Math.max(liveCount, SMALL_SEGMENT)) / Math.log(MERGE_FACTOR));
}

/** Maximum number of documents of a merged segment. */
function mostMerged(segments: readonly SegmentSize[]): number {
  const all = segments.reduce((sum, { liveCount }) => sum + liveCount, 0);
  return Math.min(MAX_SEGMENT_DOCUMENTS, Math.max(MERGED_DOCUMENTS, all / 4));
}
