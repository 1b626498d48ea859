/** Size of a record as JSON. */
export const RECORD_BYTES = 512 * 1024;

/** Clauses and words of a search. */
export const MAX_CLAUSES = 4096;

/** Depth of clauses inside clauses. */
export const MAX_DEPTH = 32;

/** Keys of `sort`: each holds its value for every hit of the page. */
export const MAX_SORT_KEYS = 64;

/** Aggregations of a search, nested ones included: each holds a number for every value of its field. */
export const MAX_AGGREGATIONS = 256;
