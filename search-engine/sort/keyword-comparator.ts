import { i32, ordinalAt, u32 } from "../bytes/arrays.ts";
import type { OrdinalValues, SegmentReader } from "../index/segment.ts";
import { compareBytes, type Dictionary, textOf, utf8 } from "../index/terms.ts";
import type { Comparator } from "./comparator.ts";

export interface KeywordOrder {
  readonly field: string;
  readonly reverse: boolean;
  readonly mode: "min" | "max";
  /** The place of documents without a value, or the term that they sort as. */
  readonly missing: "first" | "last" | { readonly term: string };
  /** The `search_after` value; null means a document without a value. */
  readonly after: string | null | undefined;
}

/**
 * Distance of the ranks of neighbouring terms of the segment. Between them is room for a missing term that the segment
 * lacks, and for other such terms before and behind it.
 */
const STEP = 4;
/** Ranks of documents without a value, above and below those of all terms. */
const MAX_RANK = 0x7fffffff;
const MIN_RANK = -STEP;

/** A term: bytes[start .. end). Slots keep none, since a view of bytes takes a hundred bytes itself. */
interface Term {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/**
 * Compares by ranks in the current segment. The rank of a term is a multiple of its ordinal, so that a term that the
 * segment lacks lies at a rank between its neighbours. Terms of other segments and of the request are looked up once per
 * segment.
 */
export class KeywordComparator implements Comparator {
  readonly needsScores = false;
  readonly #order: KeywordOrder;
  readonly #sign: number;
  /** Rank of each slot in the segment that its document comes from (`#segments`). */
  readonly #ranks: Int32Array;
  readonly #segments: Int32Array;
  /** Dictionaries of the segments entered so far. */
  readonly #dictionaries: (Dictionary | undefined)[] = [];
  /** The term that documents without a value sort as. */
  readonly #missingTerm: Uint8Array | undefined;
  /** Rank of documents without a value, unless they sort as a term. */
  readonly #nullRank: number;
  #segment = -1;
  #dictionary: Dictionary | undefined;
  #rankOf: (doc: number) => number = () => MAX_RANK;
  #values: OrdinalValues | undefined;
  /** Rank of documents without a value in the current segment. */
  #missingRank = 0;
  #bottomSlot = 0;
  /** Rank of the bottom slot in the current segment; computed on demand. */
  #bottomRank: number | undefined;
  #after = 0;

