import { scalarText } from "../members/options.ts";
import { countFuzzyWords } from "./fuzziness.ts";
import { aboutField } from "./kind.ts";
import { fieldText, type MatchBody, matchStyle, requires } from "./match.ts";

const kind = "match_bool_prefix";
const supported = [
  ...["query", "analyzer", "operator", "minimum_should_match", "boost", "_name"],
  ...["fuzziness", "prefix_length", "max_expansions", "fuzzy_transpositions", "fuzzy_rewrite"],
];

/** The words of a text, whose last word is a prefix. */
export const matchBoolPrefix = aboutField<MatchBody>((body, reader) => {
  const { field, text, options } = fieldText(kind, supported, body, reader, requires(kind));
  const style = matchStyle(options);
  if (style.fuzziness) countFuzzyWords(kind, scalarText(text), 1, reader);
  return { field, text, style, boost: options.boost };
});
