import type { SearchSignal } from "../port.ts";

const sliceMilliseconds = 10;

/** Long work in slices of time, so that others on this thread have their turns in between. */
export class Turns {
  readonly #signal: SearchSignal;
  #sliceEnd = performance.now() + sliceMilliseconds;

  constructor(signal: SearchSignal) {
    this.#signal = signal;
  }

  /** Whether it is time for `pass`. */
  get over(): boolean {
    return performance.now() >= this.#sliceEnd;
  }

  /** Lets the others go first. @throws what the signal was aborted with. */
  async pass(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#signal.throwIfAborted();
    this.#sliceEnd = performance.now() + sliceMilliseconds;
  }
}
