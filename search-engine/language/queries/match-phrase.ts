import { illegalArgument } from "../errors/errors.ts";
import type { Options, WrittenScalar } from "../members/options.ts";
import { aboutField } from "./kind.ts";
import { fieldText, requires, type ZeroTerms, zeroTerms } from "./match.ts";

/** How the words of a phrase are matched. */
export interface PhraseStyle {
  /** Maximum moves of words. */
  readonly slop: number;
  readonly zeroTerms: ZeroTerms;
  /** Name of the analyzer of the text; undefined: the field's own. */
  readonly analyzer: string | undefined;
}

export interface MatchPhraseBody {
  readonly field: string;
  readonly text: WrittenScalar;
  readonly style: PhraseStyle;
  readonly boost: number;
}

export const phraseOptions = ["query", "analyzer", "slop", "zero_terms_query", "boost", "_name"];

export const matchPhrase = aboutField<MatchPhraseBody>((body, reader) => {
  const { field, text, options } = fieldText("match_phrase", phraseOptions, body, reader, requires("match_phrase"));
  return { field, text, style: phraseStyle(options), boost: options.boost };
});

export function phraseStyle(options: Options): PhraseStyle {
  const slop = options.integer("slop") ?? 0;
  if (slop < 0) throw illegalArgument("No negative slop allowed.");
  return { slop, zeroTerms: zeroTerms(options), analyzer: options.text("analyzer") };
}
