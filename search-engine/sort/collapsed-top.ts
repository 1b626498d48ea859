import { f64, i32, u32 } from "../bytes/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import { beatsBottom, type Comparator, isAfter } from "./comparator.ts";
import type { GroupOf, Groups } from "./groups.ts";
import type { TopDocument, TopDocuments } from "./top.ts";

/** Keeps the best document of each of the best groups, by sort keys; ties in index order. Documents come in index order. */
export class CollapsedTop implements TopDocuments {
  readonly needsScores: boolean;
  readonly minCompetitiveScore = Number.NEGATIVE_INFINITY;
  readonly #size: number;
  readonly #comparators: readonly Comparator[];
  readonly #hasAfter: boolean;
  readonly #answersValues: boolean;
  readonly #groups: Groups;
  readonly #slotOf = new Map<number, number>();
  readonly #groupOf: Float64Array;
  readonly #places: Float64Array;
  readonly #scores: Float64Array;
  /** Slots as a binary heap with the worst on top, and the place of each slot in the heap. */
  readonly #heap: Int32Array;
  readonly #at: Int32Array;
  #count = 0;
  #base = 0;
  #group: GroupOf = () => 0;

  constructor(
    size: number,
    comparators: readonly Comparator[],
    groups: Groups,
    { hasAfter, answersValues }: { readonly hasAfter: boolean; readonly answersValues: boolean },
  ) {
    this.#size = size;
    this.#comparators = comparators;
    this.#groups = groups;
    this.#hasAfter = hasAfter;
    this.#answersValues = answersValues;
    this.needsScores = comparators.some((comparator) => comparator.needsScores);
    this.#groupOf = new Float64Array(size);
    this.#places = new Float64Array(size);
    this.#scores = new Float64Array(size);
    this.#heap = new Int32Array(size);
    this.#at = new Int32Array(size);
  }

  enter(segment: SegmentReader): void {
    this.#base = segment.base;
    this.#group = this.#groups.groupsOf(segment);
    for (const comparator of this.#comparators) comparator.enter(segment);
  }

  collect(docs: Uint32Array, scores: Float64Array, count: number): void {
    for (let index = 0; index < count; index++) {
      const [doc, score] = [u32(docs, index), f64(scores, index)];
      const group = this.#group(doc);
      if (this.#size === 0 || (this.#hasAfter && !isAfter(this.#comparators, doc, score))) continue;
      const known = this.#slotOf.get(group);
      if (known === undefined && this.#count < this.#size) this.#add(this.#count, group, doc, score);
      else this.#replace(known ?? i32(this.#heap, 0), group, doc, score);
    }
  }

  sorted(): TopDocument[] {
    const slots = [...this.#heap.subarray(0, this.#count)].sort((a, b) => (this.#isWorse(a, b) ? 1 : -1));
    return slots.map((slot) => ({ place: f64(this.#places, slot), score: f64(this.#scores, slot), slot }));
  }

  values({ slot }: TopDocument): readonly string[] {
    return this.#answersValues ? this.#comparators.map((comparator) => comparator.value(slot)) : [];
  }

  /** The value of the document's group, as JSON text; undefined where it has none. */
  groupValue({ slot }: TopDocument): string | undefined {
    const group = f64(this.#groupOf, slot);
    return Number.isNaN(group) ? undefined : this.#groups.print(group);
  }

  #add(slot: number, group: number, doc: number, score: number): void {
    this.#set(slot, group, doc, score);
    this.#slotOf.set(group, slot);
    this.#put(this.#count++, slot);
    for (let at = this.#count - 1; at > 0; ) {
      const parent = (at - 1) >>> 1;
      if (!this.#isWorse(i32(this.#heap, at), i32(this.#heap, parent))) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  /** Replaces the document of the slot if the new one is better. */
  #replace(slot: number, group: number, doc: number, score: number): void {
    for (const comparator of this.#comparators) comparator.setBottom(slot);
    if (!beatsBottom(this.#comparators, doc, score)) return;
    this.#slotOf.delete(f64(this.#groupOf, slot));
    this.#slotOf.set(group, slot);
    this.#set(slot, group, doc, score);
    for (let at = i32(this.#at, slot); ; ) {
      let child = 2 * at + 1;
      if (child >= this.#count) break;
      if (child + 1 < this.#count && this.#isWorse(i32(this.#heap, child + 1), i32(this.#heap, child))) child++;
      if (!this.#isWorse(i32(this.#heap, child), slot)) break;
      this.#swap(at, child);
      at = child;
    }
  }

  #set(slot: number, group: number, doc: number, score: number): void {
    this.#groupOf[slot] = group;
    this.#places[slot] = this.#base + doc;
    this.#scores[slot] = score;
    for (const comparator of this.#comparators) comparator.copy(slot, doc, score);
  }

  #put(at: number, slot: number): void {
    this.#heap[at] = slot;
    this.#at[slot] = at;
  }

  #swap(a: number, b: number): void {
    const [first, second] = [i32(this.#heap, a), i32(this.#heap, b)];
    this.#put(a, second);
    this.#put(b, first);
  }

  #isWorse(a: number, b: number): boolean {
    for (const comparator of this.#comparators) {
      const order = comparator.compareSlots(a, b);
      if (order !== 0) return order > 0;
    }
    return f64(this.#places, a) > f64(this.#places, b);
  }
}
