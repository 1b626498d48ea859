import { allocate } from "./memory.ts";

/** An Int32Array that grows. */
export class IntList {
  values: Int32Array;
  length = 0;

  constructor(capacity = 64) {
    this.values = new Int32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.values.length) this.#grow();
    this.values[this.length++] = value;
  }

  #grow(): void {
    this.values = copied(this.values, new Int32Array(this.values.length * 2));
  }
}

/*
 * Access to elements that are known to exist, for hot loops. With one function per type of array, each element access
 * is monomorphic and V8 inlines it. An index out of range is a bug of the caller.
 */
export const u8 = (array: Uint8Array, index: number): number => array[index]!;
export const u16 = (array: Uint16Array, index: number): number => array[index]!;
export const i32 = (array: Int32Array, index: number): number => array[index]!;
export const u32 = (array: Uint32Array, index: number): number => array[index]!;
export const f64 = (array: Float64Array, index: number): number => array[index]!;

/** Numbers of a segment's documents, at most `MAX_SEGMENT_DOCUMENTS` of them. */
export type DocNumbers = Uint16Array;
export const MAX_SEGMENT_DOCUMENTS = 2 ** 16;

/** How often terms occur: in 8 bits where all of them fit, which is nearly always. */
export type Frequencies = Uint8Array | Uint32Array;
export const frequencyAt = (array: Frequencies, index: number): number => array[index]!;

/** Positions of words: in 8 or 16 bits where all of them fit. */
export type Positions = Uint8Array | Uint16Array | Uint32Array;
export const positionAt = (array: Positions, index: number): number => array[index]!;

/** Ordinals of terms, or -1 for none: in 8 or 16 bits where all of them fit. */
export type Ordinals = Int8Array | Int16Array | Int32Array;
export const ordinalAt = (array: Ordinals, index: number): number => array[index]!;

/** Copies `from` into the beginning of a larger array, and returns that. */
export function copied<Values extends Uint32Array | Int32Array | Float64Array>(from: Values, larger: Values): Values {
  larger.set(from);
  return larger;
}

/** Index of the first value > `value` in ascending values; their length when there is none. */
export function firstAbove(sorted: Float64Array, value: number): number {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (f64(sorted, middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the first value ≥ `value` in ascending values, searched from `from` on; their length when there is none. */
export function firstAtLeast(sorted: Float64Array, value: number, from = 0): number {
  let low = from;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (f64(sorted, middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** An item that is known to exist, for use outside hot loops. @throws RangeError */
export function item<Item>(list: readonly Item[], index: number): Item {
  const found = list[index];
  if (found === undefined) throw new RangeError(`a list of ${list.length} has no item ${index}`);
  return found;
}

/** Arrays in shared memory, so that publishing a segment to another thread copies nothing. */
export const sharedBytes = (size: number): Uint8Array => new Uint8Array(allocate(size), 0, size);
export const sharedCopy = (bytes: Uint8Array): Uint8Array => {
  const copy = sharedBytes(bytes.length);
  copy.set(bytes);
  return copy;
};
export const sharedWords = (size: number): Uint32Array => new Uint32Array(allocate(size * 4), 0, size);
export const sharedNarrow = (size: number): Uint16Array => new Uint16Array(allocate(size * 2), 0, size);
/** For positions up to `largest`. */
export function sharedPositions(size: number, largest: number): Positions {
  if (largest <= 0xff) return sharedBytes(size);
  return largest <= 0xffff ? sharedNarrow(size) : sharedWords(size);
}
/** For ordinals in a dictionary of `terms` terms. */
export function sharedOrdinals(size: number, terms: number): Ordinals {
  if (terms <= 0x80) return new Int8Array(allocate(size), 0, size);
  if (terms <= 0x8000) return new Int16Array(allocate(size * 2), 0, size);
  return new Int32Array(allocate(size * 4), 0, size);
}
export const sharedDoubles = (size: number): Float64Array => new Float64Array(allocate(size * 8), 0, size);

/** A bitset of `size` bits, all clear. */
export const sharedBits = (size: number): Uint32Array => sharedWords((size + 31) >>> 5);

export function setBit(bits: Uint32Array, index: number): void {
  bits[index >>> 5]! |= 1 << (index & 31);
}

export const hasBit = (bits: Uint32Array, index: number): boolean =>
  (u32(bits, index >>> 5) & (1 << (index & 31))) !== 0;

/** Number of bits set from `from` on, and in `others` too if given. */
export function countBits(bits: Uint32Array, from = 0, others?: Uint32Array): number {
  let count = 0;
  let mask = -1 << (from & 31);
  for (let index = from >>> 5; index < bits.length; index++) {
    let word = u32(bits, index) & mask;
    mask = -1;
    if (others) word &= u32(others, index);
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}
