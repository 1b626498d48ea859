/** Size of a record as JSON. */
export const RECORD_BYTES = 512 * 1024;

/** Clauses and words of a search. */
export const MAX_CLAUSES = 4096;

/** Depth of clauses inside clauses. */
export const MAX_DEPTH = 30;

/** Keys of `sort`: each holds its value for every hit of the page. */
export const MAX_SORT_KEYS = 64;

/** Steps of a search: documents that its clauses and aggregations visit, terms, edges of shapes, distances. */
export const MAX_SEARCH_STEPS = 200_000_000;

/** Memory that a search's aggregations take beside their buckets. */
export const MAX_AGGREGATION_BYTES = 64 * 1024 * 1024;

/** Size of an answer with highlights, hits inside hits or unmapped fields: it is made whole before its first byte is sent. */
export const MAX_WHOLE_ANSWER_BYTES = 8 * 1024 * 1024;

/** Buckets that a search makes, answered or not, each counted with the aggregations inside it. */
export const MAX_SEARCH_CELLS = 2_000_000;

/** Characters of a wildcard pattern: each term of the field is compared with them. */
export const MAX_PATTERN_LENGTH = 1_000;

/** Positions of the shapes of a search. */
export const MAX_POSITIONS = 10_000;

/** Places that a sort by distance starts from. */
export const MAX_ORIGINS = 1_000;

/** Aggregations of a search, nested ones included: each holds a number for every value of its field. */
export const MAX_AGGREGATIONS = 256;
