import { u8 } from "../../bytes/arrays.ts";
import type { TermAutomaton } from "./walk.ts";

export interface EditLimits {
  /** 1 or 2. */
  readonly edits: number;
  /** Characters at the beginning that must be equal. */
  readonly prefixLength: number;
  readonly transpositions: boolean;
}

/**
 * Accepts the terms within a few edits of another (characters inserted, deleted, replaced, neighbours swapped). For
 * each depth it keeps the band of the table of edit distances that can stay within the limit.
 */
export class Levenshtein implements TermAutomaton {
  /** The characters to compare with, after the prefix. */
  readonly #target: readonly number[];
  readonly #prefix: readonly number[];
  readonly #edits: number;
  readonly #transpositions: boolean;
  readonly #width: number;
  /** By depth after the prefix: distances to target[0 .. depth - edits + i), `edits` + 1 where they are larger. */
  readonly #rows: Uint8Array;
  readonly #points: Int32Array;

  constructor(text: string, { edits, prefixLength, transpositions }: EditLimits) {
    const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
    this.#prefix = points.slice(0, prefixLength);
    this.#target = points.slice(prefixLength);
    this.#edits = edits;
    this.#transpositions = transpositions;
    this.#width = 2 * edits + 1;
    const depths = this.#target.length + edits + 2;
    this.#rows = new Uint8Array(depths * this.#width).fill(edits + 1);
    this.#points = new Int32Array(depths);
    for (let place = edits; place < this.#width; place++) {
      if (place - edits <= this.#target.length) this.#rows[place] = place - edits;
    }
  }

  step(depth: number, point: number): boolean {
    const place = depth - this.#prefix.length;
    if (place < 0) return point === this.#prefix[depth];
    if (place > this.#target.length + this.#edits) return false;
    this.#points[place] = point;
    return this.#fillRow(place + 1, point);
  }

  accepts(depth: number): boolean {
    return this.distance(depth) <= this.#edits;
  }

  /** Edits of the term of so many characters that was walked last; more than allowed if it is not accepted. */
  distance(depth: number): number {
    const row = depth - this.#prefix.length;
    const place = this.#target.length - row + this.#edits;
    return row < 0 || place < 0 || place >= this.#width ? this.#edits + 1 : u8(this.#rows, row * this.#width + place);
  }

  /** Distances after `row` characters, the last of which is `point`; false when none is within the limit. */
  #fillRow(row: number, point: number): boolean {
    const [target, rows, width, edits] = [this.#target, this.#rows, this.#width, this.#edits];
    const above = (row - 1) * width;
    const swaps = this.#transpositions && row >= 2;
    const pointBefore = swaps ? this.#points[row - 2] : undefined;
    let isAlive = false;
    for (let place = 0; place < width; place++) {
      const column = row - edits + place;
      let least = edits + 1;
      if (column >= 0 && column <= target.length) {
        if (place + 1 < width) least = Math.min(least, u8(rows, above + place + 1) + 1);
        if (place > 0) least = Math.min(least, u8(rows, row * width + place - 1) + 1);
        if (column >= 1) {
          least = Math.min(least, u8(rows, above + place) + (target[column - 1] === point ? 0 : 1));
          const isSwap = swaps && column >= 2 && target[column - 2] === point && target[column - 1] === pointBefore;
          if (isSwap) least = Math.min(least, u8(rows, above - width + place) + 1);
        }
      }
      rows[row * width + place] = least;
      isAlive ||= least <= edits;
    }
    return isAlive;
  }
}
