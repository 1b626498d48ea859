import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { RunningSearches } from "./running-searches.ts";

/** What the heap may have grown by since the last collection without another one. */
const MIN_GROWTH_BYTES = 16 * 1024 * 1024;

export interface Garbage {
  /** Bytes that the thread's heap takes, and that objects in it hold outside. */
  taken(): number;
  collect(): void;
}

/** That of this thread. */
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
 * Collects what searches have left once none runs any more: a thread that has nothing to do makes no garbage, and so does not
 * collect any either, and keeps what the largest of its searches took.
 */
export class IdleCollection {
  readonly #garbage: Garbage;
  readonly #searches: Searches;
  /** Searches that had begun when it last looked. */
  #seen = 0;
  /** Bytes that were taken after the last collection. */
  #kept: number;

  constructor(garbage: Garbage, searches: Searches) {
    this.#garbage = garbage;
    this.#searches = searches;
    this.#kept = garbage.taken();
  }

  /** Collects if no search has begun or run since the last look, and there is enough. To be called once a second or so. */
  look(): void {
    const { begun, isReading } = this.#searches;
    const isIdle = begun === this.#seen && !isReading;
    this.#seen = begun;
    if (!isIdle || this.#garbage.taken() < this.#kept + MIN_GROWTH_BYTES) return;
    this.#garbage.collect();
    this.#kept = this.#garbage.taken();
  }
}
