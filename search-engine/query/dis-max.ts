import { failedToCreateQuery } from "../language/errors/errors.ts";
import type { DisMaxBody } from "../language/queries/dis-max.ts";
import type { Clause } from "../language/queries/table.ts";
import type { Compile } from "./kind.ts";
import { boosted } from "./nodes/constant.ts";
import { DisjunctionMax } from "./nodes/disjunction-max.ts";
import type { Query } from "./query.ts";

export const disMax: Compile<DisMaxBody<Clause>> = ({ clauses, tieBreaker, boost }, context) =>
  boosted(bestOf(clauses.map(context.compile), tieBreaker), boost);

/** @throws ShardFailure when the tie breaker is out of range */
export function bestOf(queries: readonly Query[], tieBreaker: number): Query {
  if (tieBreaker >= 0 && tieBreaker <= 1) return new DisjunctionMax(queries, tieBreaker);
  throw failedToCreateQuery("illegal_argument_exception", "tieBreakerMultiplier must be in [0, 1]");
}
