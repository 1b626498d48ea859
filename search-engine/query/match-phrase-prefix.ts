import type { Field } from "../index/mapping.ts";
import { failedToCreateQuery } from "../language/errors/errors.ts";
import { scalarText, type WrittenScalar } from "../language/members/options.ts";
import type { PhraseStyle } from "../language/queries/match-phrase.ts";
import type { MatchPhrasePrefixBody } from "../language/queries/match-phrase-prefix.ts";
import type { Compile, CompileContext } from "./kind.ts";
import { analyzerOf, checkAnalyzer, isPlace, refusePlace, withoutTerms } from "./match.ts";
import { fromFirst } from "./match-phrase.ts";
import { boosted, MatchNone } from "./nodes/constant.ts";
import { PhrasePrefix } from "./nodes/phrase-prefix.ts";
import type { Query } from "./query.ts";

export const matchPhrasePrefix: Compile<MatchPhrasePrefixBody> = (body, context) => {
  const { field, text, style, maxExpansions, boost } = body;
  checkAnalyzer("match_phrase_prefix", style.analyzer);
  return boosted(phrasePrefixQuery(context.field(field), text, { ...style, maxExpansions }, context), boost);
};

export interface PhrasePrefixStyle extends PhraseStyle {
  /** Maximum number of terms that the last word is expanded to. */
  readonly maxExpansions: number;
}

/** Matches the terms of a text one after another in one field, the last one as a prefix. @throws ShardFailure */
export function phrasePrefixQuery(
  field: Field | undefined,
  given: WrittenScalar,
  { analyzer, slop, zeroTerms, maxExpansions }: PhrasePrefixStyle,
  context: CompileContext,
): Query {
  if (!field) return new MatchNone();
  if (isPlace(field)) refusePlace("match_phrase_prefix", field);
  const analysis = context.analysed(analyzerOf(field, analyzer), scalarText(given));
  if (analysis.terms.length === 0) return withoutTerms(zeroTerms);
  if (field.kind !== "text") {
    const { name, kind } = field;
    const reason = `Can only use phrase prefix queries on text fields - not on [${name}] which is of type [${kind}]`;
    throw failedToCreateQuery("illegal_argument_exception", reason);
  }
  const phrase = { field: field.name, terms: analysis.terms, offsets: fromFirst(analysis), slop };
  // Lucene adds a term before it checks the limit.
  const prefix = new PhrasePrefix(phrase, Math.max(1, maxExpansions), context);
  context.expansions.push(prefix);
  return prefix;
}
