import type { Rewrite } from "../language/queries/rewrite.ts";
import type { CompileContext } from "./kind.ts";
import { AnyTerm } from "./nodes/any-term.ts";
import { ConstantScore } from "./nodes/constant.ts";
import { ExpandedTerms, type TermExpansion, termsMarks } from "./nodes/expanded-terms.ts";
import type { Query } from "./query.ts";

/** Documents with any of the terms chosen. */
export function expandedQuery(
  expansion: TermExpansion,
  rewrite: Rewrite,
  { expansions, countClauses }: CompileContext,
): Query {
  if (rewrite.kind === "constant") {
    const any = new AnyTerm(expansion.field, expansion.name, expansion.chosen, termsMarks(expansion));
    expansions.push(any);
    return new ConstantScore(any);
  }
  const terms = new ExpandedTerms({ ...expansion, rewrite, countClauses });
  expansions.push(terms);
  return rewrite.kind === "scoring" && rewrite.constant ? new ConstantScore(terms) : terms;
}
