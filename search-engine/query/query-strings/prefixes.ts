import type { Field } from "../../index/mapping.ts";
import type { CompileContext } from "../kind.ts";
import { analyzerOf } from "../match.ts";
import { Bool } from "../nodes/bool.ts";
import { Term } from "../nodes/term.ts";
import { prefixQuery } from "../prefix.ts";
import type { Query } from "../query.ts";
import { normalised } from "./words.ts";

export interface PrefixStyle {
  readonly analyzer: string | undefined;
  readonly analyzeWildcard: boolean;
  readonly operator: "or" | "and";
  readonly rewrite: string | undefined;
}

/** Documents with a term that has the prefix. With `analyzeWildcard`, the last of several words is the prefix. */
export function prefixWordQuery(
  field: Field,
  text: string,
  { analyzer, analyzeWildcard, operator, rewrite }: PrefixStyle,
  context: CompileContext,
): Query | undefined {
  if (!analyzeWildcard) return prefixQuery(field, normalised(field, analyzer, text), false, rewrite, context);
  const { terms } = context.analysed(analyzerOf(field, analyzer), text);
  const last = terms.at(-1);
  if (last === undefined) return undefined;
  const prefix = prefixQuery(field, last, false, rewrite, context);
  if (terms.length === 1) return prefix;
  context.countClauses(terms.length);
  const occur = operator === "and" ? ("must" as const) : ("should" as const);
  const words = terms.slice(0, -1).map((term) => ({ occur, query: new Term(field.name, term) }));
  return new Bool([...words, { occur, query: prefix }], 0);
}
