import { illegalArgument } from "../errors/errors.ts";
import type { WrittenScalar } from "../members/options.ts";
import { DEFAULT_MAX_EXPANSIONS } from "./fuzziness.ts";
import { aboutField } from "./kind.ts";
import { fieldText, requires } from "./match.ts";
import { type PhraseStyle, phraseOptions, phraseStyle } from "./match-phrase.ts";

export interface MatchPhrasePrefixBody {
  readonly field: string;
  readonly text: WrittenScalar;
  readonly style: PhraseStyle;
  /** Maximum number of terms that the last word is expanded to. */
  readonly maxExpansions: number;
  readonly boost: number;
}

const kind = "match_phrase_prefix";
const supported = [...phraseOptions, "max_expansions"];

/** A phrase whose last word is a prefix. */
export const matchPhrasePrefix = aboutField<MatchPhrasePrefixBody>((body, reader) => {
  const { field, text, options } = fieldText(kind, supported, body, reader, {
    ...requires(kind),
    takesEmptyName: true,
  });
  const style = phraseStyle(options);
  const maxExpansions = options.integer("max_expansions") ?? DEFAULT_MAX_EXPANSIONS;
  if (maxExpansions < 0) throw illegalArgument("No negative maxExpansions allowed.");
  return { field, text, style, maxExpansions, boost: options.boost };
});
