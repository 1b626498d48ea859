import type { BoolBody } from "../../language/queries/bool.ts";
import type { Clause } from "../../language/queries/table.ts";
import type { Compile } from "./kind.ts";
import { minimumShouldMatch } from "./minimum-should-match.ts";
import { Bool, withEverythingElse } from "./nodes/bool.ts";
import { boosted, MatchAll } from "./nodes/constant.ts";

export const bool: Compile<BoolBody<Clause>> = ({ clauses, minimumShouldMatch: given, boost }, context) => {
  if (clauses.length === 0) return boosted(new MatchAll(), boost);
  const queries = clauses.map(({ occur, clause }) => ({ occur, query: context.compile(clause) }));
  const optional = clauses.filter(({ occur }) => occur === "should").length;
  const minimum = given === undefined ? 0 : minimumShouldMatch(optional, given);
  return boosted(withEverythingElse(new Bool(queries, minimum)), boost);
};
