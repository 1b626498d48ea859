import { f64, firstAbove, firstAtLeast, hasBit, u32 } from "../bytes/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";
import type { NumberValues } from "../index/segment-data.ts";
import type { MultiValueMode } from "../language/queries/multi-value-mode.ts";
import { type Picker, picker } from "../query/multi-value-mode.ts";
import type { Comparator } from "./comparator.ts";
import { MAX_LONG } from "./sorted-field.ts";

/** The numbers to compare: values of a field, distances, scores, or positions in index order. */
export interface NumberOrder {
  readonly reverse: boolean;
  /** The `search_after` value. */
  readonly after: number | undefined;
  readonly print: (value: number) => string;
  readonly needsScores?: boolean;
  /** Returns a function that reads the numbers of a segment's documents. */
  readonly read: (segment: SegmentReader) => ReadNumber;
  /** Optional fast rejection of documents that sort after the bottom value. */
  readonly reject?: (segment: SegmentReader) => RejectNumbers | undefined;
  /** Optional: see `Comparator.leading`. */
  readonly leading?: (segment: SegmentReader, count: number, after: number | undefined) => Uint32Array | undefined;
}

/** Sets `rejected` to 1 for those of docs[0 .. count) that certainly sort after the bottom value, else to 0. */
export type RejectNumbers = (docs: Uint32Array, count: number, bottom: number, rejected: Uint8Array) => void;

export type ReadNumber = (doc: number, score: number) => number;

export class NumberComparator implements Comparator {
  readonly needsScores: boolean;
  readonly #order: NumberOrder;
  readonly #sign: number;
  readonly #slots: Float64Array;
  #valueOf: ReadNumber = () => Number.NaN;
  #reject: RejectNumbers | undefined;
  #bottom = 0;

  constructor(order: NumberOrder, slots: number) {
    this.needsScores = order.needsScores ?? false;
    this.#order = order;
    this.#sign = order.reverse ? -1 : 1;
    this.#slots = new Float64Array(slots);
  }
  enter(segment: SegmentReader): void {
    this.#reject = this.#order.reject?.(segment);
    this.#valueOf = this.#order.read(segment);
  }
  copy(slot: number, doc: number, score: number): void {
    this.#slots[slot] = this.#valueOf(doc, score);
  }
  compareSlots(a: number, b: number): number {
    return this.#compare(f64(this.#slots, a), f64(this.#slots, b));
  }
  setBottom(slot: number): void {
    this.#bottom = f64(this.#slots, slot);
  }
  compareBottom(doc: number, score: number): number {
    return this.#compare(this.#bottom, this.#valueOf(doc, score));
  }
  reject(docs: Uint32Array, scores: Float64Array, count: number, rejected: Uint8Array): void {
    if (this.#reject) {
      this.#reject(docs, count, this.#bottom, rejected);
      return;
    }
    for (let index = 0; index < count; index++) {
      rejected[index] = this.compareBottom(u32(docs, index), f64(scores, index)) < 0 ? 1 : 0;
    }
  }
  leading(segment: SegmentReader, count: number): Uint32Array | undefined {
    return this.#order.leading?.(segment, count, this.#order.after);
  }
  compareAfter(doc: number, score: number): number {
    return this.#compare(this.#order.after ?? Number.NaN, this.#valueOf(doc, score));
  }
  value(slot: number): string {
    return this.#order.print(f64(this.#slots, slot));
  }

  #compare(a: number, b: number): number {
    return a < b ? -this.#sign : a > b ? this.#sign : 0;
  }
}

/** The number of a field that a document sorts by. */
export interface FieldNumber {
  readonly field: string;
  readonly mode: MultiValueMode;
  /** Value of documents without one. */
  readonly missing: number;
  /** Whether means are rounded to whole numbers, as for dates. */
  readonly whole: boolean;
  /** Converts a value to the number to compare; undefined: it is the value itself. */
  readonly convert?: ((value: number) => number) | undefined;
}

/** Orders documents by the values of a field. */
export function ofField(number: FieldNumber, reverse: boolean): Pick<NumberOrder, "read" | "reject" | "leading"> {
  const read: NumberOrder["read"] = (segment) => numberReader(segment.numbers(number.field), number);
  return number.convert ? { read } : { read, ...ofValues(number, reverse) };
}

/** Optimisations for values that are compared without conversion. */
const ofValues = (number: FieldNumber, reverse: boolean): Required<Pick<NumberOrder, "reject" | "leading">> => ({
  reject: (segment) => {
    const numbers = segment.numbers(number.field);
    return numbers && !numbers.offsets ? rejectSingles(numbers.values, reverse) : undefined;
  },
  leading: (segment, count, after) => {
    const numbers = segment.numbers(number.field);
    const end = number.whole ? MAX_LONG : Number.POSITIVE_INFINITY;
    const isMissingLast = number.missing === (reverse ? -end : end);
    return numbers && !numbers.offsets && isMissingLast
      ? leadingDocuments(numbers, reverse, after, count, segment)
      : undefined;
  },
});

/** Beyond this number the whole segment is visited instead of sorting documents into index order. */
const MAX_LEADING = 8_192;

/**
 * The documents of the first values, with all that share the last of these values; undefined where there are too few
 * values or too many equal ones.
 */
function leadingDocuments(
  { sortedValues, sortedDocs }: NumberValues,
  reverse: boolean,
  after: number | undefined,
  count: number,
  { live }: SegmentReader,
): Uint32Array | undefined {
  const found: number[] = [];
  const end = sortedValues.length;
  const start =
    after === undefined ? 0 : reverse ? end - firstAbove(sortedValues, after) : firstAtLeast(sortedValues, after);
  let [behind, last] = [0, Number.NaN];
  for (let rank = start; rank < end && found.length < MAX_LEADING; rank++) {
    const at = reverse ? end - 1 - rank : rank;
    const value = f64(sortedValues, at);
    if (behind >= count && value !== last) return Uint32Array.from(found).sort();
    const doc = sortedDocs[at] ?? 0;
    if (live && !hasBit(live, doc)) continue;
    found.push(doc);
    if (value !== after) behind++;
    last = value;
  }
  return undefined;
}

/** A missing value is NaN, for which every comparison is false, so it is not rejected here. */
function rejectSingles(values: Float64Array, reverse: boolean): RejectNumbers {
  return (docs, count, bottom, rejected) => {
    if (reverse) {
      for (let index = 0; index < count; index++) rejected[index] = f64(values, u32(docs, index)) < bottom ? 1 : 0;
    } else {
      for (let index = 0; index < count; index++) rejected[index] = f64(values, u32(docs, index)) > bottom ? 1 : 0;
    }
  };
}

/** Reads the number of each document. */
export function numberReader(
  numbers: NumberValues | undefined,
  { missing, mode, whole, convert }: Omit<FieldNumber, "field">,
): ReadNumber {
  if (!numbers) return () => missing;
  const { values, offsets } = numbers;
  if (!offsets) {
    return (doc) => {
      const value = f64(values, doc);
      if (Number.isNaN(value)) return missing;
      return convert ? convert(value) : value;
    };
  }
  const pick = convert ? pickConverted(picker(mode, whole), convert) : picker(mode, whole);
  return (doc) => {
    const from = u32(offsets, doc);
    const to = u32(offsets, doc + 1);
    return from === to ? missing : pick(values, from, to);
  };
}

const pickConverted =
  (pick: Picker, convert: (value: number) => number): Picker =>
  (values, from, to) =>
    pick(values.slice(from, to).map(convert), 0, to - from);
