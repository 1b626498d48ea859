import { causeOfUncreated, ShardFailure } from "../language/errors/errors.ts";
import type { Clause } from "../language/queries/table.ts";
import type { CompileContext } from "./kind.ts";
import type { Query } from "./query.ts";

/**
 * Compiles a clause of an aggregation or a highlight.
 * @throws ShardFailure, without "failed to create query", which Elasticsearch does not say here
 */
export function compileUnwrapped(clause: Clause, { compile }: Pick<CompileContext, "compile">): Query {
  try {
    return compile(clause);
  } catch (error) {
    throw error instanceof ShardFailure ? causeOfUncreated(error) : error;
  }
}
