import type { SortMode } from "../../language/sort/mode.ts";
import { f64, u32 } from "../index/arrays.ts";
import type { NumberValues, SegmentReader } from "../index/segment.ts";
import type { Comparator } from "./comparator.ts";

export interface NumberOrder {
  readonly field: string;
  readonly reverse: boolean;
  readonly mode: SortMode;
  /** Stands for documents without a value. */
  readonly missing: number;
  /** The `search_after` value. */
  readonly after: number | undefined;
  readonly print: (value: number) => string;
  /** Where the numbers come from when it is not the field's own values. */
  readonly read?: (segment: SegmentReader) => ReadNumber;
  /** Whether means are whole numbers, as those of dates are. */
  readonly whole: boolean;
}

/** Reads the number that a document sorts by. */
export interface ReadNumber {
  (doc: number): number;
  /** A bound that the number is not below, where it is much cheaper to know. */
  readonly atLeast?: (doc: number) => number;
}

export class NumberComparator implements Comparator {
  readonly needsScores = false;
  readonly #order: NumberOrder;
  readonly #sign: number;
  readonly #slots: Float64Array;
  #valueOf: ReadNumber = () => Number.NaN;
  #single: Float64Array | undefined;
  #bottom = 0;

  constructor(order: NumberOrder, slots: number) {
    this.#order = order;
    this.#sign = order.reverse ? -1 : 1;
    this.#slots = new Float64Array(slots);
  }
  enter(segment: SegmentReader): void {
    const { read, field } = this.#order;
    const numbers = segment.numbers(field);
    this.#single = read || numbers?.offsets ? undefined : numbers?.values;
    this.#valueOf = read ? read(segment) : reader(numbers, this.#order);
  }
  copy(slot: number, doc: number): void {
    this.#slots[slot] = this.#valueOf(doc);
  }
  compareSlots(a: number, b: number): number {
    return this.#compare(f64(this.#slots, a), f64(this.#slots, b));
  }
  setBottom(slot: number): void {
    this.#bottom = f64(this.#slots, slot);
  }
  compareBottom(doc: number): number {
    return this.#compare(this.#bottom, this.#valueOf(doc));
  }
  reject(docs: Uint32Array, count: number, rejected: Uint8Array): void {
    const bottom = this.#bottom;
    const values = this.#single;
    const { atLeast } = this.#valueOf;
    if (atLeast && this.#sign > 0) {
      for (let index = 0; index < count; index++) {
        const doc = u32(docs, index);
        rejected[index] = atLeast(doc) > bottom || this.compareBottom(doc) < 0 ? 1 : 0;
      }
      return;
    }
    if (!values) {
      for (let index = 0; index < count; index++) rejected[index] = this.compareBottom(u32(docs, index)) < 0 ? 1 : 0;
      return;
    }
    // A missing value is NaN, which compares as false: it is looked at again.
    if (this.#sign < 0)
      for (let index = 0; index < count; index++) rejected[index] = f64(values, u32(docs, index)) < bottom ? 1 : 0;
    else for (let index = 0; index < count; index++) rejected[index] = f64(values, u32(docs, index)) > bottom ? 1 : 0;
  }
  compareAfter(doc: number): number {
    return this.#compare(this.#order.after ?? Number.NaN, this.#valueOf(doc));
  }
  value(slot: number): string {
    return this.#order.print(f64(this.#slots, slot));
  }

  #compare(a: number, b: number): number {
    return a < b ? -this.#sign : a > b ? this.#sign : 0;
  }
}

/** The number that a document sorts by. */
function reader(numbers: NumberValues | undefined, order: NumberOrder): (doc: number) => number {
  const { missing, mode } = order;
  if (!numbers) return () => missing;
  const { values, offsets } = numbers;
  if (!offsets) {
    return (doc) => {
      const value = f64(values, doc);
      return Number.isNaN(value) ? missing : value;
    };
  }
  const pick = picker(mode, order.whole);
  return (doc) => {
    const from = u32(offsets, doc);
    const to = u32(offsets, doc + 1);
    return from === to ? missing : pick(values, from, to);
  };
}

type Picker = (values: Float64Array, from: number, to: number) => number;

/** One number of several, which are ascending. */
function picker(mode: SortMode, whole: boolean): Picker {
  switch (mode) {
    case "min":
      return (values, from) => f64(values, from);
    case "max":
      return (values, _from, to) => f64(values, to - 1);
    case "sum":
      return sumOf;
    case "avg":
      return (values, from, to) => {
        const mean = sumOf(values, from, to) / (to - from);
        return whole ? Math.round(mean) : mean;
      };
    case "median":
      return (values, from, to) => {
        const middle = (from + to) >>> 1;
        if ((to - from) % 2 === 1) return f64(values, middle);
        const mean = (f64(values, middle - 1) + f64(values, middle)) / 2;
        return whole ? Math.round(mean) : mean;
      };
  }
}

function sumOf(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += f64(values, at);
  return sum;
}
