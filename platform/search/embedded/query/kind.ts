import type { JsonObject, JsonValue, Place } from "../../language/json.ts";
import type { Field } from "../index/mapping.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";
import type { Query } from "./query.ts";

/** What parsing a clause may look at. */
export interface ParseContext {
  readonly index: IndexReader;
  /** `now` of date math, ms since 1970: one for the whole search. */
  readonly now: number;
  /** The field that a clause names, undefined when unmapped. @throws ShardFailure for Elasticsearch's own fields that are not there. */
  field(name: string): Field | undefined;
  /** Counts what a search asks for. @throws ShardFailure when it is too much. */
  countClauses(count: number): void;
  /** What takes its time before the search: `expand` is run over each segment. */
  readonly expansions: Expansion[];
  /** Parses a clause inside a clause: `{"term": {…}}`. `at` is where it stands. Counts the depth. */
  parseQuery(value: JsonValue, at?: Place): Query;
}

/** Finds out what a clause stands for in a segment, a little between two yields. */
export interface Expansion {
  expand(segment: SegmentReader): Iterable<unknown>;
}

/** A kind of clause. To add one is to add a file and a line in `table.ts`. */
export interface QueryKind {
  readonly name: string;
  /** Members that its body may have besides a field's name; anything else is refused as Elasticsearch refuses it. */
  readonly options: readonly string[];
  /** Reads the clause's body, with `boost`. @throws SearchRejected, ShardFailure. */
  parse(body: JsonObject, context: ParseContext): Query;
}
