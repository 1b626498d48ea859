import type { SegmentReader } from "../index/segment.ts";

/**
 * Compares documents by one sort key. The best documents so far occupy numbered slots. Their values are kept per slot,
 * since segments change. Results are in the order of the key: negative means first in the answer.
 */
export interface Comparator {
  readonly needsScores: boolean;
  enter(segment: SegmentReader): void;
  /** Stores the document's value in the slot. */
  copy(slot: number, doc: number, score: number): void;
  compareSlots(a: number, b: number): number;
  /** Sets the slot that `compareBottom` compares with. */
  setBottom(slot: number): void;
  /** Compares the bottom slot with the document. */
  compareBottom(doc: number, score: number): number;
  /**
   * Sets `rejected` to 1 for those of docs[0 .. count) that certainly sort after the bottom slot, else to 0. The others
   * must still be compared with the current bottom slot.
   */
  reject?(docs: Uint32Array, scores: Float64Array, count: number, rejected: Uint8Array): void;
  /**
   * The live documents of a segment that can be among the first `count` behind the `search_after` value, in index
   * order; undefined where all can.
   */
  leading?(segment: SegmentReader, count: number): Uint32Array | undefined;
  /** Compares the `search_after` value with the document. */
  compareAfter(doc: number, score: number): number;
  /** The slot's value as JSON text. */
  value(slot: number): string;
}

/** Whether the document comes before the bottom slot, by the first key in which they differ. */
export function beatsBottom(comparators: readonly Comparator[], doc: number, score: number): boolean {
  for (const comparator of comparators) {
    const order = comparator.compareBottom(doc, score);
    if (order !== 0) return order > 0;
  }
  return false;
}

/** Whether the document comes after the values of `search_after`. */
export function isAfter(comparators: readonly Comparator[], doc: number, score: number): boolean {
  for (const comparator of comparators) {
    const order = comparator.compareAfter(doc, score);
    if (order !== 0) return order < 0;
  }
  return false;
}
