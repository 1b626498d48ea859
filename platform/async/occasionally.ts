const INTERVAL_MS = 60_000;

/** Does something once a minute at most, such as to log the failures of an outage, which come by the second. */
export class Occasionally {
  readonly #now: () => number;
  #quietUntil = Number.NEGATIVE_INFINITY;

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  do(work: () => void): void {
    const now = this.#now();
    if (now < this.#quietUntil) return;
    this.#quietUntil = now + INTERVAL_MS;
    work();
  }

  /** What is done next is done at once: the outage is over. */
  reset(): void {
    this.#quietUntil = Number.NEGATIVE_INFINITY;
  }
}
