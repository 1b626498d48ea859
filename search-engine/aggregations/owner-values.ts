import { f64, u32 } from "../bytes/arrays.ts";
import type { Work } from "../work/work.ts";

const INITIAL_CAPACITY = 8;

/** All values of each owner. Their memory is counted. */
export class OwnerValues {
  readonly #work: Work;
  #values = new Float64Array(INITIAL_CAPACITY);
  #owners = new Uint32Array(INITIAL_CAPACITY);
  #size = 0;
  #largestOwner = 0;
  /** Values of owner i, sorted when they are first read, are #grouped[#starts[i] .. #starts[i + 1]). */
  #grouped: Float64Array | undefined;
  #starts = new Uint32Array(0);
  /** Owners whose values are sorted. */
  #sorted = new Uint8Array(0);

  constructor(work: Work) {
    this.#work = work;
  }

  /** @throws ShardFailure when the search takes too much memory */
  add(owner: number, value: number): void {
    if (this.#size === this.#values.length) this.#grow();
    this.#values[this.#size] = value;
    this.#owners[this.#size++] = owner;
    if (owner > this.#largestOwner) this.#largestOwner = owner;
  }

  /** The values of an owner, ascending. To be called after the last `add`. */
  of(owner: number): Float64Array {
    this.#grouped ??= this.#group();
    const values = this.#grouped.subarray(this.#starts[owner] ?? 0, this.#starts[owner + 1] ?? 0);
    if (this.#sorted[owner] === 0) {
      values.sort();
      this.#sorted[owner] = 1;
    }
    return values;
  }

  #grow(): void {
    this.#work.take(this.#size * 12);
    const [values, owners] = [new Float64Array(2 * this.#size), new Uint32Array(2 * this.#size)];
    values.set(this.#values);
    owners.set(this.#owners);
    [this.#values, this.#owners] = [values, owners];
  }

  /** Sorts the values by owner: counts them, adds the counts up, and moves each to its place. */
  #group(): Float64Array {
    const owners = this.#largestOwner + 1;
    this.#work.take(this.#size * 8 + owners * 9);
    this.#work.spend(this.#size);
    // Where the next value of each owner goes: at first where its values begin.
    const next = new Uint32Array(owners + 1);
    for (let at = 0; at < this.#size; at++) {
      const behind = u32(this.#owners, at) + 1;
      next[behind] = u32(next, behind) + 1;
    }
    for (let owner = 0; owner < owners; owner++) next[owner + 1] = u32(next, owner + 1) + u32(next, owner);
    this.#starts = next.slice();
    this.#sorted = new Uint8Array(owners);
    const grouped = new Float64Array(this.#size);
    for (let at = 0; at < this.#size; at++) {
      const owner = u32(this.#owners, at);
      const place = u32(next, owner);
      grouped[place] = f64(this.#values, at);
      next[owner] = place + 1;
    }
    return grouped;
  }
}
