import { belowTerms, type HostileSearch, MANY, PID, repeated } from "./hostile-search.ts";

const termsOf = (field: string) => ({ terms: { field, size: 65_536 } });

/** Metrics, hits and buckets that are many times as large as their documents. */
export const METRIC_SEARCHES: readonly HostileSearch[] = [
  {
    name: "250 cardinalities below terms",
    body: belowTerms(PID, 250, { cardinality: { field: MANY } }),
    expected: "circuit_breaking_exception",
  },
  {
    name: "250 times 100 top_hits below terms",
    body: belowTerms(PID, 250, { top_hits: { size: 100, sort: [MANY, "_score"] } }),
    expected: "circuit_breaking_exception",
  },
  {
    name: "250 times 64 sort keys of many buckets",
    body: belowTerms(PID, 250, { bucket_sort: { sort: repeated(64, () => "_count") } }),
    expected: "circuit_breaking_exception",
  },
  {
    name: "120 times the rare terms of all records",
    body: {
      size: 0,
      aggs: Object.fromEntries(
        repeated(120, (n) => [
          `r${n}`,
          {
            rare_terms: { field: PID },
            aggs: { h: { top_hits: { size: 100, _source: false } } },
          },
        ]),
      ),
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "all combinations of many values of a record, by 20 fields",
    body: { size: 0, aggs: { a: { multi_terms: { terms: repeated(20, () => ({ field: MANY })), size: 65_536 } } } },
    expected: "circuit_breaking_exception",
  },
  {
    name: "combinations of many values of a record in a bucket for each of them",
    body: belowTerms(MANY, 20, { multi_terms: { terms: repeated(4, () => ({ field: MANY })) } }),
    expected: "circuit_breaking_exception",
  },
  {
    name: "twice 126 fields, of which no record has the last, in a bucket for each of many values",
    body: belowTerms(MANY, 2, {
      multi_terms: { terms: repeated(126, (n) => ({ field: n < 125 ? MANY : "no_such_field" })) },
    }),
    expected: "circuit_breaking_exception",
  },
  {
    name: "25 times nine values of ten documents in a bucket for each of many values",
    body: belowTerms(MANY, 25, {
      top_metrics: {
        metrics: repeated(9, () => ({ field: MANY })),
        sort: { "temporal_extent.time_period_begin": "desc" },
        size: 10,
      },
    }),
    expected: "circuit_breaking_exception",
  },
  {
    name: "25 times nine values of one document in a bucket for each record, ordered by one of them",
    body: {
      size: 0,
      aggs: {
        a: {
          terms: { field: PID, size: 65_536, order: { "a0[facility.active]": "desc" } },
          aggs: Object.fromEntries(
            repeated(25, (n) => [
              `a${n}`,
              {
                top_metrics: {
                  metrics: [{ field: "facility.active" }, ...repeated(8, () => ({ field: MANY }))],
                  sort: "_score",
                },
              },
            ]),
          ),
        },
      },
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "the intersections of each two of 1,500 filters that match everything",
    body: {
      size: 0,
      aggs: {
        a: {
          adjacency_matrix: {
            filters: Object.fromEntries(repeated(1_500, (n) => [`f${n}`, { match_all: {} }])),
          },
        },
      },
    },
    expected: "circuit_breaking_exception",
  },
  {
    name: "250 times as many intervals as there may be in a bucket for each of many values",
    body: belowTerms(MANY, 250, {
      auto_date_histogram: { field: "temporal_extent.time_period_begin", buckets: 2_184 },
    }),
    expected: "too_many_buckets_exception",
  },
  {
    name: "intervals inside of intervals, of hits with scores, for each of many values",
    body: belowTerms(MANY, 1, {
      auto_date_histogram: { field: "temporal_extent.time_period_begin", buckets: 2_184 },
      aggs: Object.fromEntries(
        repeated(120, (n) => [
          `i${n}`,
          {
            auto_date_histogram: { field: "temporal_extent.time_period_end", buckets: 2_184 },
            aggs: { h: { top_hits: { size: 100, sort: [MANY, "_score"] } } },
          },
        ]),
      ),
    }),
    expected: "too_many_buckets_exception",
  },
  {
    name: "200 lists of many values in the intervals of all records",
    body: {
      size: 0,
      aggs: {
        a: {
          auto_date_histogram: { field: "temporal_extent.time_period_begin", buckets: 10 },
          aggs: Object.fromEntries(repeated(200, (n) => [`t${n}`, { terms: { field: MANY, size: 1 } }])),
        },
      },
    },
    expected: 200,
  },
  {
    name: "the sources of 100 top_hits in each of many buckets",
    body: { size: 0, aggs: { a: { ...termsOf(MANY), aggs: { h: { top_hits: { size: 100 } } } } } },
    expected: "circuit_breaking_exception",
  },
  {
    name: "250 extended_stats below terms",
    body: belowTerms(PID, 250, { extended_stats: { field: "temporal_extent.time_period_begin" } }),
    expected: "circuit_breaking_exception",
  },
  {
    name: "250 times the ranks of 700 values below terms",
    body: belowTerms("variables.variable_matrix.keyword", 250, {
      percentile_ranks: { field: "temporal_extent.time_period_begin", values: repeated(700, (v) => v) },
    }),
    expected: "circuit_breaking_exception",
  },
  {
    name: "64 criteria of an order by the median_absolute_deviation of a bucket for each of many values",
    body: {
      size: 0,
      aggs: {
        t: {
          terms: { field: MANY, size: 65_536, order: repeated(64, () => ({ m: "asc" })) },
          aggs: { m: { median_absolute_deviation: { field: "none", missing: 1 } } },
        },
      },
    },
    expected: 200,
  },
];
