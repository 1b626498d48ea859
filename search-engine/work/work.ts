import { ShardFailure } from "../language/errors/errors.ts";
import { MAX_SEARCH_MEMORY_BYTES, MAX_SEARCH_STEPS, MAX_WHOLE_ANSWER_BYTES } from "../limits.ts";

/** An aggregation's key, count and place in a table for one bucket. */
const CELL_BYTES = 32;

/** Cost of one search so far. It is counted where it arises, so a search ends as soon as it exceeds a limit. */
export class Work {
  #steps = 0;
  #bytes = 0;
  #held = 0;

  /**
   * Counts steps: documents visited by a query or an aggregation, terms, edges compared, distances.
   * @throws ShardFailure beyond the limit
   */
  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > MAX_SEARCH_STEPS) throw tooMuch(`takes more than [${MAX_SEARCH_STEPS}] steps`);
  }

  get steps(): number {
    return this.#steps;
  }

  /** Counts bytes that stay allocated until the search ends, or gives them back. @throws ShardFailure beyond the limit */
  take(bytes: number): void {
    if (!this.#fits(bytes)) throw tooMuch(`needs more than [${MAX_SEARCH_MEMORY_BYTES}] bytes`);
  }

  /** Bytes that were taken and are free again. */
  giveBack(bytes: number): void {
    this.#bytes -= bytes;
  }

  /** Counts bytes of an answer that is held until its client reads it. @throws ShardFailure beyond the limit */
  hold(bytes: number): void {
    this.#held += bytes;
    if (this.#held <= MAX_WHOLE_ANSWER_BYTES) return;
    throw new ShardFailure(
      "circuit_breaking_exception",
      `[request] The answer, with highlights, inner hits or unmapped fields, has more than [${MAX_WHOLE_ANSWER_BYTES}] bytes. Ask for fewer hits or less of each.`,
    );
  }

  /**
   * Counts the memory of a new bucket, which may never be answered: `cells` is 1 plus the number of its sub-aggregations.
   * @throws ShardFailure beyond the limit of memory
   */
  addBucket(cells: number): void {
    if (this.#fits(cells * CELL_BYTES)) return;
    throw new ShardFailure(
      "too_many_buckets_exception",
      `Trying to create too many buckets: with all else that the search takes they need more than [${MAX_SEARCH_MEMORY_BYTES}] bytes. Filter, or nest less.`,
    );
  }

  #fits(bytes: number): boolean {
    this.#bytes += bytes;
    return this.#bytes <= MAX_SEARCH_MEMORY_BYTES;
  }
}

function tooMuch(what: string): ShardFailure {
  return new ShardFailure("circuit_breaking_exception", `[request] The search ${what}. Narrow it.`);
}
