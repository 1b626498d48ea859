import { analyze } from "../../language/analysis/tokenizer.ts";
import { failedToCreateQuery, ShardFailure } from "../../language/errors.ts";
import { type Scalar, scalarText } from "../../language/options.ts";
import type { MatchBody, MatchPhraseBody, MatchStyle } from "../../language/queries/match.ts";
import type { Field } from "../index/mapping.ts";
import { exactQuery } from "./field-terms.ts";
import type { Compile, CompileContext } from "./kind.ts";
import { minimumShouldMatch } from "./minimum-should-match.ts";
import { Bool } from "./nodes/bool.ts";
import { boosted, MatchAll, MatchNone } from "./nodes/constant.ts";
import { Phrase } from "./nodes/phrase.ts";
import { Term } from "./nodes/term.ts";
import type { Query } from "./query.ts";

export const match: Compile<MatchBody> = ({ field, text, style, boost }, context) =>
  boosted(matchQuery(context.field(field), text, style, context), boost);

/** Matches the terms of a text in one field; a field of another type, exactly. @throws ShardFailure unless lenient */
export function matchQuery(field: Field | undefined, given: Scalar, style: MatchStyle, context: CompileContext): Query {
  if (field?.kind !== "text") return exactOrLenient(field, given, style.lenient, context);
  const terms = analyze(scalarText(given));
  const [only, second] = terms;
  if (only === undefined) return style.zeroTerms === "all" ? new MatchAll() : new MatchNone();
  if (second === undefined) return new Term(field.name, only);
  const occur = style.operator === "and" ? "must" : "should";
  const clauses = terms.map((term) => ({ occur, query: new Term(field.name, term) }) as const);
  // With `and` no clause is optional: `minimum_should_match` applies to none.
  const optional = occur === "must" ? 0 : terms.length;
  const minimum = style.minimumShouldMatch === undefined ? 0 : minimumShouldMatch(optional, style.minimumShouldMatch);
  return new Bool(clauses, minimum);
}

export const matchPhrase: Compile<MatchPhraseBody> = ({ field: name, text, slop, zeroTerms, boost }, context) => {
  const field = context.field(name);
  if (field?.kind !== "text") return boosted(exactOrLenient(field, text, false, context), boost);
  const terms = analyze(scalarText(text));
  const [only, second] = terms;
  if (only === undefined) return boosted(zeroTerms === "all" ? new MatchAll() : new MatchNone(), boost);
  return boosted(second === undefined ? new Term(field.name, only) : new Phrase(field.name, terms, slop), boost);
};

function exactOrLenient(field: Field | undefined, text: Scalar, lenient: boolean, context: CompileContext): Query {
  try {
    if (field?.kind === "geo_point" || field?.kind === "geo_shape") {
      const reason = `Field [${field.name}] of type [${field.kind}] does not support match queries`;
      throw failedToCreateQuery("illegal_argument_exception", reason);
    }
    return exactQuery(field, text, context);
  } catch (error) {
    if (lenient && error instanceof ShardFailure) return new MatchNone();
    throw error;
  }
}
