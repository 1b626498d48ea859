import type { Random } from "./corpus.ts";
import { randomPhrase } from "./random-phrase.ts";
import { misspelt } from "./random-text.ts";
import { keywordFields, keywordValues, textFields, words } from "./random-vocabulary.ts";

/** Random suggestions for misspelt words and phrases. */
export const randomSuggest = (r: Random): Record<string, unknown> => ({
  suggest: { a: r.chance(0.5) ? randomPhrase(r) : randomTerms(r) },
});

function randomTerms(r: Random): Record<string, unknown> {
  const word = () => misspelt(r, r.pick(words).toLowerCase());
  const isWhole = r.chance(0.3);
  const text = isWhole ? misspelt(r, r.pick(keywordValues)) : [word(), word(), word()].slice(r.below(3)).join(" ");
  const term = {
    field: r.pick(isWhole ? keywordFields : textFields),
    ...(r.chance(0.3) ? { size: 1 + r.below(20) } : {}),
    ...(r.chance(0.3) ? { shard_size: 1 + r.below(30) } : {}),
    ...(r.chance(0.3) ? { sort: r.pick(["score", "frequency"]) } : {}),
    ...(r.chance(0.6) ? { suggest_mode: r.pick(["missing", "popular", "always"]) } : {}),
    ...(r.chance(0.3) ? { max_edits: 1 + r.below(2) } : {}),
    ...(r.chance(0.4) ? { prefix_length: r.below(4) } : {}),
    ...(r.chance(0.4) ? { min_word_length: 1 + r.below(6) } : {}),
    ...(r.chance(0.3) ? { max_inspections: 1 + r.below(10) } : {}),
    ...(r.chance(0.3) ? { min_doc_freq: r.pick([0.01, 0.3, 1, 5]) } : {}),
    ...(r.chance(0.6) ? { max_term_freq: r.pick([0, 0.03, 0.5, 1, 20, 10_000]) } : {}),
    ...(r.chance(0.4) ? { accuracy: r.pick([0, 0.3, 0.7, 0.8]) } : {}),
    ...(r.chance(0.6)
      ? { string_distance: r.pick(["internal", "damerau_levenshtein", "levenshtein", "jaro_winkler", "ngram"]) }
      : {}),
    ...(r.chance(0.2) ? { analyzer: r.pick(["standard", "simple", "whitespace", "stop", "keyword"]) } : {}),
  };
  return { text, term };
}
