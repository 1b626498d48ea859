import { MAX_AGGREGATION_BYTES, MAX_SEARCH_CELLS, MAX_SEARCH_STEPS } from "../../../contracts/limits.ts";
import { ShardFailure } from "../language/errors.ts";

/**
 * What one search has cost so far, counted where the work is done, so that one that asks for too much ends at that
 * moment, whatever it is made of.
 */
export class Work {
  #steps = 0;
  #bytes = 0;
  #cells = 0;

  /** Counts steps: documents shown to an aggregation, edges of a shape compared, distances. @throws ShardFailure */
  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > MAX_SEARCH_STEPS) throw tooMuch(`takes more than [${MAX_SEARCH_STEPS}] steps`);
  }

  /** Counts memory that lasts until the search ends. @throws ShardFailure */
  take(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > MAX_AGGREGATION_BYTES) throw tooMuch(`needs more than [${MAX_AGGREGATION_BYTES}] bytes`);
  }

  /** Counts buckets as they are made, each with the aggregations inside it. @throws ShardFailure */
  addBucket(cells: number): void {
    this.#cells += cells;
    if (this.#cells <= MAX_SEARCH_CELLS) return;
    throw new ShardFailure(
      "too_many_buckets_exception",
      `Trying to create too many buckets: with the aggregations inside them more than [${MAX_SEARCH_CELLS}]. Filter, or nest less.`,
      { max_buckets: MAX_SEARCH_CELLS },
    );
  }
}

function tooMuch(what: string): ShardFailure {
  return new ShardFailure("circuit_breaking_exception", `[request] The search ${what}. Narrow it.`);
}
