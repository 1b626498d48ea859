import type { Field } from "../index/mapping.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";
import type { Analysis, Analyze } from "../language/analysis/analyzers.ts";
import type { Clause } from "../language/queries/table.ts";
import type { Work } from "../work/work.ts";
import type { Query } from "./query.ts";

/** Context in which clauses are compiled. */
export interface CompileContext {
  readonly index: IndexReader;
  /** `now` of date math, ms since 1970, the same for the whole search. */
  readonly now: number;
  readonly work: Work;
  /** The field with this name; undefined when unmapped. */
  field(name: string): Field | undefined;
  /** Analyses a text. */
  analysed(analyzer: Analyze, text: string): Analysis;
  /** Counts clauses that only the mapping determines. @throws ShardFailure when the search has too many */
  countClauses(count: number): void;
  /** Counts words in each of their fields, as countClauses does. @throws ShardFailure */
  countWords(count: number): void;
  /** Expansions to run on each segment before the search, since they may take long. */
  readonly expansions: Expansion[];
  /** Clauses with a name that have been compiled so far. */
  readonly named: NamedQuery[];
  /** Compiles an inner clause. @throws ShardFailure */
  compile(clause: Clause): Query;
}

export interface NamedQuery {
  readonly name: string;
  readonly query: Query;
  /** Number of named clauses around it, itself included. */
  readonly depth: number;
}

/** Finds the terms of a segment that match a clause. Yields often, so that the caller can interrupt it. */
export interface Expansion {
  /** In small steps. */
  expand(segment: SegmentReader): Iterable<Cost>;
}

export interface Cost {
  /** Terms and documents visited. */
  readonly steps: number;
  /** Bytes taken until the search ends. */
  readonly bytes: number;
}

/** Compiles a clause for the index. @throws ShardFailure when a field does not support it */
export type Compile<Body> = (body: Body, context: CompileContext) => Query;
