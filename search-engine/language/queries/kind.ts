import type { ShardFailure } from "../errors/errors.ts";
import type { SearchRejected } from "../errors/rejected.ts";
import type { JsonObject, JsonValue, Location } from "../json/json.ts";

/** A term, or a text of them, that is compared by edits. */
export interface FuzzyTerm {
  readonly bytes: number;
  /** How many fields it is looked for in; a pattern counts PATTERN_FIELDS. */
  readonly fields: number;
}

/** Reads clauses inside a clause, and counts what the whole search asks for. */
export interface ClauseReader<Clause> {
  /** Reads `{"term": {…}}`; `parent` and `member` say where the value stands. @throws SearchRejected, ShardFailure */
  read(value: JsonValue, parent: JsonObject, member: string): Clause;
  /** `kept`: how many of them a compiled query holds; the others stand for its work. @throws ShardFailure beyond MAX_CLAUSES. */
  countClauses(count: number, kept?: number): void;
  /**
   * Counts the words of a text that is searched in a number of fields, of which a compiled query holds `kept`.
   * @throws ShardFailure beyond MAX_CLAUSES.
   */
  countWords(text: string, fields: number, kept?: number): void;
  /** Notes a term that is compared by edits in a number of fields, for those that it is highlighted in. */
  noteFuzzy(term: string, fields: number): void;
  /** Counts places that documents are sorted by their distance from. @throws SearchRejected beyond MAX_ORIGINS. */
  countOrigins(count: number): void;
  /**
   * Throws what an engine refuses as it runs the search, unless whoever reads it finds that out itself.
   * @throws ShardFailure, SearchRejected
   */
  refuse(failure: ShardFailure | SearchRejected): void;
  /** Where the clause ends that was refused, the innermost of those that it lies in. */
  endOfRefused(refusal: SearchRejected): Location | undefined;
}

/** A kind of clause: reads its body into plain data; `Clause` is what clauses inside it are read into. */
export interface ReadClause<Body, Clause = unknown> {
  /** @throws SearchRejected, ShardFailure */
  (body: JsonObject, reader: ClauseReader<Clause>): Body;
  /** The clause is about one field, and its name stands beside the field's other members. */
  readonly isAboutField?: true;
}

/** A kind of clause about one field. */
export const aboutField = <Body>(read: ReadClause<Body>): ReadClause<Body> =>
  Object.assign(read, { isAboutField: true } as const);
