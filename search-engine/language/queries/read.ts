import { MAX_CLAUSES, MAX_DEPTH, MAX_ORIGINS, MAX_TEXT_LENGTH } from "../../limits.ts";
import { analyze } from "../analysis/tokenizer.ts";
import {
  failedToCreateQuery,
  illegalArgument,
  located,
  NestedTooDeep,
  parsingException,
  ShardFailure,
} from "../errors/errors.ts";
import { SearchRejected } from "../errors/rejected.ts";
import {
  isObject,
  type JsonObject,
  type JsonValue,
  type Location,
  locationOfEnd,
  locationOfName,
  locationOfValue,
} from "../json/json.ts";
import { expectAtMost } from "../members/bounds.ts";
import { clauseName } from "./clause-name.ts";
import type { ClauseReader, FuzzyTerm, ReadClause } from "./kind.ts";
import {
  type Clause,
  type ClauseBodies,
  type ClauseOf,
  isQueryName,
  type QueryName,
  queryKinds,
  type RefusedClause,
} from "./table.ts";

const readers: { readonly [Name in QueryName]: ReadClause<ClauseBodies[Name], Clause> } = queryKinds;

/** Reads the clauses of one search. */
export class QueryReader implements ClauseReader<Clause> {
  readonly #keepsRefused: boolean;
  /** Clauses and words counted so far. */
  clauses = 0;
  /** Those of them that compiled queries hold, without the words of `#texts`. */
  #kept = 0;
  readonly fuzzyTerms: FuzzyTerm[] = [];
  #depth = 0;
  /** Texts whose words have not been counted yet. */
  #texts: { readonly text: string; readonly fields: number; readonly kept: number }[] = [];
  #maxWords = 0;
  /** Ends of the innermost clauses that were refused. */
  readonly #ends = new WeakMap<SearchRejected, Location | undefined>();
  #origins = 0;

  /**
   * `keepsRefused`: a clause that shards refuse is read as a `RefusedClause`, since the search may be answered without
   * it.
   */
  constructor(keepsRefused: boolean) {
    this.#keepsRefused = keepsRefused;
  }

  read(value: JsonValue, parent: JsonObject, member: string): Clause {
    this.countClauses(1);
    this.#depth++;
    const clause = this.#clause(value, parent, member);
    this.#depth--;
    return clause;
  }

  /** Clauses and words that compiled queries hold. Counts the words of all texts. */
  keptClauses(): number {
    return this.#texts.reduce((sum, { text, kept }) => sum + analyze(text).length * kept, this.#kept);
  }

  countClauses(count: number, kept = count): void {
    this.clauses += count;
    this.#kept += kept;
    this.#check();
  }

  countWords(text: string, fields: number, kept = fields): void {
    this.#texts.push({ text, fields, kept });
    this.#maxWords += text.length * fields;
    this.#check();
    expectAtMost(MAX_TEXT_LENGTH, text.length, "characters", "a text has");
  }

  noteFuzzy(term: string, fields: number): void {
    this.fuzzyTerms.push({ bytes: Buffer.byteLength(term), fields });
  }

  countOrigins(count: number): void {
    this.#origins += count;
    expectAtMost(MAX_ORIGINS, this.#origins, "points", "[_geo_distance] of all keys has");
  }

  refuse(failure: ShardFailure | SearchRejected): void {
    if (!this.#keepsRefused) throw failure;
  }

  endOfRefused(refusal: SearchRejected): Location | undefined {
    return this.#ends.get(refusal);
  }

  /** A word has at least one character, so short texts need not be analysed to see that they have few words. */
  #check(): void {
    if (this.clauses + this.#maxWords <= MAX_CLAUSES) return;
    for (const { text, fields, kept } of this.#texts) {
      const words = analyze(text).length;
      this.clauses += words * fields;
      this.#kept += words * kept;
    }
    this.#texts = [];
    this.#maxWords = 0;
    if (this.clauses > MAX_CLAUSES) throw tooManyClauses(MAX_CLAUSES);
  }

  #clause(value: JsonValue, parent: JsonObject, member: string): Clause {
    if (!isObject(value)) {
      throw parsingException("[_na] query malformed, must start with start_object", locationOfValue(parent, member));
    }
    const [name, second] = value.keys();
    if (name === undefined) {
      const end = locationOfEnd(value);
      throw illegalArgument(`query malformed, empty clause found at [${end ? `${end.line}:${end.col}` : "1:1"}]`);
    }
    const body = value.get(name);
    if (!isObject(body)) {
      const reason = `[${name}] query malformed, no start_object after query name`;
      throw parsingException(reason, locationOfValue(value, name));
    }
    if (this.#depth > MAX_DEPTH) throw new NestedTooDeep(locationOfValue(value, name));
    if (!isQueryName(name)) throw unknownQuery(name, value);
    const clause = this.#readAs(name, body);
    if (second !== undefined) {
      const message = `[${name}] malformed query, expected [END_OBJECT] but found [FIELD_NAME]`;
      throw parsingException(message, locationOfName(value, second));
    }
    return clause;
  }

  #readAs<Name extends QueryName>(name: Name, body: JsonObject): ClauseOf<Name> | RefusedClause {
    try {
      const read = readers[name];
      const named = read.isAboutField ? [...body.values()].find(isObject) : body;
      return { kind: name, body: read(body, this), name: clauseName(named) };
    } catch (error) {
      if (error instanceof SearchRejected && !this.#ends.has(error)) this.#ends.set(error, locationOfEnd(body));
      if (this.#keepsRefused && error instanceof ShardFailure) return { kind: "refused", body: error, name: undefined };
      throw error;
    }
  }
}

function unknownQuery(name: string, clause: JsonObject): Error {
  const at = locationOfValue(clause, name);
  const reason = located(`unknown field [${name}]`, at);
  return parsingException(`unknown query [${name}]`, at, { type: "named_object_not_found_exception", reason });
}

export function tooManyClauses(limit: number): Error {
  const reason = `Query contains too many nested clauses; maxClauseCount is set to ${limit}`;
  return failedToCreateQuery("too_many_nested_clauses", reason);
}
