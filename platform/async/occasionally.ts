const INTERVAL_MS = 60_000;

/** Does something at most once a minute, such as logging the failures of an outage, which occur every second. */
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

  /** Makes the next work run at once, when an outage is over. */
  reset(): void {
    this.#quietUntil = Number.NEGATIVE_INFINITY;
  }
}
