import { DICTIONARY_CLAUSES, PATTERN_FIELDS, REGEXP_CLAUSES } from "../../limits.ts";

/**
 * Expressions with few states: no counts, intersections or complements, and at most eight characters behind the first
 * loop.
 */
const SIMPLE = /^[^{}&~<>*+]*(?:[*+][^{}&~<>]{0,8})?$/;

/** Number of clauses that a regular expression of Lucene counts as, in one field. */
export const clausesOfExpression = (expression: string): number =>
  SIMPLE.test(expression) ? DICTIONARY_CLAUSES : REGEXP_CLAUSES;

/** Number of clauses in all fields of a pattern, for each of which Elasticsearch determinises the expression anew. */
export const clausesInManyFields = (expression: string): number =>
  SIMPLE.test(expression) ? REGEXP_CLAUSES : REGEXP_CLAUSES * PATTERN_FIELDS;
