/** Cancels a search whose answer nobody waits for: the part of AbortSignal that searches use. */
export interface Cancellation {
  throwIfAborted(): void;
}

const SLICE_MS = 10;

/** Divides long work into time slices, so that other searches of this thread run in between. */
export class TimeSlices {
  readonly #signal: Cancellation;
  #sliceEnd = performance.now() + SLICE_MS;

  constructor(signal: Cancellation) {
    this.#signal = signal;
  }

  /** Whether the slice has ended and `pass` is due. */
  get over(): boolean {
    return performance.now() >= this.#sliceEnd;
  }

  /** Yields to other work, then begins a new slice. @throws the signal's reason */
  async pass(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#signal.throwIfAborted();
    this.#sliceEnd = performance.now() + SLICE_MS;
  }

  /** Runs work that yields after small steps, and returns its result. @throws the signal's reason */
  async run<Result>(work: Generator<unknown, Result>): Promise<Result> {
    for (let next = work.next(); ; next = work.next()) {
      if (next.done) return next.value;
      if (this.over) await this.pass();
    }
  }
}
