import { randomInt } from "node:crypto";

const WORDS = 4;
const FIRST_BITS = 10;

/** Ids of the events seen so far, in 32 to 64 bytes each: an export may have millions. */
export class EventIds {
  /** Random, so that no file can choose ids whose places are all the same. */
  readonly #seed = randomInt(2 ** 32);
  readonly #factor = randomInt(2 ** 32) | 1;
  #bits = FIRST_BITS;
  /** An id lies at the place of its hash, or at the next free one. Words of a free place are zero. */
  #places = new Uint32Array(WORDS << FIRST_BITS);
  #count = 0;
  #hasZero = false;

  /** False when the id, a UUID in its usual form, is there already. */
  add(id: string): boolean {
    const digits = id.replaceAll("-", "");
    const words = Uint32Array.from({ length: WORDS }, (_, n) => Number.parseInt(digits.slice(n * 8, n * 8 + 8), 16));
    if (words.every((word) => word === 0)) {
      const isNew = !this.#hasZero;
      this.#hasZero = true;
      return isNew;
    }
    if (this.#count >= 2 ** (this.#bits - 1)) this.#grow();
    const isNew = this.#put(words);
    if (isNew) this.#count++;
    return isNew;
  }

  #put(words: Uint32Array): boolean {
    const mask = this.#places.length - 1;
    let hash = this.#seed;
    for (const word of words) {
      hash = Math.imul(hash ^ word, this.#factor);
      hash ^= hash >>> 16;
    }
    for (let at = (hash >>> (32 - this.#bits)) * WORDS; ; at = (at + WORDS) & mask) {
      const there = this.#places.subarray(at, at + WORDS);
      if (there.every((word) => word === 0)) {
        there.set(words);
        return true;
      }
      if (there.every((word, n) => word === words[n])) return false;
    }
  }

  #grow(): void {
    const before = this.#places;
    this.#bits++;
    this.#places = new Uint32Array(before.length * 2);
    for (let at = 0; at < before.length; at += WORDS) {
      const words = before.subarray(at, at + WORDS);
      if (words.some((word) => word !== 0)) this.#put(words);
    }
  }
}
