import type { Clause } from "../../language/queries/table.ts";
import type { Field } from "../index/mapping.ts";
import type { IndexReader, SegmentReader } from "../index/segment.ts";
import type { Work } from "../work.ts";
import type { Query } from "./query.ts";

/** What compiling a clause may look at. */
export interface CompileContext {
  readonly index: IndexReader;
  /** `now` of date math, ms since 1970: one for the whole search. */
  readonly now: number;
  readonly work: Work;
  /** The field that a clause names, undefined when unmapped. */
  field(name: string): Field | undefined;
  /** Counts clauses that only the mapping tells. @throws ShardFailure when the search has too many. */
  countClauses(count: number): void;
  /** Expansions that run over each segment before the search, since they may take long. */
  readonly expansions: Expansion[];
  /** Compiles a clause inside a clause. @throws ShardFailure */
  compile(clause: Clause): Query;
}

/** Finds the terms of a segment that a clause stands for; yields often, so that the caller can interrupt it. */
export interface Expansion {
  expand(segment: SegmentReader): Iterable<unknown>;
}

/** Makes a clause's query for the index. @throws ShardFailure when a field of the clause can't be searched so. */
export type Compile<Body> = (body: Body, context: CompileContext) => Query;
