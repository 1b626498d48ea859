import type { Breaks } from "./breaks.ts";

/** Places where a text may be cut, found from its start on as far as needed. */
export class Boundaries implements Breaks {
  readonly #length: number;
  readonly #next: (from: number) => number;
  readonly #found: number[] = [0];

  /** `next` returns the boundary after another one; it is not called with the text's end. */
  constructor(text: string, next: (text: string, from: number) => number) {
    this.#length = text.length;
    this.#next = (from) => next(text, from);
  }

  /** The last boundary before `offset`, 0 where there is none. */
  preceding(offset: number): number {
    return this.#at(this.#firstFrom(offset) - 1);
  }

  /** The first boundary after `offset`, the text's length where there is none. */
  following(offset: number): number {
    return this.#at(this.#firstFrom(offset + 1));
  }

  #at(index: number): number {
    return this.#found[Math.max(index, 0)] ?? this.#length;
  }

  /** Index of the first boundary ≥ offset. */
  #firstFrom(offset: number): number {
    const found = this.#found;
    for (let last = this.#at(found.length - 1); last < offset && last < this.#length; ) {
      last = this.#next(last);
      found.push(last);
    }
    let low = 0;
    for (let high = found.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (this.#at(middle) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
