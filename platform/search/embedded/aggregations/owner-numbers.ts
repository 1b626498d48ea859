import type { Work } from "../work.ts";

/** V8 keeps typed arrays of up to 64 bytes on its heap, which is much cheaper than separate memory. */
const INITIAL_CAPACITY = 8;

/** A number for each owner. What it takes is counted. */
export class OwnerNumbers {
  /** As long as the largest owner that was reached demands. */
  values: Float64Array;
  readonly #initial: number;
  readonly #work: Work;

  constructor(work: Work, initial = 0) {
    this.values = new Float64Array(INITIAL_CAPACITY).fill(initial);
    this.#initial = initial;
    this.#work = work;
  }

  get(owner: number): number {
    return this.values[owner] ?? this.#initial;
  }

  set(owner: number, value: number): void {
    if (owner >= this.values.length) this.#grow(owner);
    this.values[owner] = value;
  }

  /** @throws ShardFailure when the search takes too much memory */
  #grow(owner: number): void {
    const length = 2 ** Math.ceil(Math.log2(owner + 1));
    this.#work.take(8 * (length - this.values.length));
    const larger = new Float64Array(length).fill(this.#initial, this.values.length);
    larger.set(this.values);
    this.values = larger;
  }
}

/** A sum for each owner, in which rounding errors are carried along (Kahan), as Elasticsearch sums. */
export class OwnerSums {
  readonly #sums: OwnerNumbers;
  readonly #losses: OwnerNumbers;

  constructor(work: Work) {
    this.#sums = new OwnerNumbers(work);
    this.#losses = new OwnerNumbers(work);
  }

  get(owner: number): number {
    return this.#sums.get(owner);
  }

  add(owner: number, value: number): void {
    const sum = this.#sums.get(owner);
    if (!Number.isFinite(value) || !Number.isFinite(sum)) {
      this.#sums.set(owner, sum + value);
      return;
    }
    const corrected = value + this.#losses.get(owner);
    const next = sum + corrected;
    this.#sums.set(owner, next);
    this.#losses.set(owner, corrected - (next - sum));
  }
}
