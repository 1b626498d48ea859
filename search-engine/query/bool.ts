import type { BoolBody, Occur } from "../language/queries/bool.ts";
import type { Clause } from "../language/queries/table.ts";
import type { Compile } from "./kind.ts";
import { minimumShouldMatch } from "./minimum-should-match.ts";
import { Bool, withEverythingElse } from "./nodes/bool.ts";
import { boosted, MatchAll } from "./nodes/constant.ts";

/** Elasticsearch's order: it reports the first of several failing clauses, and the last of several with one name counts. */
const OCCURS: readonly Occur[] = ["must", "must_not", "should", "filter"];

export const bool: Compile<BoolBody<Clause>> = ({ clauses, minimumShouldMatch: given, boost }, context) => {
  if (clauses.length === 0) return boosted(new MatchAll(), boost);
  const ordered = OCCURS.flatMap((occur) => clauses.filter((each) => each.occur === occur));
  const queries = ordered.map(({ occur, clause }) => ({ occur, query: context.compile(clause) }));
  const optional = clauses.filter(({ occur }) => occur === "should").length;
  const minimum = given === undefined ? 0 : minimumShouldMatch(optional, given);
  return boosted(withEverythingElse(new Bool(queries, minimum)), boost);
};