  constructor(order: KeywordOrder, slots: number) {
    this.#order = order;
    this.#sign = order.reverse ? -1 : 1;
    this.#ranks = new Int32Array(slots);
    this.#segments = new Int32Array(slots).fill(-1);
    this.#missingTerm = typeof order.missing === "object" ? utf8(order.missing.term) : undefined;
    this.#nullRank = (order.missing === "first") === order.reverse ? MAX_RANK : MIN_RANK;
  }
  enter(segment: SegmentReader): void {
    const ordinals = segment.ordinals(this.#order.field);
    this.#segment = segment.ordinal;
    this.#dictionary = ordinals?.terms;
    this.#dictionaries[segment.ordinal] = ordinals?.terms;
    const missingRank = this.#missingTerm ? this.#rankOfTerm(this.#missingTerm) : this.#nullRank;
    this.#rankOf = reader(ordinals, this.#order.mode, missingRank);
    this.#values = ordinals;
    this.#missingRank = missingRank;
    if (this.#order.after !== undefined) {
      const after = this.#order.after;
      this.#after = after === null ? missingRank : this.#rankOfTerm(utf8(after));
    }
    this.#bottomRank = undefined;
  }
  copy(slot: number, doc: number): void {
    this.#ranks[slot] = this.#rankOf(doc);
    this.#segments[slot] = this.#segment;
  }
  compareSlots(a: number, b: number): number {
    if (this.#segments[a] === this.#segments[b])
      return this.#sign * Math.sign(i32(this.#ranks, a) - i32(this.#ranks, b));
    return this.#sign * this.#compareTerms(this.#term(a), this.#term(b));
  }
  setBottom(slot: number): void {
    this.#bottomSlot = slot;
    this.#bottomRank = undefined;
  }
  compareBottom(doc: number): number {
    const rank = this.#rankOf(doc);
    const bottom = this.#bottom;
    return bottom < rank ? -this.#sign : bottom > rank ? this.#sign : 0;
  }
  reject(docs: Uint32Array, _scores: unknown, count: number, rejected: Uint8Array): void {
    const bottom = this.#bottom;
    const values = this.#values;
    if (!values || values.offsets) {
      for (let index = 0; index < count; index++) rejected[index] = this.compareBottom(u32(docs, index)) < 0 ? 1 : 0;
      return;
    }
    const { ordinals } = values;
    const missing = this.#missingRank;
    const reverse = this.#sign < 0;
    for (let index = 0; index < count; index++) {
      const ordinal = ordinalAt(ordinals, u32(docs, index));
      const rank = ordinal < 0 ? missing : ordinal * STEP;
      rejected[index] = (reverse ? rank < bottom : rank > bottom) ? 1 : 0;
    }
  }
  compareAfter(doc: number): number {
    return this.#sign * Math.sign(this.#after - this.#rankOf(doc));
  }
  value(slot: number): string {
    const term = this.#term(slot);
    return term ? JSON.stringify(textOf(term.bytes, term.start, term.end)) : "null";
  }

  get #bottom(): number {
    this.#bottomRank ??= this.#rankInSegment(this.#bottomSlot);
    return this.#bottomRank;
  }

  #rankInSegment(slot: number): number {
    if (this.#segments[slot] === this.#segment) return i32(this.#ranks, slot);
    const term = this.#term(slot);
    return term ? this.#rankOfTerm(term.bytes.subarray(term.start, term.end)) : this.#nullRank;
  }

  #rankOfTerm(term: Uint8Array): number {
    const found = this.#dictionary?.find(term) ?? -1;
    if (found >= 0) return found * STEP;
    const missing = this.#missingTerm;
    const order = missing ? Math.sign(compareBytes(term, 0, term.length, missing, 0, missing.length)) : 0;
    return (-found - 1) * STEP - STEP / 2 + order;
  }

  /** The slot's term, null for no value. */
  #term(slot: number): Term | null {
    const rank = i32(this.#ranks, slot);
    const dictionary = this.#dictionaries[i32(this.#segments, slot)];
    if (!dictionary || rank === MAX_RANK || rank < 0 || rank % STEP !== 0) {
      const missing = this.#missingTerm;
      return missing ? { bytes: missing, start: 0, end: missing.length } : null;
    }
    const ordinal = rank / STEP;
    const { bytes, offsets } = dictionary;
    return { bytes, start: u32(offsets, ordinal), end: u32(offsets, ordinal + 1) };
  }

  #compareTerms(a: Term | null, b: Term | null): number {
    if (a && b) return Math.sign(compareBytes(a.bytes, a.start, a.end, b.bytes, b.start, b.end));
    if (a === b) return 0;
    const missingFirst = this.#nullRank < 0;
    return (a === null) === missingFirst ? -1 : 1;
  }
}

function reader(values: OrdinalValues | undefined, mode: "min" | "max", missing: number): (doc: number) => number {
  if (!values) return () => missing;
  const { ordinals, offsets } = values;
  if (!offsets) {
    return (doc) => {
      const ordinal = ordinalAt(ordinals, doc);
      return ordinal < 0 ? missing : ordinal * STEP;
    };
  }
  return (doc) => {
    const from = u32(offsets, doc);
    const to = u32(offsets, doc + 1);
    if (from === to) return missing;
    return ordinalAt(ordinals, mode === "min" ? from : to - 1) * STEP;
  };
}
