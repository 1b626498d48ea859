/** Limits of searches that only an Elasticsearch needs: they are checked before it is asked. */

/**
 * Hits of a page, those before `from` included, times keys of `sort`, of the page and of its `inner_hits`. A value
 * may be a text of thousands of characters.
 */
export const MAX_SORT_VALUES = 100_000;

/** Hits of all `top_hits` in a bucket, those before `from` included, times keys of their `sort`. */
export const MAX_BUCKET_SORT_VALUES = 1_000;

/** Hits of a page times `inner_hits`. Elasticsearch makes a search for each before it runs the first. */
export const MAX_GROUP_SEARCHES = 10_000;

/** Hits that these searches ask for together, those before `from` included: no more than a page has. */
export const MAX_GROUP_HITS = 10_000;

/**
 * Bytes of fuzzy terms, and of texts with `fuzziness`, times the fields that each is looked for in and highlighted in, or
 * without `require_field_match` times both. Elasticsearch makes the automata anew for each such field and keeps them until the search ends: some
 * 10 to 20 kB a byte. A pattern stands for more fields than it counts, so that this is 400 to 800 MB.
 */
export const MAX_HIGHLIGHTED_FUZZY = 12_288;

/** Hits of a page times characters of the tags around a match, of the page and of its `inner_hits`. */
export const MAX_PAGE_TAGS = 100_000;

/** Hits of all `top_hits` in a bucket times characters of the tags around a match. */
export const MAX_BUCKET_TAGS = 10_000;

/**
 * Buckets and values in a bucket of each aggregation whose number of buckets depends on the records, times the
 * filters and ranges around that aggregation; of all these aggregations together.
 */
export const MAX_BUCKET_WEIGHT = 256;

/** What a hit of `top_hits` counts of these. */
export const HIT_WEIGHT = 2;

/** What a pipeline counts of these: all buckets are copied for it. */
export const PIPELINE_WEIGHT = 8;

/**
 * Steps for each power of ten in the histograms of `hdr`, of all buckets together. A histogram of n significant digits has 10ⁿ of
 * them; each takes up to 640 bytes, less where the values are of about the same size. Elasticsearch counts no memory for them
 * and answers no other search while it has none left.
 */
export const MAX_HISTOGRAM_STEPS = 100_000;

/** How many buckets count for these steps where their number depends on the records. */
export const BUCKETS_OF_HISTOGRAMS = 1_000;

/** Sources of `composite`, and fields of `multi_terms`. Elasticsearch makes all keys of a document before it looks up. */
export const MAX_KEY_PARTS = 6;

/** Samples of samples. */
export const MAX_SAMPLER_DEPTH = 4;
