import { repeated } from "../hostile/hostile-search.ts";

/** A search that takes a second or more over some hundred records. `name`: of its aggregation, which the answer repeats. */
export const slowSearch = (name: string): object => ({
  size: 0,
  aggs: {
    [name]: {
      terms: { field: "identification.identifier.pid.keyword", size: 10_000 },
      aggs: Object.fromEntries(
        repeated(250, (n) => [`a${n}`, { cardinality: { field: "variables.variable_name.keyword" } }]),
      ),
    },
  },
});
