import type { Field } from "../index/mapping.ts";
import { scalarText } from "../language/members/options.ts";
import type { MatchBody, MatchStyle } from "../language/queries/match.ts";
import type { Compile, CompileContext } from "./kind.ts";
import {
  analyzerOf,
  checkStyle,
  countWords,
  isPlace,
  refusePlace,
  termQuery,
  unlessLenient,
  wordsQuery,
} from "./match.ts";
import { boosted, MatchNone } from "./nodes/constant.ts";
import { prefixQuery } from "./prefix.ts";
import type { Query } from "./query.ts";

export const matchBoolPrefix: Compile<MatchBody> = ({ field, text, style, boost }, context) => {
  checkStyle("match_bool_prefix", style);
  return boosted(boolPrefixQuery(context.field(field), scalarText(text), style, context), boost);
};

/** Matches the terms of a text in one field, the last one as a prefix. @throws ShardFailure unless lenient */
export function boolPrefixQuery(
  field: Field | undefined,
  given: string,
  style: MatchStyle,
  context: CompileContext,
): Query {
  if (!field) return new MatchNone();
  const { lenient } = style;
  if (isPlace(field)) return unlessLenient(lenient, () => refusePlace("match_bool_prefix", field));
  const isText = field.kind === "text" || field.kind === "keyword";
  // A value that is not analysed is a prefix only in fields with terms.
  if (!isText && style.analyzer === undefined) return termQuery(field, given, style, context);
  const { terms, endsWithTerm } = context.analysed(analyzerOf(field, style.analyzer), given);
  if (style.analyzer !== undefined) countWords(terms.length, style, context);
  // A word with text behind it is complete.
  const last = endsWithTerm ? terms.length - 1 : terms.length;
  const queries = terms.map((term, place) =>
    place < last
      ? termQuery(field, term, style, context)
      : unlessLenient(lenient, () => prefixQuery(field, term, false, undefined, context)),
  );
  return wordsQuery(queries, style);
}
