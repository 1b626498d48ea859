import { delay } from "./delay.ts";

export interface BackoffOptions {
  /** Delay after the first failure, in milliseconds. */
  readonly firstMs: number;
  /** The longest delay, in milliseconds. */
  readonly maxMs: number;
  /** Share of each delay that is random, from 0 to 1, so that many clients don't retry at the same moment. */
  readonly jitter?: number;
}

/** Delays between attempts: each is twice the one before, up to a limit. */
export class Backoff {
  readonly #options: BackoffOptions;
  #nextMs: number;

  constructor(options: BackoffOptions) {
    this.#options = options;
    this.#nextMs = options.firstMs;
  }

  /** After a success: the next delay is the first one. */
  reset(): void {
    this.#nextMs = this.#options.firstMs;
  }

  /** The next delay in milliseconds, for callers that schedule it themselves. */
  next(): number {
    const { maxMs, jitter = 0 } = this.#options;
    const delayMs = this.#nextMs * (1 - jitter * Math.random());
    this.#nextMs = Math.min(this.#nextMs * 2, maxMs);
    return delayMs;
  }

  /** Waits for the next delay; ends early, and normally, when the signal aborts. */
  async wait(signal?: AbortSignal): Promise<void> {
    await delay(this.next(), signal);
  }
}
