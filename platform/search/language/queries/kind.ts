import type { JsonObject, JsonValue } from "../json.ts";

/** Reads clauses inside a clause, and counts what the whole search asks for. */
export interface ClauseReader<Clause> {
  /** Reads `{"term": {…}}`; `parent` and `member` say where the value stands. @throws SearchRejected, ShardFailure */
  read(value: JsonValue, parent: JsonObject, member: string): Clause;
  /** @throws ShardFailure beyond MAX_CLAUSES. */
  countClauses(count: number): void;
  /** Counts the words of a text that is searched in a number of fields. @throws ShardFailure beyond MAX_CLAUSES. */
  countWords(text: string, fields: number): void;
}

/**
 * A kind of clause: reads its body into `Body`, which is plain data. `Clause` is what clauses inside it are read into.
 */
export interface QueryKind<Body, Clause = unknown> {
  /** Members that its body may have besides a field's name; all others are refused. */
  readonly options: readonly string[];
  /** @throws SearchRejected, ShardFailure */
  read(body: JsonObject, reader: ClauseReader<Clause>): Body;
}
