import { belowTerms, type HostileSearch, PID, repeated } from "./hostile-search.ts";

const unmatched = repeated(4_000, (n) => ({ term: { [PID]: { value: `none ${n}`, _name: `n${n}` } } }));

/** Many functions, and many names. */
export const COMPOUND_SEARCHES: readonly HostileSearch[] = [
  {
    name: "2,000 functions of each document",
    body: {
      query: {
        function_score: {
          functions: repeated(2_000, (n) => ({
            filter: { range: { "temporal_extent.time_period_begin": { gte: `${1950 + (n % 70)}` } } },
            gauss: { "temporal_extent.time_period_begin": { origin: `${1950 + (n % 70)}`, scale: "1d" } },
          })),
          score_mode: "sum",
        },
      },
    },
    expected: 200,
  },
  {
    name: "1,000 named clauses, of which all hits of a page of 10,000 match all",
    body: {
      size: 10_000,
      _source: false,
      query: {
        bool: {
          should: repeated(1_000, (n) => ({
            range: { "temporal_extent.time_period_begin": { gte: `${1900 + (n % 50)}`, _name: `n${n}` } },
          })),
        },
      },
    },
    expected: 200,
  },
  {
    name: "4,000 named clauses that nothing matches, of 30 hits in each of many buckets",
    body: {
      query: { bool: { must: { match_all: {} }, should: unmatched } },
      ...belowTerms(PID, 30, { top_hits: { size: 1, _source: false } }),
    },
    expected: "circuit_breaking_exception",
  },
];
