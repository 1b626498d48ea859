import { scalarText } from "../../language/options.ts";
import type { TermBody } from "../../language/queries/term.ts";
import { exactQuery } from "./field-terms.ts";
import type { Compile } from "./kind.ts";
import { AnyTerm } from "./nodes/any-term.ts";
import { boosted, ConstantScore } from "./nodes/constant.ts";
import { foldAscii, termsThat } from "./patterns.ts";

export const term: Compile<TermBody> = ({ field: name, value, caseInsensitive, boost }, context) => {
  const field = context.field(name);
  const folds = caseInsensitive && (field?.kind === "text" || field?.kind === "keyword");
  if (!folds) return boosted(exactQuery(field, value, context), boost);
  const folded = foldAscii(scalarText(value));
  const test = (each: string) => foldAscii(each) === folded;
  const anyCase = new AnyTerm(
    name,
    `case-insensitive:${folded}`,
    (_segment, { terms }) => termsThat(test, terms),
    test,
  );
  context.expansions.push(anyCase);
  return boosted(new ConstantScore(anyCase), boost);
};
