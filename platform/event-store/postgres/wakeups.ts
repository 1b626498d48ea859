import { setTimeout as sleep } from "node:timers/promises";

const firstPause = 2;
const longestPause = 1_000;

/** Tells those who wait for new events that there may be some. */
export class Wakeups {
  #count = 0;
  #waiting = new Set<() => void>();

  wake(): void {
    this.#count += 1;
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const resume of waiting) resume();
  }

  /** For one reader that looks again and again. */
  patience(): Patience {
    return new Patience(
      () => this.#count,
      (resume) => {
        this.#waiting.add(resume);
        return () => this.#waiting.delete(resume);
      },
    );
  }
}

/**
 * How long to wait between two looks: until somebody wakes, and soon again after that, since an event that was announced
 * may still be hidden behind an older transaction; then ever longer.
 */
export class Patience {
  readonly #count: () => number;
  readonly #onWake: (resume: () => void) => () => void;
  #seen = -1;
  #pause = firstPause;

  constructor(count: () => number, onWake: (resume: () => void) => () => void) {
    this.#count = count;
    this.#onWake = onWake;
  }

  /** To be called before each look. */
  begin(): void {
    const count = this.#count();
    if (count !== this.#seen) this.#pause = firstPause;
    this.#seen = count;
  }

  /** Ends when somebody has woken since `begin`, after the pause, or when `signal` aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    if (this.#count() !== this.#seen) return;
    const ending = new AbortController();
    const forget = this.#onWake(() => ending.abort());
    try {
      await sleep(this.#pause, undefined, { signal: AbortSignal.any([signal, ending.signal]) });
      this.#pause = Math.min(this.#pause * 2, longestPause);
    } catch {
      // Woken, or told to stop.
    } finally {
      forget();
    }
  }
}
