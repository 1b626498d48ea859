/** Reads that take this many times as long as usual slow a build down. */
const MAX_SLOWDOWN = 1.1;
/** Longest pause, as a multiple of the work before it: a build keeps a quarter of its rate. */
const MAX_PAUSE = 3;
const STEP_UP = 1;
const STEP_DOWN = 0.25;
/** Work that counts for a pause at most; longer work was a wait for events. */
const MAX_WORK_MS = 1_000;
/** Interval at which the slowdown of reads is asked for. */
const ASK_INTERVAL_MS = 500;

/** Slows a build down while it slows reads down, to a quarter of its rate at most. */
export class Throttle {
  readonly #slowdown: () => Promise<number | undefined>;
  #pause = 0;
  #asked = Number.NEGATIVE_INFINITY;

  /** `slowdown`: how many times as long as usual reads take; undefined while nobody reads. */
  constructor(slowdown: () => Promise<number | undefined>) {
    this.#slowdown = slowdown;
  }

  /** Milliseconds to wait after a piece of work that took `workedMs`. */
  async pauseAfter(workedMs: number): Promise<number> {
    await this.#adjust();
    return this.#pause * Math.min(workedMs, MAX_WORK_MS);
  }

  async #adjust(): Promise<void> {
    if (performance.now() - this.#asked < ASK_INTERVAL_MS) return;
    this.#asked = performance.now();
    const slowdown = await this.#slowdown();
    if (slowdown === undefined) this.#pause = 0;
    else if (slowdown > MAX_SLOWDOWN) this.#pause = Math.min(MAX_PAUSE, this.#pause + STEP_UP);
    else this.#pause = Math.max(0, this.#pause - STEP_DOWN);
  }
}
