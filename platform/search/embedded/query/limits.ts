/** Clauses inside clauses, at most. */
export const maxDepth = 32;

/** Clauses and words of a search, at most: more would hold everybody else up. */
export const maxClauses = 4096;

/** What a clause counts that looks at all terms of a field. */
export const wholeDictionary = 64;
