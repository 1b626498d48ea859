/** What a clause counts that looks at all terms of a field. */
export const DICTIONARY_CLAUSES = 64;

/** Values of a `terms` clause: Elasticsearch's index.max_terms_count. */
export const MAX_TERMS = 65_536;

/** Patterns of `_source`. */
export const MAX_PATTERNS = 4096;

/** Patterns with a star in a list of `_source`: each is tried on each path of a document. */
export const MAX_STARRED_PATTERNS = 256;

/** Depth of aggregations below aggregations. */
export const MAX_AGGREGATION_DEPTH = 32;

/** Buckets of an answer, as in Elasticsearch. */
export const MAX_BUCKETS = 65_536;

/** Depth of groups in a query string. */
export const MAX_QUERY_STRING_DEPTH = 100;

/** Characters of a tag, which is written around every match. */
export const MAX_TAG_LENGTH = 1_000;
