import { belowTerms, MANY, PID } from "../hostile/hostile-search.ts";

/**
 * A search that takes a second or more over some hundred records. `name`: the name of its aggregation, which the answer
 * repeats.
 */
export function slowSearch(name: string): object {
  const { size, aggs } = belowTerms(PID, 250, { cardinality: { field: MANY } });
  return { size, aggs: { [name]: aggs.a } };
}
