import { f64, i32, sharedBytes, sharedWords, u8, u32 } from "../bytes/arrays.ts";
import { lowerUnit } from "../language/analysis/characters.ts";

/** Distinct terms of a field while a segment is built, in UTF-8, numbered in the order of their first occurrence. */
export class TermTable {
  /** Hash table of pairs: a term's hash, and its number + 1 (0: free slot). They are interleaved for cache locality. */
  #slots = new Int32Array(512);
  #offsets = new Uint32Array(129);
  #bytes = new Uint8Array(1024);
  #scratch = new Uint8Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The number of the term text[start .. end) in lower case, which is added if new. */
  internLowerCase(text: string, start: number, end: number): number {
    const room = (end - start) * 3;
    if (this.#scratch.length < room) this.#scratch = new Uint8Array(room * 2);
    const scratch = this.#scratch;
    let hash = 0;
    let length = 0;
    for (let at = start; at < end; at++) {
      let unit = text.charCodeAt(at);
      if (unit < 0x80) {
        if (unit >= 0x41 && unit <= 0x5a) unit |= 0x20;
        scratch[length++] = unit;
        hash = Math.imul(hash ^ unit, 0x01000193);
        continue;
      }
      let point: number;
      if (unit >= 0xd800 && unit < 0xdc00 && at + 1 < end) {
        const lower = text.slice(at, at + 2).toLowerCase();
        point = lower.codePointAt(0) ?? unit;
        at++;
      } else point = lowerUnit(unit);
      const before = length;
      length = writePoint(scratch, length, point);
      for (let index = before; index < length; index++) hash = Math.imul(hash ^ u8(scratch, index), 0x01000193);
    }
    return this.#intern(scratch, 0, length, hash ^ (hash >>> 15));
  }

  /** The number of the term source[start .. end), which is added if new. `hash` comes from `hashOf`. */
  intern(source: Uint8Array, start: number, end: number, hash: number): number {
    return this.#intern(source, start, end - start, hash);
  }

  /** The sorted dictionary, and the ordinal of each number. */
  sorted(): { dictionary: DictionaryData; ordinals: Int32Array } {
    const bytes = this.#bytes;
    const offsets = this.#offsets;
    const size = this.#size;
    const order = sortedOrder(bytes, offsets, size);
    const ordinals = new Int32Array(size);
    const dictionary = { bytes: sharedBytes(u32(offsets, size)), offsets: sharedWords(size + 1) };
    let end = 0;
    for (let ordinal = 0; ordinal < size; ordinal++) {
      const number = u32(order, ordinal);
      ordinals[number] = ordinal;
      dictionary.bytes.set(bytes.subarray(offsets[number], offsets[number + 1]), end);
      end += u32(offsets, number + 1) - u32(offsets, number);
      dictionary.offsets[ordinal + 1] = end;
    }
    return { dictionary, ordinals };
  }

  #intern(source: Uint8Array, from: number, length: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 2;
    let slot = (hash << 1) & mask;
    for (; slots[slot + 1] !== 0; slot = (slot + 2) & mask) {
      if (slots[slot] !== hash) continue;
      const number = i32(slots, slot + 1) - 1;
      if (this.#equals(number, source, from, length)) return number;
    }
    this.#reserve(length);
    const start = u32(this.#offsets, this.#size);
    const bytes = this.#bytes;
    for (let index = 0; index < length; index++) bytes[start + index] = u8(source, from + index);
    this.#offsets[this.#size + 1] = start + length;
    const number = this.#size++;
    slots[slot] = hash;
    slots[slot + 1] = number + 1;
    if (this.#size * 4 > slots.length) this.#slots = withRoom(slots);
    return number;
  }

  #equals(number: number, source: Uint8Array, from: number, length: number): boolean {
    const start = u32(this.#offsets, number);
    if (u32(this.#offsets, number + 1) - start !== length) return false;
    const bytes = this.#bytes;
    for (let index = 0; index < length; index++) if (bytes[start + index] !== source[from + index]) return false;
    return true;
  }

  #reserve(length: number): void {
    const needed = u32(this.#offsets, this.#size) + length;
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#bytes.length * 2, needed));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    if (this.#size + 2 <= this.#offsets.length) return;
    const offsets = new Uint32Array(this.#offsets.length * 2);
    offsets.set(this.#offsets);
    this.#offsets = offsets;
  }
}

/** A hash table with twice as many slots. Its entries are pairs of a hash and a value other than 0. */
export function withRoom(table: Int32Array): Int32Array<ArrayBuffer> {
  const slots = new Int32Array(table.length * 2);
  const mask = slots.length - 2;
  for (let from = 0; from < table.length; from += 2) {
    if (table[from + 1] === 0) continue;
    let slot = (i32(table, from) << 1) & mask;
    while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
    slots[slot] = i32(table, from);
    slots[slot + 1] = i32(table, from + 1);
  }
  return slots;
}

/** Hash of a term, as `TermTable` and `JsonCursor` compute it. */
export function hashOf(bytes: Uint8Array): number {
  let hash = 0;
  for (let index = 0; index < bytes.length; index++) hash = Math.imul(hash ^ u8(bytes, index), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** A published dictionary: term i is bytes[offsets[i] .. offsets[i + 1]), in byte order. */
export interface DictionaryData {
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
}

const encoder = new TextEncoder();

function writePoint(target: Uint8Array, at: number, point: number): number {
  let length = at;
  if (point < 0x80) {
    target[length++] = point;
  } else if (point < 0x800) {
    target[length++] = 0xc0 | (point >>> 6);
    target[length++] = 0x80 | (point & 0x3f);
  } else if (point < 0x10000) {
    target[length++] = 0xe0 | (point >>> 12);
    target[length++] = 0x80 | ((point >>> 6) & 0x3f);
    target[length++] = 0x80 | (point & 0x3f);
  } else {
    target[length++] = 0xf0 | (point >>> 18);
    target[length++] = 0x80 | ((point >>> 12) & 0x3f);
    target[length++] = 0x80 | ((point >>> 6) & 0x3f);
    target[length++] = 0x80 | (point & 0x3f);
  }
  return length;
}

/** Numbers of the terms in byte order. Most comparisons need only the six bytes after the common prefix. */
function sortedOrder(bytes: Uint8Array, offsets: Uint32Array, size: number): Uint32Array {
  const shared = sharedPrefix(bytes, offsets, size);
  const heads = new Float64Array(size);
  for (let number = 0; number < size; number++) {
    const end = u32(offsets, number + 1);
    let head = 0;
    for (let at = u32(offsets, number) + shared, left = 6; left > 0; left--, at++) {
      head = head * 256 + (at < end ? u8(bytes, at) : 0);
    }
    heads[number] = head;
  }
  const order = new Uint32Array(size);
  for (let number = 0; number < size; number++) order[number] = number;
  return order.sort((a, b) => {
    const difference = f64(heads, a) - f64(heads, b);
    if (difference !== 0) return difference;
    const aStart = u32(offsets, a) + shared;
    const bStart = u32(offsets, b) + shared;
    return compareBytes(bytes, aStart, u32(offsets, a + 1), bytes, bStart, u32(offsets, b + 1));
  });
}

/** Length of the common prefix of all terms, in bytes. */
function sharedPrefix(bytes: Uint8Array, offsets: Uint32Array, size: number): number {
  let shared = size === 0 ? 0 : u32(offsets, 1) - u32(offsets, 0);
  for (let number = 1; number < size && shared > 0; number++) {
    const start = u32(offsets, number);
    const most = Math.min(shared, u32(offsets, number + 1) - start);
    let common = 0;
    while (common < most && bytes[start + common] === bytes[common]) common++;
    shared = common;
  }
  return shared;
}

/** Compares a[aStart .. aEnd) with b[bStart .. bEnd) as unsigned bytes. */
export function compareBytes(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): number {
  const common = Math.min(aEnd - aStart, bEnd - bStart);
  for (let index = 0; index < common; index++) {
    const difference = u8(a, aStart + index) - u8(b, bStart + index);
    if (difference !== 0) return difference;
  }
  return aEnd - aStart - (bEnd - bStart);
}

/** Reads a published dictionary: terms in the order of their UTF-8 bytes. */
export class Dictionary {
  readonly size: number;
  /** Term i is bytes[offsets[i] .. offsets[i + 1]). */
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;

  constructor(data: DictionaryData) {
    this.bytes = data.bytes;
    this.offsets = data.offsets;
    this.size = data.offsets.length - 1;
  }

  text(ordinal: number): string {
    return textOf(this.bytes, u32(this.offsets, ordinal), u32(this.offsets, ordinal + 1));
  }

  /** The term's ordinal, or -(insertion point) - 1. */
  find(term: Uint8Array): number {
    let low = 0;
    let high = this.size - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const order = compareBytes(
        this.bytes,
        u32(this.offsets, middle),
        u32(this.offsets, middle + 1),
        term,
        0,
        term.length,
      );
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -low - 1;
  }

  /** The first ordinal after this one whose term does not begin with the same `length` bytes. */
  after(ordinal: number, length: number): number {
    const start = u32(this.offsets, ordinal);
    const begins = (other: number): boolean => {
      const at = u32(this.offsets, other);
      const end = Math.min(at + length, u32(this.offsets, other + 1));
      return compareBytes(this.bytes, at, end, this.bytes, start, start + length) === 0;
    };
    let low = ordinal;
    let width = 1;
    while (low + width < this.size && begins(low + width)) {
      low += width;
      width *= 2;
    }
    let high = Math.min(low + width, this.size);
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (begins(middle)) low = middle;
      else high = middle;
    }
    return high;
  }
}

/** Decodes UTF-8 bytes, which may be shared memory. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8");
}

export const utf8 = (text: string): Uint8Array => encoder.encode(text);

/** The order of two texts by their bytes in UTF-8. */
export function byCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [unit, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    // Surrogates stand for code points above all other units.
    if (unit !== other) return (isSurrogate(unit) ? 1 : 0) - (isSurrogate(other) ? 1 : 0) || unit - other;
  }
  return a.length - b.length;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xe000;
