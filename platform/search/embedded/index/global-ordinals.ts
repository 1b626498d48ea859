import { IntList, i32, u32 } from "./arrays.ts";
import type { GlobalOrdinals } from "./segment.ts";
import { compareBytes, type Dictionary, hashOf, TermTable } from "./terms.ts";

/** Terms looked up between two yields. */
const TERMS_BETWEEN_YIELDS = 2_048;

/**
 * Numbers the terms of a field over the dictionaries of all segments. The largest dictionary keeps its ordinals, and
 * only terms that it lacks get new ones: a small segment beside a large one costs little. Yields often, so that the
 * caller can interrupt it.
 */
export function* makeGlobalOrdinals(
  dictionaries: readonly (Dictionary | undefined)[],
): Generator<undefined, GlobalOrdinals> {
  let largest: Dictionary | undefined;
  for (const dictionary of dictionaries) {
    if (dictionary && dictionary.size > (largest?.size ?? -1)) largest = dictionary;
  }
  const base = largest?.size ?? 0;
  const added = new AddedTerms(dictionaries);
  const maps: (Uint32Array | undefined)[] = [];
  for (const [segment, dictionary] of dictionaries.entries()) {
    if (!dictionary || !largest || dictionary === largest) {
      maps.push(undefined);
      continue;
    }
    const { bytes, offsets, size } = dictionary;
    const map = new Uint32Array(size);
    for (let ordinal = 0; ordinal < size; ordinal++) {
      if (ordinal % TERMS_BETWEEN_YIELDS === 0) yield;
      const term = bytes.subarray(offsets[ordinal], offsets[ordinal + 1]);
      const found = largest.find(term);
      map[ordinal] = found >= 0 ? found : base + added.number(term, segment, ordinal);
    }
    maps.push(map);
  }
  const place = (global: number): Place =>
    global < base && largest ? { dictionary: largest, ordinal: global } : added.place(global - base);
  return {
    size: base + added.size,
    maps,
    text(global) {
      const { dictionary, ordinal } = place(global);
      return dictionary.text(ordinal);
    },
    compare(a, b) {
      if (a < base && b < base) return a - b;
      const [x, y] = [place(a), place(b)];
      return compareBytes(
        x.dictionary.bytes,
        u32(x.dictionary.offsets, x.ordinal),
        u32(x.dictionary.offsets, x.ordinal + 1),
        y.dictionary.bytes,
        u32(y.dictionary.offsets, y.ordinal),
        u32(y.dictionary.offsets, y.ordinal + 1),
      );
    },
  };
}

/** Where a term stands. */
interface Place {
  readonly dictionary: Dictionary;
  readonly ordinal: number;
}

/** Terms that the largest dictionary lacks, numbered from 0, each with the first place where it was found. */
class AddedTerms {
  readonly #dictionaries: readonly (Dictionary | undefined)[];
  readonly #terms = new TermTable();
  readonly #segments = new IntList();
  readonly #ordinals = new IntList();

  constructor(dictionaries: readonly (Dictionary | undefined)[]) {
    this.#dictionaries = dictionaries;
  }

  get size(): number {
    return this.#terms.size;
  }

  number(term: Uint8Array, segment: number, ordinal: number): number {
    const number = this.#terms.intern(term, 0, term.length, hashOf(term));
    if (number === this.#segments.length) {
      this.#segments.push(segment);
      this.#ordinals.push(ordinal);
    }
    return number;
  }

  /** @throws RangeError */
  place(number: number): Place {
    const dictionary = number < this.size ? this.#dictionaries[i32(this.#segments.values, number)] : undefined;
    if (!dictionary) throw new RangeError(`there is no added term ${number}`);
    return { dictionary, ordinal: i32(this.#ordinals.values, number) };
  }
}
