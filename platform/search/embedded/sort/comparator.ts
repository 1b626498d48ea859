import type { SegmentReader } from "../index/segment.ts";

/**
 * Compares documents by one sort key. The best documents so far sit in numbered slots; values are kept per slot, so that
 * they outlive their segment. All orders are as the key says: negative means first in the answer.
 */
export interface Comparator {
  readonly needsScores: boolean;
  enter(segment: SegmentReader): void;
  /** Keeps the document's value in the slot. */
  copy(slot: number, doc: number, score: number): void;
  compareSlots(a: number, b: number): number;
  /** The slot that `compareBottom` compares with. */
  setBottom(slot: number): void;
  /** Order of the bottom slot and the document. */
  compareBottom(doc: number, score: number): number;
  /**
   * Marks, in `rejected`, which of docs[0 .. count) come surely after the bottom slot. It may leave out some; what a
   * changed bottom would reject is looked at again.
   */
  reject?(docs: Uint32Array, scores: Float64Array, count: number, rejected: Uint8Array): void;
  /** Order of the `search_after` value and the document. */
  compareAfter(doc: number, score: number): number;
  /** The slot's value as JSON text. */
  value(slot: number): string;
}
