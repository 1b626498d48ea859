/** Clauses inside clauses, at most. */
export const maxDepth = 32;

/** Clauses and words of a search, at most: more would hold everybody else up. */
export const maxClauses = 4096;

/** What a clause counts that looks at all terms of a field. */
export const wholeDictionary = 64;

/** Keys to sort by, at most: each holds its value for every hit of the page. */
export const maxSortKeys = 64;

/** Patterns with a star in a list of `_source`, at most: each is tried on each path of a document. */
export const maxStarredPatterns = 256;

/** Aggregations in a search, at most, at every depth together: each holds a number for every value of its field. */
export const maxAggregations = 256;
