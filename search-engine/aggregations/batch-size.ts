/** Documents of the first batch: few, since nobody knows yet how long they take. */
const FIRST_DOCUMENTS = 64;
/** A batch with a longer step is followed by a smaller one. */
const LONG_STEP_MS = 8;

/** Chooses how many documents to collect at once from the time that the steps before have taken. */
export class BatchSize {
  #documents = FIRST_DOCUMENTS;

  get documents(): number {
    return this.#documents;
  }

  /** Does the steps of a batch, with a pause after each. */
  *run(documents: number, steps: Generator<void>): Generator<void> {
    let longestMs = 0;
    let begun = performance.now();
    for (const _ of steps) {
      longestMs = Math.max(longestMs, performance.now() - begun);
      yield;
      // Other searches may have run meanwhile.
      begun = performance.now();
    }
    if (longestMs > LONG_STEP_MS) this.#documents = Math.max(1, documents >>> 2);
    else if (longestMs < LONG_STEP_MS / 4) this.#documents *= 2;
  }
}
