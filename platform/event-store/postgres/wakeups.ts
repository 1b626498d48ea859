const firstPause = 2;
const longestPause = 1_000;

/** Tells those who wait for new events that there may be some. */
export class Wakeups {
  /** How often somebody has woken the others so far. */
  count = 0;
  #waiting = new Set<() => void>();

  wake(): void {
    this.count += 1;
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const resume of waiting) resume();
  }

  /** Calls `resume` at the next waking, once, unless the returned function is called before. */
  onNext(resume: () => void): () => void {
    this.#waiting.add(resume);
    return () => this.#waiting.delete(resume);
  }
}

/**
 * How long a reader that looks again and again waits in between: until somebody wakes it, and soon again after that,
 * since an event that was announced may still be hidden behind an older transaction; then ever longer.
 */
export class Patience {
  readonly #wakeups: Wakeups;
  #seen = -1;
  #pause = firstPause;

  constructor(wakeups: Wakeups) {
    this.#wakeups = wakeups;
  }

  /** To be called before each look. */
  begin(): void {
    const { count } = this.#wakeups;
    if (count !== this.#seen) this.#pause = firstPause;
    this.#seen = count;
  }

  /** Ends when somebody has woken since `begin`, after the pause, or when `signal` aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#wakeups.count !== this.#seen) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        forget();
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#pause = Math.min(this.#pause * 2, longestPause);
        end();
      }, this.#pause);
      const forget = this.#wakeups.onNext(end);
      signal.addEventListener("abort", end, { once: true });
    });
  }
}
