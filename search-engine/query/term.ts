import type { Field } from "../index/mapping.ts";
import { queryShardException } from "../language/errors/errors.ts";
import { scalarText } from "../language/members/options.ts";
import type { TermBody } from "../language/queries/term.ts";
import { exactQuery } from "./field-terms.ts";
import type { Compile } from "./kind.ts";
import { AnyTerm } from "./nodes/any-term.ts";
import { boosted, ConstantScore, MatchNone } from "./nodes/constant.ts";
import { foldAscii, termsThat } from "./patterns.ts";

export const term: Compile<TermBody> = ({ field: name, value, caseInsensitive, boost }, context) => {
  const field = context.field(name);
  if (caseInsensitive && field && !hasTerms(field)) {
    const { kind } = field;
    if (kind === "_id") return new MatchNone();
    throw queryShardException(
      `[${name}] field which is of type [${kind}], does not support case insensitive term queries`,
    );
  }
  if (!caseInsensitive || !field || field.kind === "boolean") return boosted(exactQuery(field, value, context), boost);
  const folded = foldAscii(scalarText(value));
  const test = (each: string) => foldAscii(each) === folded;
  const choice = `case-insensitive:${folded}`;
  const marks = { kind: "terms", field: name, name: choice, test } as const;
  const anyCase = new AnyTerm(name, choice, (_segment, { terms }) => termsThat(test, terms), marks);
  context.expansions.push(anyCase);
  return boosted(new ConstantScore(anyCase), boost);
};

const hasTerms = ({ kind }: Field): boolean => kind === "text" || kind === "keyword" || kind === "boolean";
