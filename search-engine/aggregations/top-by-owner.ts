import { copied, f64, u32 } from "../bytes/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { Work } from "../work/work.ts";

/** A document with the number that it sorts by. */
export interface SortedDocument {
  readonly segment: number;
  readonly doc: number;
  readonly number: number;
}

const INITIAL_OWNERS = 8;
/** Bytes of a document: its number, its place and its segment. */
const SLOT_BYTES = 16;

/**
 * The first documents of each owner by a number. They lie in a heap with the last of them on top, filled from the end
 * as in Elasticsearch, which decides the order of equal documents.
 */
export class TopByOwner {
  readonly #size: number;
  readonly #sign: 1 | -1;
  readonly #work: Work;
  #numbers: Float64Array;
  #docs: Uint32Array;
  #segments: Uint32Array;
  /** Documents of each owner. */
  #counts = new Uint32Array(INITIAL_OWNERS);

  constructor(size: number, reverse: boolean, work: Work) {
    this.#size = size;
    this.#sign = reverse ? -1 : 1;
    this.#work = work;
    this.#numbers = new Float64Array(INITIAL_OWNERS * size);
    this.#docs = new Uint32Array(INITIAL_OWNERS * size);
    this.#segments = new Uint32Array(INITIAL_OWNERS * size);
  }

  /** @throws ShardFailure when the search takes too much memory */
  add(owner: number, segment: SegmentReader, doc: number, number: number): void {
    if (owner >= this.#counts.length) this.#grow(owner);
    const root = owner * this.#size;
    const count = u32(this.#counts, owner);
    if (count === this.#size) {
      if (!this.#isBefore(number, f64(this.#numbers, root))) return;
      this.#set(root, segment, doc, number);
      this.#sink(root, 0);
      return;
    }
    this.#set(root + this.#size - 1 - count, segment, doc, number);
    this.#counts[owner] = count + 1;
    if (count + 1 < this.#size) return;
    for (let parent = (this.#size >>> 1) - 1; parent >= 0; parent--) this.#sink(root, parent);
  }

  /** The documents of an owner, in order. */
  of(owner: number): readonly SortedDocument[] {
    const end = (owner + 1) * this.#size;
    const found: SortedDocument[] = [];
    for (let slot = end - (this.#counts[owner] ?? 0); slot < end; slot++) found.push(this.#at(slot));
    return found.sort((a, b) => (a.number === b.number ? 0 : this.#isBefore(a.number, b.number) ? -1 : 1));
  }

  /** The first document of an owner. */
  first(owner: number): SortedDocument | undefined {
    const count = this.#counts[owner] ?? 0;
    const end = (owner + 1) * this.#size;
    let first = end - count;
    for (let slot = first + 1; slot < end; slot++) {
      if (this.#isBefore(f64(this.#numbers, slot), f64(this.#numbers, first))) first = slot;
    }
    return count > 0 ? this.#at(first) : undefined;
  }

  #at(slot: number): SortedDocument {
    return { segment: u32(this.#segments, slot), doc: u32(this.#docs, slot), number: f64(this.#numbers, slot) };
  }

  #isBefore(a: number, b: number): boolean {
    return this.#sign * a < this.#sign * b;
  }

  #set(slot: number, segment: SegmentReader, doc: number, number: number): void {
    this.#numbers[slot] = number;
    this.#docs[slot] = doc;
    this.#segments[slot] = segment.ordinal;
  }

  /** Moves a document down until all below it sort before it. */
  #sink(root: number, from: number): void {
    for (let parent = from; ; ) {
      let last = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2]) {
        if (child < this.#size && this.#isBefore(f64(this.#numbers, root + last), f64(this.#numbers, root + child))) {
          last = child;
        }
      }
      if (last === parent) return;
      for (const array of [this.#numbers, this.#docs, this.#segments]) swap(array, root + parent, root + last);
      parent = last;
    }
  }

  #grow(owner: number): void {
    const owners = 2 ** Math.ceil(Math.log2(owner + 1));
    this.#work.take((owners - this.#counts.length) * (this.#size * SLOT_BYTES + 4));
    this.#counts = copied(this.#counts, new Uint32Array(owners));
    this.#numbers = copied(this.#numbers, new Float64Array(owners * this.#size));
    this.#docs = copied(this.#docs, new Uint32Array(owners * this.#size));
    this.#segments = copied(this.#segments, new Uint32Array(owners * this.#size));
  }
}

function swap(array: Float64Array | Uint32Array, a: number, b: number): void {
  const held = array[a] ?? 0;
  array[a] = array[b] ?? 0;
  array[b] = held;
}
