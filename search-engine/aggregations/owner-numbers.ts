import { copied, f64 } from "../bytes/arrays.ts";
import type { Work } from "../work/work.ts";

/** V8 keeps typed arrays of up to 64 bytes on its heap, which is much cheaper than separate memory. */
const INITIAL_BYTES = 64;

/** Numbers of each owner, side by side, since they are read together. Their memory is counted. */
export class OwnerRecords {
  /** The numbers of an owner begin where `reach` says. */
  values: Float64Array;
  readonly #initial: readonly number[];
  readonly #work: Work;

  /** `initial`: the numbers of an owner at the beginning. */
  constructor(work: Work, initial: readonly number[]) {
    this.#initial = initial;
    this.#work = work;
    this.values = this.#filled(Math.max(1, Math.floor(INITIAL_BYTES / 8 / initial.length)));
  }

  /**
   * The index at which the owner's numbers begin in `values`, which grows when the owner is new.
   * @throws ShardFailure when the search takes too much memory
   */
  reach(owner: number): number {
    const at = owner * this.#initial.length;
    if (at >= this.values.length) this.#grow(owner);
    return at;
  }

  get(owner: number, place: number): number {
    return this.values[owner * this.#initial.length + place] ?? this.#initial[place] ?? Number.NaN;
  }

  #grow(owner: number): void {
    const owners = 2 ** Math.ceil(Math.log2(owner + 1));
    this.#work.take(8 * (owners * this.#initial.length - this.values.length));
    this.values = copied(this.values, this.#filled(owners));
  }

  #filled(owners: number): Float64Array {
    const values = new Float64Array(owners * this.#initial.length);
    if (this.#initial.some((number) => number !== 0)) {
      for (let at = 0; at < values.length; at += this.#initial.length) values.set(this.#initial, at);
    }
    return values;
  }
}

/** A number for each owner. Its memory is counted. */
export class OwnerNumbers {
  readonly #records: OwnerRecords;

  constructor(work: Work, initial = 0) {
    this.#records = new OwnerRecords(work, [initial]);
  }

  get(owner: number): number {
    return this.#records.get(owner, 0);
  }

  set(owner: number, value: number): void {
    const at = this.#records.reach(owner);
    this.#records.values[at] = value;
  }
}

/** A compensated sum for each owner. */
export class OwnerSums {
  readonly #records: OwnerRecords;

  constructor(work: Work) {
    this.#records = new OwnerRecords(work, [0, 0]);
  }

  get(owner: number): number {
    return this.#records.get(owner, 0);
  }

  add(owner: number, value: number): void {
    const at = this.#records.reach(owner);
    addTo(this.#records.values, at, value);
  }
}

/** Kahan summation, as in Elasticsearch: the sum is at `at`, its compensation behind it. */
export function addTo(values: Float64Array, at: number, value: number): void {
  const sum = f64(values, at);
  // Neither is infinite or no number.
  if (value - value !== 0 || sum - sum !== 0) {
    values[at] = sum + value;
    return;
  }
  const corrected = value + f64(values, at + 1);
  const next = sum + corrected;
  values[at] = next;
  values[at + 1] = corrected - (next - sum);
}
