import { IntList, i32, u32 } from "../bytes/arrays.ts";
import type { GlobalOrdinals } from "./segment.ts";
import { compareBytes, type Dictionary, hashOf, withRoom } from "./terms.ts";

/** Steps of numbering a term: it is looked up in the largest dictionary, and then among the added terms. */
const STEPS_OF_A_TERM = 10;
/** Bytes of a term that are read in the time of a step. */
const BYTES_A_STEP = 32;
/** Steps between two yields. */
const STEPS_BETWEEN_YIELDS = 20_000;
/** Bytes kept for a term that the largest dictionary lacks. */
const PLACE_BYTES = 8;

/**
 * Cost of a part of the numbering. The bytes of a table are reported before it is allocated. All are held until the
 * search ends.
 */
export interface NumberingCost {
  readonly steps: number;
  readonly bytes: number;
}

/**
 * Numbers the terms of a field over the dictionaries of all segments. The largest dictionary keeps its ordinals, and
 * only terms that it lacks get new ones: a small segment beside a large one costs little. Yields often, so that the
 * caller can interrupt it.
 */
export function* makeGlobalOrdinals(
  dictionaries: readonly (Dictionary | undefined)[],
): Generator<NumberingCost, GlobalOrdinals> {
  let largest: Dictionary | undefined;
  for (const dictionary of dictionaries) {
    if (dictionary && dictionary.size > (largest?.size ?? -1)) largest = dictionary;
  }
  const base = largest?.size ?? 0;
  const places = new Places(dictionaries);
  const added = new AddedTerms(places);
  const maps: (Uint32Array | undefined)[] = [];
  for (const [segment, dictionary] of dictionaries.entries()) {
    if (!dictionary || !largest || dictionary === largest) {
      maps.push(undefined);
      continue;
    }
    const { bytes, offsets, size } = dictionary;
    yield { steps: 0, bytes: size * Uint32Array.BYTES_PER_ELEMENT };
    const map = new Uint32Array(size);
    let [steps, known] = [0, places.size];
    for (let ordinal = 0; ordinal < size; ordinal++) {
      const term = bytes.subarray(offsets[ordinal], offsets[ordinal + 1]);
      if (added.isFull) {
        yield { steps: 0, bytes: added.growth };
        added.grow();
      }
      const found = largest.find(term);
      map[ordinal] = found >= 0 ? found : base + added.number(hashOf(term), { dictionary, ordinal }, segment);
      steps += STEPS_OF_A_TERM + Math.floor(term.length / BYTES_A_STEP);
      if (steps < STEPS_BETWEEN_YIELDS && ordinal < size - 1) continue;
      yield { steps, bytes: (places.size - known) * PLACE_BYTES };
      [steps, known] = [0, places.size];
    }
    maps.push(map);
  }
  return ordinalsOf(largest, places, maps);
}

function ordinalsOf(
  largest: Dictionary | undefined,
  added: Places,
  maps: readonly (Uint32Array | undefined)[],
): GlobalOrdinals {
  const base = largest?.size ?? 0;
  const place = (global: number): Place =>
    global < base && largest ? { dictionary: largest, ordinal: global } : added.at(global - base);
  return {
    size: base + added.size,
    maps,
    text(global) {
      const { dictionary, ordinal } = place(global);
      return dictionary.text(ordinal);
    },
    compare(a, b) {
      return a < base && b < base ? a - b : compareTerms(place(a), place(b));
    },
  };
}

/** The dictionary and the ordinal of a term. */
interface Place {
  readonly dictionary: Dictionary;
  readonly ordinal: number;
}

const compareTerms = (a: Place, b: Place): number =>
  compareBytes(
    a.dictionary.bytes,
    u32(a.dictionary.offsets, a.ordinal),
    u32(a.dictionary.offsets, a.ordinal + 1),
    b.dictionary.bytes,
    u32(b.dictionary.offsets, b.ordinal),
    u32(b.dictionary.offsets, b.ordinal + 1),
  );

/** Places of the terms that the largest dictionary lacks, by their numbers from 0. */
class Places {
  readonly #dictionaries: readonly (Dictionary | undefined)[];
  readonly #segments = new IntList();
  readonly #ordinals = new IntList();

  constructor(dictionaries: readonly (Dictionary | undefined)[]) {
    this.#dictionaries = dictionaries;
  }

  get size(): number {
    return this.#segments.length;
  }

  add(segment: number, ordinal: number): void {
    this.#segments.push(segment);
    this.#ordinals.push(ordinal);
  }

  /** @throws RangeError */
  at(number: number): Place {
    const dictionary = number < this.size ? this.#dictionaries[i32(this.#segments.values, number)] : undefined;
    if (!dictionary) throw new RangeError(`there is no added term ${number}`);
    return { dictionary, ordinal: i32(this.#ordinals.values, number) };
  }
}

/**
 * Numbers the terms that the largest dictionary lacks, each by the first place where it occurs. Their bytes stay in the
 * dictionaries: they may be long, and different in each document.
 */
class AddedTerms {
  readonly #places: Places;
  /** Hash table of pairs, like that of `TermTable`. */
  #slots = new Int32Array(512);

  constructor(places: Places) {
    this.#places = places;
  }

  /** Whether it has to grow before another term is numbered. */
  get isFull(): boolean {
    return this.#places.size * 4 > this.#slots.length;
  }

  /** Additional bytes that it takes when it grows. */
  get growth(): number {
    return this.#slots.byteLength;
  }

  grow(): void {
    this.#slots = withRoom(this.#slots);
  }

  /** The number of the term at a place. `hash` comes from `hashOf`. */
  number(hash: number, place: Place, segment: number): number {
    const [places, slots] = [this.#places, this.#slots];
    const mask = slots.length - 2;
    let slot = (hash << 1) & mask;
    for (; i32(slots, slot + 1) !== 0; slot = (slot + 2) & mask) {
      const number = i32(slots, slot + 1) - 1;
      if (i32(slots, slot) === hash && compareTerms(places.at(number), place) === 0) return number;
    }
    places.add(segment, place.ordinal);
    slots[slot] = hash;
    slots[slot + 1] = places.size;
    return places.size - 1;
  }
}
