import { DICTIONARY_CLAUSES, PATTERN_FIELDS, REGEXP_CLAUSES } from "../../limits.ts";

/** Nothing is counted, joined or negated, and at most eight characters are behind the first loop, so that few states come of it. */
const SIMPLE = /^[^{}&~<>*+]*(?:[*+][^{}&~<>]{0,8})?$/;

/** How many clauses a regular expression of Lucene counts as, in one field. */
export const clausesOfExpression = (expression: string): number =>
  SIMPLE.test(expression) ? DICTIONARY_CLAUSES : REGEXP_CLAUSES;

/** How many it counts as in all fields of a pattern, for each of which Elasticsearch makes it deterministic anew. */
export const clausesInManyFields = (expression: string): number =>
  SIMPLE.test(expression) ? REGEXP_CLAUSES : REGEXP_CLAUSES * PATTERN_FIELDS;
