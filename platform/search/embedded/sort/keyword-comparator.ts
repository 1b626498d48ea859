import { i32, u32 } from "../index/arrays.ts";
import type { OrdinalValues, SegmentReader } from "../index/segment.ts";
import { compareBytes, type Dictionary, utf8 } from "../index/terms.ts";
import type { Comparator } from "./comparator.ts";

export interface KeywordOrder {
  readonly field: string;
  readonly reverse: boolean;
  readonly mode: "min" | "max";
  /** Where documents without a value go, or the term that stands for them. */
  readonly missing: "first" | "last" | { readonly term: string };
  /** The `search_after` value; null is a document without one. */
  readonly after: string | null | undefined;
}

/** Above every ordinal: documents without a value that sort high. */
const high = 0x7fffffff;

/**
 * Compares by the ordinals of the current segment. Terms of other segments and of the request are looked up once a
 * segment: one that the segment does not have stands half way between its neighbours, so ordinals count in twos.
 */
export class KeywordComparator implements Comparator {
  readonly needsScores = false;
  readonly #order: KeywordOrder;
  readonly #sign: number;
  /** Each slot's place in the current segment, valid when the slot's segment is the current one. */
  readonly #places: Int32Array;
  readonly #segments: Int32Array;
  /** Terms of slots, null for no value; undefined until one is asked for. Most slots are overwritten before. */
  readonly #terms: (Uint8Array | null | undefined)[];
  /** The dictionary of each segment that was entered. */
  readonly #dictionaries: (Dictionary | undefined)[] = [];
  readonly #missingPlace: number;
  #segment = -1;
  #dictionary: Dictionary | undefined;
  #placeOf: (doc: number) => number = () => high;
  #values: OrdinalValues | undefined;
  #missing = 0;
  #bottomSlot = 0;
  /** The bottom slot's place in the current segment; undefined until it is asked for. */
  #bottomPlace: number | undefined;
  #after = 0;

  constructor(order: KeywordOrder, slots: number) {
    this.#order = order;
    this.#sign = order.reverse ? -1 : 1;
    this.#places = new Int32Array(slots);
    this.#segments = new Int32Array(slots).fill(-1);
    this.#terms = new Array<Uint8Array | null | undefined>(slots).fill(undefined);
    this.#missingPlace = (order.missing === "first") === order.reverse ? high : -1;
  }
  enter(segment: SegmentReader): void {
    const ordinals = segment.ordinals(this.#order.field);
    this.#segment = segment.ordinal;
    this.#dictionary = ordinals?.terms;
    this.#dictionaries[segment.ordinal] = ordinals?.terms;
    const { missing } = this.#order;
    const missingPlace = typeof missing === "object" ? this.#placeOfTerm(utf8(missing.term)) : this.#missingPlace;
    this.#placeOf = reader(ordinals, this.#order.mode, missingPlace);
    this.#values = ordinals;
    this.#missing = missingPlace;
    if (this.#order.after !== undefined) {
      const after = this.#order.after;
      this.#after = after === null ? missingPlace : this.#placeOfTerm(utf8(after));
    }
    this.#bottomPlace = undefined;
  }
  copy(slot: number, doc: number): void {
    this.#places[slot] = this.#placeOf(doc);
    this.#segments[slot] = this.#segment;
    this.#terms[slot] = undefined;
  }
  compareSlots(a: number, b: number): number {
    if (this.#segments[a] === this.#segments[b])
      return this.#sign * Math.sign(i32(this.#places, a) - i32(this.#places, b));
    return this.#sign * this.#compareTerms(this.#term(a), this.#term(b));
  }
  setBottom(slot: number): void {
    this.#bottomSlot = slot;
    this.#bottomPlace = undefined;
  }
  compareBottom(doc: number): number {
    const place = this.#placeOf(doc);
    const bottom = this.#bottom;
    return bottom < place ? -this.#sign : bottom > place ? this.#sign : 0;
  }
  reject(docs: Uint32Array, _scores: unknown, count: number, rejected: Uint8Array): void {
    const bottom = this.#bottom;
    const values = this.#values;
    if (!values || values.offsets) {
      for (let index = 0; index < count; index++) rejected[index] = this.compareBottom(u32(docs, index)) < 0 ? 1 : 0;
      return;
    }
    const { ordinals } = values;
    const missing = this.#missing;
    const reverse = this.#sign < 0;
    for (let index = 0; index < count; index++) {
      const ordinal = i32(ordinals, u32(docs, index));
      const place = ordinal < 0 ? missing : ordinal * 2;
      rejected[index] = (reverse ? place < bottom : place > bottom) ? 1 : 0;
    }
  }
  compareAfter(doc: number): number {
    return this.#sign * Math.sign(this.#after - this.#placeOf(doc));
  }
  value(slot: number): string {
    const term = this.#term(slot);
    return term ? JSON.stringify(Buffer.from(term).toString("utf8")) : "null";
  }

  get #bottom(): number {
    this.#bottomPlace ??= this.#placeInSegment(this.#bottomSlot);
    return this.#bottomPlace;
  }

  #placeInSegment(slot: number): number {
    if (this.#segments[slot] === this.#segment) return i32(this.#places, slot);
    const term = this.#term(slot);
    return term ? this.#placeOfTerm(term) : this.#missingPlace;
  }

  #placeOfTerm(term: Uint8Array): number {
    const found = this.#dictionary?.find(term) ?? -1;
    return found >= 0 ? found * 2 : (-found - 1) * 2 - 1;
  }

  #term(slot: number): Uint8Array | null {
    let term = this.#terms[slot];
    if (term === undefined) {
      term = this.#termAt(i32(this.#places, slot), this.#dictionaries[i32(this.#segments, slot)]);
      this.#terms[slot] = term;
    }
    return term;
  }

  #termAt(place: number, dictionary: Dictionary | undefined): Uint8Array | null {
    const { missing } = this.#order;
    if (!dictionary || place === high || place < 0 || place % 2 !== 0) {
      return typeof missing === "object" ? utf8(missing.term) : null;
    }
    const ordinal = place / 2;
    return dictionary.bytes.subarray(dictionary.offsets[ordinal], dictionary.offsets[ordinal + 1]);
  }

  #compareTerms(a: Uint8Array | null, b: Uint8Array | null): number {
    if (a && b) return Math.sign(compareBytes(a, 0, a.length, b, 0, b.length));
    if (a === b) return 0;
    const missingFirst = this.#missingPlace < 0;
    return (a === null) === missingFirst ? -1 : 1;
  }
}

function reader(values: OrdinalValues | undefined, mode: "min" | "max", missing: number): (doc: number) => number {
  if (!values) return () => missing;
  const { ordinals, offsets } = values;
  if (!offsets) {
    return (doc) => {
      const ordinal = i32(ordinals, doc);
      return ordinal < 0 ? missing : ordinal * 2;
    };
  }
  return (doc) => {
    const from = u32(offsets, doc);
    const to = u32(offsets, doc + 1);
    if (from === to) return missing;
    return i32(ordinals, mode === "min" ? from : to - 1) * 2;
  };
}
