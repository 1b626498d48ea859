import type { ShardFailure } from "../errors/errors.ts";
import type { SearchRejected } from "../errors/rejected.ts";
import type { JsonObject, JsonValue, Location } from "../json/json.ts";

/** A fuzzy term, or a text of fuzzy words. */
export interface FuzzyTerm {
  readonly bytes: number;
  /** Number of fields in which it is searched for; a pattern counts as PATTERN_FIELDS. */
  readonly fields: number;
}

/** Reads clauses inside a clause, and counts the clauses, words and points of the whole search. */
export interface ClauseReader<Clause> {
  /** Reads `{"term": {…}}`; `parent` and `member` locate the value. @throws SearchRejected, ShardFailure */
  read(value: JsonValue, parent: JsonObject, member: string): Clause;
  /**
   * `kept`: how many of them a compiled query holds; the others only represent its work. @throws ShardFailure beyond
   * MAX_CLAUSES.
   */
  countClauses(count: number, kept?: number): void;
  /**
   * Counts the words of a text in each of a number of fields. A compiled query holds `kept` of the fields.
   * @throws ShardFailure beyond MAX_CLAUSES.
   */
  countWords(text: string, fields: number, kept?: number): void;
  /** Notes a fuzzy term in a number of fields, whose highlighting costs more. */
  noteFuzzy(term: string, fields: number): void;
  /** Counts the origins of `_geo_distance` sort keys. @throws SearchRejected beyond MAX_ORIGINS. */
  countOrigins(count: number): void;
  /**
   * Throws a failure of running the search, unless the caller keeps refused clauses and finds it itself.
   * @throws ShardFailure, SearchRejected
   */
  refuse(failure: ShardFailure | SearchRejected): void;
  /** The end of the innermost clause that was refused. */
  endOfRefused(refusal: SearchRejected): Location | undefined;
}

/** A kind of clause: reads its body into plain data. `Clause` is the type of clauses inside it. */
export interface ReadClause<Body, Clause = unknown> {
  /** @throws SearchRejected, ShardFailure */
  (body: JsonObject, reader: ClauseReader<Clause>): Body;
  /** The clause is about one field, and its name stands beside the field's other members. */
  readonly isAboutField?: true;
}

/** A kind of clause about one field. */
export const aboutField = <Body>(read: ReadClause<Body>): ReadClause<Body> =>
  Object.assign(read, { isAboutField: true } as const);
