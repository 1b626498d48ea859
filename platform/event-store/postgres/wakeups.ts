import { Backoff } from "../../async/backoff.ts";

const POLL_DELAYS = { firstMs: 2, maxMs: 1_000 };

/** Notifies readers that wait for new events. */
export class Wakeups {
  /** Number of wake-ups so far. */
  count = 0;
  #waiting = new Set<() => void>();

  wake(): void {
    this.count += 1;
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const resume of waiting) resume();
  }

  /** Calls `resume` once, at the next wake-up, unless the returned function is called before. */
  onNext(resume: () => void): () => void {
    this.#waiting.add(resume);
    return () => this.#waiting.delete(resume);
  }
}

/**
 * The delays of a reader that polls: each ends at a wake-up. Delays are short after a wake-up, since an announced event
 * may still be hidden behind an older transaction, and then grow.
 */
export class PollDelay {
  readonly #wakeups: Wakeups;
  #seen = -1;
  readonly #backoff = new Backoff(POLL_DELAYS);

  constructor(wakeups: Wakeups) {
    this.#wakeups = wakeups;
  }

  /** To be called before each poll. */
  begin(): void {
    const { count } = this.#wakeups;
    if (count !== this.#seen) this.#backoff.reset();
    this.#seen = count;
  }

  /** Ends at a wake-up since `begin`, after the delay, or when `signal` aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#wakeups.count !== this.#seen) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        forget();
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, this.#backoff.next());
      const forget = this.#wakeups.onNext(end);
      signal.addEventListener("abort", end, { once: true });
    });
  }
}
