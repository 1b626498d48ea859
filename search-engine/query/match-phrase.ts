import type { Field } from "../index/mapping.ts";
import type { Analysis } from "../language/analysis/analyzers.ts";
import { failedToCreateQuery } from "../language/errors/errors.ts";
import { scalarText, type WrittenScalar } from "../language/members/options.ts";
import type { MatchPhraseBody, PhraseStyle } from "../language/queries/match-phrase.ts";
import { exactQuery } from "./field-terms.ts";
import type { Compile, CompileContext } from "./kind.ts";
import { analyzerOf, checkAnalyzer, isPlace, refusePlace, withoutTerms } from "./match.ts";
import { boosted, MatchNone } from "./nodes/constant.ts";
import { Phrase } from "./nodes/phrase.ts";
import type { Query } from "./query.ts";

export const matchPhrase: Compile<MatchPhraseBody> = ({ field, text, style, boost }, context) => {
  checkAnalyzer("match_phrase", style.analyzer);
  return boosted(phraseQuery(context.field(field), text, style, context), boost);
};

/** Matches the terms of a text one after another in one field. @throws ShardFailure */
export function phraseQuery(
  field: Field | undefined,
  given: WrittenScalar,
  { analyzer: name, slop, zeroTerms }: PhraseStyle,
  context: CompileContext,
): Query {
  if (!field) return new MatchNone();
  if (isPlace(field)) refusePlace("match_phrase", field);
  const { terms, positions } = context.analysed(analyzerOf(field, name), scalarText(given));
  const [only, second] = terms;
  if (only === undefined) return withoutTerms(zeroTerms);
  if (second === undefined)
    return exactQuery(field, terms.length === 1 && name === undefined && field.kind !== "text" ? given : only, context);
  const { name: textField } = phraseField(field);
  if (slop < 0) throw failedToCreateQuery("illegal_argument_exception", `Slop must be >= 0, got ${slop}`);
  return new Phrase(textField, terms, slop, context.work, fromFirst({ positions }));
}

/** Only text has positions. @throws ShardFailure */
export function phraseField(field: Field): Field {
  if (field.kind === "text") return field;
  const reason = `Can only use phrase queries on text fields - not on [${field.name}] which is of type [${field.kind}]`;
  throw failedToCreateQuery("illegal_argument_exception", reason);
}

/** Positions of the terms behind the first one. */
export const fromFirst = ({ positions }: Pick<Analysis, "positions">): number[] =>
  positions.map((position) => position - (positions[0] ?? 0));
