import { type HostileSearch, MANY, repeated } from "./hostile-search.ts";

const termsOf = (field: string) => ({ terms: { field, size: 65_536 } });

/** Metrics and hits that are many times as large as the documents that they are made of. */
export const METRIC_SEARCHES: readonly HostileSearch[] = [
  {
    name: "250 cardinalities below terms",
    body: {
      size: 0,
      aggs: {
        a: {
          ...termsOf("identification.identifier.pid.keyword"),
          aggs: Object.fromEntries(repeated(250, (n) => [`c${n}`, { cardinality: { field: MANY } }])),
        },
      },
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "250 times 100 top_hits below terms",
    body: {
      size: 0,
      aggs: {
        a: {
          ...termsOf("identification.identifier.pid.keyword"),
          aggs: Object.fromEntries(
            repeated(250, (n) => [`h${n}`, { top_hits: { size: 100, sort: [MANY, "_score"] } }]),
          ),
        },
      },
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "64 sort keys in 100 lists of many buckets",
    body: {
      size: 0,
      aggs: Object.fromEntries(
        repeated(100, (n) => [
          `a${n}`,
          {
            ...termsOf("identification.identifier.pid.keyword"),
            aggs: {
              total: { sum: { field: "temporal_extent.time_period_begin" } },
              s: { bucket_sort: { sort: repeated(64, () => "total"), gap_policy: "insert_zeros" } },
            },
          },
        ]),
      ),
    },
    expected: "too_many_buckets_exception",
  },
  {
    name: "the sources of 100 top_hits in each of many buckets",
    body: { size: 0, aggs: { a: { ...termsOf(MANY), aggs: { h: { top_hits: { size: 100 } } } } } },
    expected: "circuit_breaking_exception",
  },
  {
    name: "250 extended_stats below terms",
    body: {
      size: 0,
      aggs: {
        a: {
          ...termsOf("identification.identifier.pid.keyword"),
          aggs: Object.fromEntries(
            repeated(250, (n) => [`e${n}`, { extended_stats: { field: "temporal_extent.time_period_begin" } }]),
          ),
        },
      },
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "250 times the ranks of 700 values below terms",
    body: {
      size: 0,
      aggs: {
        a: {
          ...termsOf("variables.variable_matrix.keyword"),
          aggs: Object.fromEntries(
            repeated(250, (n) => [
              `r${n}`,
              { percentile_ranks: { field: "temporal_extent.time_period_begin", values: repeated(700, (v) => v) } },
            ]),
          ),
        },
      },
    },
    expected: "circuit_breaking_exception",
  },
];
