/** Calls are spread, so that not all browsers ask at once. */
const SPREAD_MS = 300;
const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;
/** Calls in a row at the shortest pause. */
const QUICK_CALLS = 5;
const RETRY_MS = 5_000;

/** Calls a function soon after each request, with pauses that grow while requests go on. */
export class Renewal {
  readonly #renew: () => Promise<void>;
  #timer: number | undefined;
  #began = Number.NEGATIVE_INFINITY;
  #pause = MIN_PAUSE_MS;
  #inRow = 0;
  #isRunning = false;
  #isRequested = false;

  /** `renew` is called again after a while when it fails. */
  constructor(renew: () => Promise<void>) {
    this.#renew = renew;
  }

  request(): void {
    if (this.#isRunning) this.#isRequested = true;
    else this.#plan(Math.max(Math.random() * SPREAD_MS, this.#began + this.#pause - performance.now()));
  }

  #plan(delayMs: number): void {
    this.#timer ??= setTimeout(() => void this.#run(), delayMs);
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    const now = performance.now();
    this.#inRow = now - this.#began < 2 * this.#pause ? this.#inRow + 1 : 0;
    this.#pause = Math.min(MIN_PAUSE_MS * 2 ** Math.max(0, this.#inRow - QUICK_CALLS), MAX_PAUSE_MS);
    this.#began = now;
    this.#isRunning = true;
    this.#isRequested = false;
    const isDone = await this.#renew().then(
      () => true,
      () => false,
    );
    this.#isRunning = false;
    if (!isDone) this.#plan(RETRY_MS);
    else if (this.#isRequested) this.request();
  }
}
