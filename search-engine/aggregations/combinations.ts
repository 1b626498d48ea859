import { copied, f64, item, u32 } from "../bytes/arrays.ts";
import type { SegmentReader } from "../index/segment.ts";

/** Keys of documents. */
interface Keys {
  /** Calls `take` with the index in `docs`, ascending, and each key of a document. */
  each(segment: SegmentReader, docs: Uint32Array, count: number, take: (index: number, key: number) => void): void;
}

/** The keys of documents in one list: those of each document end where the next one's start. */
export interface KeysByIndex {
  readonly keys: Float64Array;
  /** One more than there are documents. */
  readonly starts: Uint32Array;
}

/** The keys of docs[0 .. count); `missing`, if given, for a document that has none. */
export function keysByIndex(
  source: Keys,
  segment: SegmentReader,
  docs: Uint32Array,
  count: number,
  missing?: number,
): KeysByIndex {
  const starts = new Uint32Array(count + 1);
  let keys = new Float64Array(count);
  let [size, open] = [0, 0];
  const add = (key: number) => {
    if (size === keys.length) keys = copied(keys, new Float64Array(2 * size));
    keys[size++] = key;
  };
  const openList = (index: number) => {
    while (open < index) {
      if (missing !== undefined && u32(starts, open) === size) add(missing);
      starts[++open] = size;
    }
  };
  source.each(segment, docs, count, (index, key) => {
    openList(index);
    add(key);
  });
  openList(count);
  return { keys, starts };
}

/** How many combinations the documents have. */
export function combinationsOf(parts: readonly KeysByIndex[], count: number): number {
  let sum = 0;
  for (let index = 0; index < count; index++) {
    let product = 1;
    for (const { starts } of parts) {
      const length = u32(starts, index + 1) - u32(starts, index);
      // Infinity times 0 is NaN, which no limit would stop.
      product = length === 0 ? 0 : product * length;
    }
    sum += product;
  }
  return sum;
}

/** The combinations of the keys of documents, one after the other. */
export class Combinations {
  /** The current combination: a key of each part. */
  readonly keys: Float64Array;
  readonly #parts: readonly KeysByIndex[];
  /** The place of each of its keys. */
  readonly #places: Uint32Array;
  #index = 0;

  constructor(parts: readonly KeysByIndex[]) {
    this.#parts = parts;
    this.keys = new Float64Array(parts.length);
    this.#places = new Uint32Array(parts.length);
  }

  /** Goes to the first combination of a document. False if there is none, since the document lacks a key of one part. */
  first(index: number): boolean {
    this.#index = index;
    for (let part = 0; part < this.keys.length; part++) {
      const { starts } = item(this.#parts, part);
      if (u32(starts, index) === u32(starts, index + 1)) return false;
      this.#choose(part, u32(starts, index));
    }
    return true;
  }

  /** Goes to the next one of the document; false behind the last. */
  next(): boolean {
    for (let part = this.keys.length - 1; part >= 0; part--) {
      const { starts } = item(this.#parts, part);
      const place = u32(this.#places, part) + 1;
      const isLast = place === u32(starts, this.#index + 1);
      this.#choose(part, isLast ? u32(starts, this.#index) : place);
      if (!isLast) return true;
    }
    return false;
  }

  #choose(part: number, place: number): void {
    this.#places[part] = place;
    this.keys[part] = f64(item(this.#parts, part).keys, place);
  }
}
