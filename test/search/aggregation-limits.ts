import { aggregation, belowTerms, repeated, TEXT, wrapped } from "./limit-examples.ts";
import { DATE, ILLEGAL, type ListedLimits, limits } from "./listed-limit.ts";

/** Limits of aggregations, in the order of the document. */
export const AGGREGATION_LIMITS = {
  MAX_AGGREGATIONS: {
    name: "aggregations, nested ones included, and sources of `composite`",
    beyond: ILLEGAL,
    example: {
      aggs: Object.fromEntries(
        repeated(limits.MAX_AGGREGATIONS + 1, (n) => [`a${n}`, { value_count: { field: DATE } }]),
      ),
    },
  },
  MAX_BUCKET_WEIGHT: {
    name: "values, hits and buckets in a bucket of each aggregation whose number of buckets depends on the records, times the filters and ranges that are above it",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: {
      aggs: {
        a: {
          date_range: { field: DATE, ranges: repeated(20, () => ({ from: "2020" })) },
          aggs: {
            b: {
              terms: { field: `${TEXT}.keyword` },
              aggs: { c: { filters: { filters: repeated(13, () => ({ match_all: {} })) } } },
            },
          },
        },
      },
    },
  },
  HIT_WEIGHT: {
    name: "of these, the weight of a hit of `top_hits`",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: belowTerms({ b: { top_hits: { size: 100 } }, c: { top_hits: { size: 29 } } }),
  },
  PIPELINE_WEIGHT: {
    name: "of these, the weight of a pipeline",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: belowTerms(Object.fromEntries(repeated(33, (n) => [`b${n}`, { bucket_sort: { size: 5 } }]))),
  },
  MAX_HISTOGRAM_STEPS: {
    name: "steps of the histograms of `hdr`, 10ⁿ for n significant digits, times the buckets that have one: the filters and ranges above, and the `shard_size` of `terms`",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: belowTerms({ b: { percentiles: { field: DATE, hdr: { number_of_significant_value_digits: 4 } } } }),
  },
  BUCKETS_OF_HISTOGRAMS: {
    name: "of these, how many buckets count where their number depends on the records; those of `terms` too that collect depth first or are ordered by a path",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: {
      aggs: {
        a: {
          date_histogram: { field: DATE, calendar_interval: "day" },
          aggs: { b: { percentiles: { field: DATE, hdr: {} } } },
        },
      },
    },
  },
  MAX_KEY_PARTS: {
    name: "sources of `composite`, and fields of `multi_terms`",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: aggregation("composite", {
      sources: repeated(limits.MAX_KEY_PARTS + 1, (n) => ({ [`s${n}`]: { terms: { field: DATE } } })),
    }),
  },
  MAX_SAMPLER_DEPTH: {
    name: "depth of `sampler` inside `sampler`",
    beyond: ILLEGAL,
    by: "elasticsearch",
    example: wrapped(limits.MAX_SAMPLER_DEPTH + 1, { aggs: { b: { value_count: { field: DATE } } } }, (below) => ({
      aggs: { a: { sampler: {}, ...below } },
    })),
  },
  MAX_REPEATED_LENGTH: {
    name: "characters of texts that buckets repeat: of a name and of `meta` of an aggregation, of names of sources and filters, of keys of ranges and fields of `top_metrics`",
    beyond: ILLEGAL,
    example: { aggs: { ["a".repeat(limits.MAX_REPEATED_LENGTH + 1)]: { value_count: { field: DATE } } } },
  },
  MAX_MISSING_LENGTH: {
    name: "characters of the `missing` of an aggregation",
    beyond: ILLEGAL,
    example: aggregation("terms", { field: DATE, missing: "a".repeat(limits.MAX_MISSING_LENGTH + 1) }),
  },
  MAX_ORDER_CRITERIA: {
    name: "criteria of an `order`",
    beyond: ILLEGAL,
    example: aggregation("terms", { field: DATE, order: repeated(65, () => ({ _key: "asc" })) }),
  },
  MAX_PERCENTS: {
    name: "`percents` or `values` of an aggregation of percentiles",
    beyond: ILLEGAL,
    example: aggregation("percentile_ranks", { field: DATE, values: repeated(limits.MAX_PERCENTS + 1, () => 0) }),
  },
  MAX_COMPRESSION: {
    name: "`compression` of percentiles and of `median_absolute_deviation`",
    beyond: ILLEGAL,
    example: aggregation("percentiles", { field: DATE, tdigest: { compression: limits.MAX_COMPRESSION + 1 } }),
  },
  MAX_AGGREGATION_DEPTH: {
    name: "depth of aggregations below aggregations",
    beyond: ILLEGAL,
    example: wrapped(limits.MAX_AGGREGATION_DEPTH + 1, {}, (below) => ({ aggs: { a: { global: {}, ...below } } })),
  },
  MAX_MULTI_TERMS_FIELDS: {
    name: "fields of `multi_terms`",
    beyond: ILLEGAL,
    example: aggregation("multi_terms", {
      terms: repeated(limits.MAX_MULTI_TERMS_FIELDS + 1, () => ({ field: DATE })),
    }),
  },
  MAX_TOP_HITS_WINDOW: {
    name: "`from` and `size` of `top_hits` together",
    beyond: ILLEGAL,
    example: aggregation("top_hits", { size: limits.MAX_TOP_HITS_WINDOW + 1 }),
  },
  MAX_TOP_METRICS_SIZE: {
    name: "`size` of `top_metrics`",
    beyond: ILLEGAL,
    example: aggregation("top_metrics", {
      ...{ metrics: { field: DATE }, sort: DATE, size: limits.MAX_TOP_METRICS_SIZE + 1 },
    }),
  },
  MAX_RARE_DOC_COUNT: {
    name: "`max_doc_count` of `rare_terms`",
    beyond: ILLEGAL,
    example: aggregation("rare_terms", { field: `${TEXT}.keyword`, max_doc_count: limits.MAX_RARE_DOC_COUNT + 1 }),
  },
  MAX_BUCKETS: {
    name: "buckets of the answer",
    beyond: "too_many_buckets_exception",
    by: "engine",
    example: aggregation("date_histogram", {
      ...{ field: DATE, fixed_interval: "1h", min_doc_count: 0, extended_bounds: { min: "1900", max: "2000" } },
    }),
  },
} satisfies ListedLimits;
