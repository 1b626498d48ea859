import type { Permit } from "./places.ts";
import { Turns } from "./turns.ts";

/** Hands out permits of a limited resource, such as bytes of memory or connections: first come, first served. */
export class Limiter {
  readonly #turns: Turns;

  /** `timeoutMs`: maximum time that callers wait for a permit; unlimited by default. */
  constructor(capacity: number, timeoutMs?: number) {
    this.#turns = new Turns({ running: capacity, timeoutMs });
  }

  /** The weight of all permits that are held. */
  get used(): number {
    return this.#turns.counts.running;
  }

  /**
   * Waits for a permit; one of weight 0 is granted at once. Undefined after the timeout, when the signal aborts, and at
   * once for a weight above the capacity.
   */
  acquire(weight = 1, signal?: AbortSignal): Promise<Permit | undefined> {
    return this.#turns.acquire("", signal, weight);
  }
}
