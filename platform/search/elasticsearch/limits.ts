/** Limits of searches that only Elasticsearch needs, checked before a request. */

/**
 * Hits of a page, including those before `from`, times keys of `sort`; for the page and its `inner_hits` together. A
 * value may be a text of thousands of characters.
 */
export const MAX_SORT_VALUES = 100_000;

/** Hits of all `top_hits` in a bucket, including those before `from`, times keys of their `sort`. */
export const MAX_BUCKET_SORT_VALUES = 1_000;

/** Hits of a page times `inner_hits`. Elasticsearch creates a search for each before it runs the first. */
export const MAX_GROUP_SEARCHES = 10_000;

/** Hits of these searches together, including those before `from`: no more than a page may have. */
export const MAX_GROUP_HITS = 10_000;

/**
 * Bytes of fuzzy terms, and of texts with `fuzziness`, times the highlighted fields among those that each is searched
 * in; without `require_field_match`, times searched and highlighted fields. Elasticsearch creates the automata again
 * for each such field and keeps them until the search ends: 10 to 20 kB per byte. A pattern matches more fields than it
 * counts as, so this limit means 400 to 800 MB.
 */
export const MAX_HIGHLIGHTED_FUZZY = 12_288;

/** Hits of a page times characters of the tags around a match; for the page and its `inner_hits` together. */
export const MAX_PAGE_TAGS = 100_000;

/** Hits of all `top_hits` in a bucket times characters of the tags around a match. */
export const MAX_BUCKET_TAGS = 10_000;

/**
 * Weight of the contents of a bucket, summed over the aggregations whose number of buckets depends on the records:
 * buckets and values, times the filters and ranges around the aggregation.
 */
export const MAX_BUCKET_WEIGHT = 256;

/** Weight of a hit of `top_hits`. */
export const HIT_WEIGHT = 2;

/** Weight of a pipeline, for which all buckets are copied. */
export const PIPELINE_WEIGHT = 8;

/**
 * Steps per power of ten in the histograms of `hdr`, over all buckets. A histogram with n significant digits has 10ⁿ of
 * them; each takes up to 640 bytes, less where the values have similar sizes. Elasticsearch does not count their
 * memory, and answers no other search when it has none left.
 */
export const MAX_HISTOGRAM_STEPS = 100_000;

/** Assumed number of buckets for these steps where it depends on the records. */
export const BUCKETS_OF_HISTOGRAMS = 1_000;

/**
 * Sources of `composite`, and fields of `multi_terms`. Elasticsearch creates all keys of a document, one for every
 * combination, before it looks them up.
 */
export const MAX_KEY_PARTS = 6;

/** Depth of nested samplers. */
export const MAX_SAMPLER_DEPTH = 4;
