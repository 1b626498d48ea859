import type { Permit } from "./limiter.ts";

export interface TurnLimits {
  /** Permits that are held at a time. */
  readonly running: number;
  /** Callers that wait, of one key and of all together; more are refused at once. */
  readonly waitingPerKey: number;
  readonly waiting: number;
  readonly timeoutMs: number;
}

type Settle = (permit: Permit | undefined) => void;

/** Hands out permits to keys in turns, so that one that asks for many delays itself and nobody else. */
export class Turns {
  readonly #limits: TurnLimits;
  /** Who waits, by key, in the order of the keys' turns. Holds only keys of which some wait. */
  readonly #queues = new Map<string, Settle[]>();
  #running = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** How many hold a permit, and how many wait for one. */
  get counts(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running, waiting: this.#waiting };
  }

  /** A permit; undefined at once when too many wait, and after the timeout or when the signal aborts. */
  async acquire(key: string, signal?: AbortSignal): Promise<Permit | undefined> {
    if (signal?.aborted) return undefined;
    if (this.#waiting === 0 && this.#running < this.#limits.running) return this.#grant();
    const queue = this.#queues.get(key) ?? [];
    if (queue.length >= this.#limits.waitingPerKey || this.#waiting >= this.#limits.waiting) return undefined;
    this.#queues.set(key, queue);
    return new Promise((resolve) => {
      const settle: Settle = (permit) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
        resolve(permit);
      };
      const leave = (): void => {
        queue.splice(queue.indexOf(settle), 1);
        this.#waiting--;
        if (queue.length === 0) this.#queues.delete(key);
        settle(undefined);
      };
      const timer = setTimeout(leave, this.#limits.timeoutMs);
      signal?.addEventListener("abort", leave);
      queue.push(settle);
      this.#waiting++;
    });
  }

  #admit(): void {
    while (this.#running < this.#limits.running) {
      const [next] = this.#queues;
      if (!next) return;
      const [key, queue] = next;
      // To the end of the turns.
      this.#queues.delete(key);
      const settle = queue.shift();
      if (queue.length > 0) this.#queues.set(key, queue);
      this.#waiting--;
      settle?.(this.#grant());
    }
  }

  #grant(): Permit {
    this.#running++;
    let isHeld = true;
    return {
      weight: 1,
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#running--;
        this.#admit();
      },
    };
  }
}
