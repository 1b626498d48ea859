import { javaFloat } from "../../language/java-numbers.ts";
import { f64 } from "../index/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { Comparator } from "./comparator.ts";

/** By score or by place in the index. */
export class PlaceComparator implements Comparator {
  readonly needsScores: boolean;
  readonly #sign: number;
  readonly #slots: Float64Array;
  readonly #after: number;
  #base = 0;
  #bottom = 0;

  constructor(by: "score" | "doc", reverse: boolean, after: number | undefined, slots: number) {
    this.needsScores = by === "score";
    this.#sign = reverse ? -1 : 1;
    // Never compared with when absent.
    this.#after = after ?? Number.NaN;
    this.#slots = new Float64Array(slots);
  }
  enter(segment: SegmentReader): void {
    this.#base = segment.base;
  }
  copy(slot: number, doc: number, score: number): void {
    this.#slots[slot] = this.#valueOf(doc, score);
  }
  compareSlots(a: number, b: number): number {
    return this.#sign * (f64(this.#slots, a) - f64(this.#slots, b));
  }
  setBottom(slot: number): void {
    this.#bottom = f64(this.#slots, slot);
  }
  compareBottom(doc: number, score: number): number {
    return this.#sign * (this.#bottom - this.#valueOf(doc, score));
  }
  compareAfter(doc: number, score: number): number {
    return this.#sign * (this.#after - this.#valueOf(doc, score));
  }
  value(slot: number): string {
    const value = f64(this.#slots, slot);
    return this.needsScores ? javaFloat(value) : String(value);
  }

  #valueOf(doc: number, score: number): number {
    return this.needsScores ? score : this.#base + doc;
  }
}
