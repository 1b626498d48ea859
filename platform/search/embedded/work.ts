import {
  MAX_AGGREGATION_BYTES,
  MAX_SEARCH_CELLS,
  MAX_SEARCH_STEPS,
  MAX_WHOLE_ANSWER_BYTES,
} from "../../../contracts/search-limits.ts";
import { ShardFailure } from "../language/errors.ts";

/** Cost of one search so far. It is counted where it arises, so that a search ends as soon as it exceeds a limit. */
export class Work {
  #steps = 0;
  #bytes = 0;
  #cells = 0;
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

  /** Counts bytes that stay allocated until the search ends. @throws ShardFailure beyond the limit */
  take(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > MAX_AGGREGATION_BYTES) throw tooMuch(`needs more than [${MAX_AGGREGATION_BYTES}] bytes`);
  }

  /** Counts bytes of an answer that is held until its reader takes it. @throws ShardFailure beyond the limit */
  hold(bytes: number): void {
    this.#held += bytes;
    if (this.#held <= MAX_WHOLE_ANSWER_BYTES) return;
    throw new ShardFailure(
      "circuit_breaking_exception",
      `[request] The answer, with highlights, inner hits or unmapped fields, has more than [${MAX_WHOLE_ANSWER_BYTES}] bytes. Ask for fewer hits or less of each.`,
    );
  }

  /**
   * Counts a new bucket: `cells` is 1 plus the number of its sub-aggregations.
   * @throws ShardFailure beyond the limit
   */
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
