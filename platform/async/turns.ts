import type { Permit } from "./limiter.ts";

export interface TurnLimits {
  /** Permits that are held at a time, by all together and by one key: as many unless set. */
  readonly running: number;
  readonly runningPerKey?: number;
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
  /** Permits that each key holds; only keys that hold some. */
  readonly #held = new Map<string, number>();
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
    const queue = this.#queues.get(key) ?? [];
    if (queue.length === 0 && this.#hasRoom(key)) return this.#grant(key);
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
    for (let next = this.#next(); next; next = this.#next()) {
      const [key, queue] = next;
      // To the end of the turns.
      this.#queues.delete(key);
      const settle = queue.shift();
      if (queue.length > 0) this.#queues.set(key, queue);
      this.#waiting--;
      settle?.(this.#grant(key));
    }
  }

  #next(): [string, Settle[]] | undefined {
    if (this.#running >= this.#limits.running) return undefined;
    for (const entry of this.#queues) if (this.#hasRoom(entry[0])) return entry;
    return undefined;
  }

  #hasRoom(key: string): boolean {
    const { running, runningPerKey = running } = this.#limits;
    return this.#running < running && (this.#held.get(key) ?? 0) < runningPerKey;
  }

  #grant(key: string): Permit {
    this.#count(key, 1);
    let isHeld = true;
    return {
      weight: 1,
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#count(key, -1);
        this.#admit();
      },
    };
  }

  #count(key: string, change: 1 | -1): void {
    this.#running += change;
    const held = (this.#held.get(key) ?? 0) + change;
    if (held === 0) this.#held.delete(key);
    else this.#held.set(key, held);
  }
}
