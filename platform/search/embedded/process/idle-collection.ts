import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { RunningSearches } from "./running-searches.ts";

/** Minimum growth of the heap since the last collection for another one. */
const MIN_GROWTH_BYTES = 16 * 1024 * 1024;

export interface Garbage {
  /** Bytes of the thread's heap, and bytes that its objects hold outside. */
  taken(): number;
  collect(): void;
}

/** The garbage of this thread. */
export function ownGarbage(): Garbage {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  return {
    taken: () => {
      const { heapTotal, external } = process.memoryUsage();
      return heapTotal + external;
    },
    collect,
  };
}

type Searches = Pick<RunningSearches, "begun" | "isReading">;

/**
 * Collects the garbage of searches once none runs any more. An idle thread makes no garbage, so it would not collect
 * any, and would keep the memory of its largest search.
 */
export class IdleCollection {
  readonly #garbage: Garbage;
  readonly #searches: Searches;
  /** Number of searches begun at the last check. */
  #seen = 0;
  /** Bytes taken after the last collection. */
  #kept: number;

  constructor(garbage: Garbage, searches: Searches) {
    this.#garbage = garbage;
    this.#searches = searches;
    this.#kept = garbage.taken();
  }

  /**
   * Collects if no search has begun or run since the last check, and there is enough garbage. To be called about once a
   * second.
   */
  look(): void {
    const { begun, isReading } = this.#searches;
    const isIdle = begun === this.#seen && !isReading;
    this.#seen = begun;
    if (!isIdle || this.#garbage.taken() < this.#kept + MIN_GROWTH_BYTES) return;
    this.#garbage.collect();
    this.#kept = this.#garbage.taken();
  }
}
