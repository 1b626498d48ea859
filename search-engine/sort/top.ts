import { f64, i32, u32 } from "../bytes/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import { beatsBottom, type Comparator, isAfter } from "./comparator.ts";

/**
 * One of the best documents. `place`: its position in index order (segment base + document). `score` is meaningless
 * when the search is not scored.
 */
export interface TopDocument {
  readonly place: number;
  readonly score: number;
  readonly slot: number;
}

/** Keeps the best `size` documents. Documents must come in index order. */
export interface TopDocuments {
  readonly needsScores: boolean;
  /** Documents with this score or a lower one can't be among the best any more. */
  readonly minCompetitiveScore: number;
  enter(segment: SegmentReader): void;
  /**
   * The live documents of a segment, in index order, that can be among the best where all documents match; undefined
   * where all can.
   */
  leading?(segment: SegmentReader): Uint32Array | undefined;
  collect(docs: Uint32Array, scores: Float64Array, count: number): void;
  /** Best first. Called once. */
  sorted(): TopDocument[];
  /** Sort values of a document, as JSON texts; none when it is sorted by score alone. */
  values(document: TopDocument): readonly string[];
}

/** Bytes of a kept document, and of its value in a comparator. */
const SLOT_BYTES = 20;
const VALUE_BYTES = 8;

/** Memory of so many kept documents with values for so many keys. */
export const bytesOfSlots = (slots: number, keys: number): number => slots * (SLOT_BYTES + keys * VALUE_BYTES);

/** A binary heap of slots with the worst document on top. */
abstract class SlotHeap {
  protected readonly size: number;
  protected readonly heap: Int32Array;
  protected readonly places: Float64Array;
  protected readonly scores: Float64Array;
  protected count = 0;
  protected base = 0;

  constructor(size: number) {
    this.size = size;
    this.heap = new Int32Array(size);
    this.places = new Float64Array(size);
    this.scores = new Float64Array(size);
  }

  /** Whether slot a comes after slot b in the answer. */
  protected abstract worse(a: number, b: number): boolean;

  protected push(slot: number): void {
    const heap = this.heap;
    let at = this.count++;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (!this.worse(slot, i32(heap, parent))) break;
      heap[at] = i32(heap, parent);
      at = parent;
    }
    heap[at] = slot;
  }

  /** Restores the heap after the top slot has changed. */
  protected siftTop(): void {
    const heap = this.heap;
    const slot = i32(heap, 0);
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.count) break;
      if (child + 1 < this.count && this.worse(i32(heap, child + 1), i32(heap, child))) child++;
      if (!this.worse(i32(heap, child), slot)) break;
      heap[at] = i32(heap, child);
      at = child;
    }
    heap[at] = slot;
  }

  sorted(): TopDocument[] {
    const slots = [...this.heap.subarray(0, this.count)].sort((a, b) => (this.worse(a, b) ? 1 : -1));
    return slots.map((slot) => ({ place: f64(this.places, slot), score: f64(this.scores, slot), slot }));
  }
}

/** The best by score; ties in index order. */
export class TopByScore extends SlotHeap implements TopDocuments {
  readonly needsScores = true;

  get minCompetitiveScore(): number {
    if (this.size === 0) return Number.POSITIVE_INFINITY;
    return this.count === this.size ? f64(this.scores, i32(this.heap, 0)) : Number.NEGATIVE_INFINITY;
  }

  enter(segment: SegmentReader): void {
    this.base = segment.base;
  }
  collect(docs: Uint32Array, scores: Float64Array, count: number): void {
    const { size, heap } = this;
    if (size === 0) return;
    for (let index = 0; index < count; index++) {
      const score = f64(scores, index);
      const full = this.count === size;
      if (full && score <= f64(this.scores, i32(heap, 0))) continue;
      const slot = full ? i32(heap, 0) : this.count;
      this.places[slot] = this.base + u32(docs, index);
      this.scores[slot] = score;
      if (full) this.siftTop();
      else this.push(slot);
    }
  }
  values(): readonly string[] {
    return [];
  }

  protected override worse(a: number, b: number): boolean {
    const [x, y] = [f64(this.scores, a), f64(this.scores, b)];
    return x < y || (x === y && f64(this.places, a) > f64(this.places, b));
  }
}

/** The best by sort keys; ties in index order. */
export class TopByKeys extends SlotHeap implements TopDocuments {
  readonly needsScores: boolean;
  readonly minCompetitiveScore = Number.NEGATIVE_INFINITY;
  readonly #comparators: readonly Comparator[];
  readonly #hasAfter: boolean;
  #rejected = new Uint8Array(0);

  constructor(size: number, comparators: readonly Comparator[], hasAfter: boolean) {
    super(size);
    this.#comparators = comparators;
    this.#hasAfter = hasAfter;
    this.needsScores = comparators.some((comparator) => comparator.needsScores);
  }

  enter(segment: SegmentReader): void {
    this.base = segment.base;
    for (const comparator of this.#comparators) comparator.enter(segment);
  }
  leading(segment: SegmentReader): Uint32Array | undefined {
    return this.needsScores ? undefined : this.#comparators[0]?.leading?.(segment, this.size);
  }
  collect(docs: Uint32Array, scores: Float64Array, count: number): void {
    const { size, heap } = this;
    if (size === 0) return;
    const rejected = this.#reject(docs, scores, count);
    for (let index = 0; index < count; index++) {
      if (rejected !== undefined && rejected[index] === 1) continue;
      const doc = u32(docs, index);
      const score = f64(scores, index);
      const full = this.count === size;
      if (full && !beatsBottom(this.#comparators, doc, score)) continue;
      if (this.#hasAfter && !isAfter(this.#comparators, doc, score)) continue;
      const slot = full ? i32(heap, 0) : this.count;
      this.places[slot] = this.base + doc;
      this.scores[slot] = score;
      for (const comparator of this.#comparators) comparator.copy(slot, doc, score);
      if (full) this.siftTop();
      else this.push(slot);
      if (this.count === size) for (const comparator of this.#comparators) comparator.setBottom(i32(heap, 0));
    }
  }
  values({ slot }: TopDocument): readonly string[] {
    return this.#comparators.map((comparator) => comparator.value(slot));
  }

  protected override worse(a: number, b: number): boolean {
    for (const comparator of this.#comparators) {
      const order = comparator.compareSlots(a, b);
      if (order !== 0) return order > 0;
    }
    return f64(this.places, a) > f64(this.places, b);
  }

  /** Rejects documents by the first key in bulk, which is enough for most. */
  #reject(docs: Uint32Array, scores: Float64Array, count: number): Uint8Array | undefined {
    const [first] = this.#comparators;
    if (this.count < this.size || !first?.reject) return undefined;
    if (this.#rejected.length < count) this.#rejected = new Uint8Array(count);
    first.reject(docs, scores, count, this.#rejected);
    return this.#rejected;
  }
}
