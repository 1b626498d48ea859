import type { Random } from "./corpus.ts";
import { misspelt } from "./random-text.ts";
import { keywordFields, textFields, words } from "./random-vocabulary.ts";

const smoothings = [
  { stupid_backoff: { discount: 0.2 } },
  { stupid_backoff: {} },
  { laplace: { alpha: 0.7 } },
  { laplace: {} },
  { linear: { trigram_lambda: 0.5, bigram_lambda: 0.3, unigram_lambda: 0.2 } },
];

/** A random suggestion for a phrase of words, some of them misspelt. */
export function randomPhrase(r: Random): Record<string, unknown> {
  const word = () => (r.chance(0.5) ? misspelt(r, r.pick(words).toLowerCase()) : r.pick(words).toLowerCase());
  const text = Array.from({ length: 1 + r.below(5) }, word).join(" ");
  const field = r.pick(r.chance(0.1) ? keywordFields : textFields);
  const generator = () => ({
    field: r.chance(0.7) ? field : r.pick(textFields),
    ...(r.chance(0.3) ? { size: 1 + r.below(10) } : {}),
    ...(r.chance(0.6) ? { suggest_mode: r.pick(["missing", "popular", "always"]) } : {}),
    ...(r.chance(0.3) ? { max_edits: 1 + r.below(2) } : {}),
    ...(r.chance(0.3) ? { prefix_length: r.below(3) } : {}),
    ...(r.chance(0.4) ? { min_word_length: 1 + r.below(6) } : {}),
    ...(r.chance(0.3) ? { max_inspections: 1 + r.below(10) } : {}),
    ...(r.chance(0.3) ? { min_doc_freq: r.pick([0.01, 0.1, 1, 5]) } : {}),
    ...(r.chance(0.6) ? { max_term_freq: r.pick([0.03, 0.5, 1, 20, 10_000]) } : {}),
    ...(r.chance(0.3) ? { accuracy: r.pick([0, 0.3, 0.7, 0.8]) } : {}),
    ...(r.chance(0.3) ? { sort: r.pick(["score", "frequency"]) } : {}),
    ...(r.chance(0.3) ? { string_distance: r.pick(["internal", "levenshtein", "jaro_winkler", "ngram"]) } : {}),
    ...(r.chance(0.1) ? { pre_filter: r.pick(["simple", "stop"]) } : {}),
    ...(r.chance(0.1) ? { post_filter: r.pick(["standard", "simple", "stop"]) } : {}),
  });
  const phrase = {
    field,
    ...(r.chance(0.6) ? { direct_generator: Array.from({ length: 1 + r.below(2) }, generator) } : {}),
    ...(r.chance(0.7) ? { confidence: r.pick([0, 0, 0.1, 0.9, 1.5]) } : {}),
    ...(r.chance(0.7) ? { max_errors: r.pick([0.3, 0.7, 1, 2, 5]) } : {}),
    ...(r.chance(0.3) ? { real_word_error_likelihood: r.pick([0.1, 0.8, 0.99]) } : {}),
    ...(r.chance(0.4) ? { gram_size: 1 + r.below(3) } : {}),
    ...(r.chance(0.4) ? { smoothing: r.pick(smoothings) } : {}),
    ...(r.chance(0.3) ? { size: 1 + r.below(10) } : {}),
    ...(r.chance(0.2) ? { shard_size: 1 + r.below(15) } : {}),
    ...(r.chance(0.3) ? { highlight: { pre_tag: "<em>", post_tag: "</em>" } } : {}),
    ...(r.chance(0.2) ? { analyzer: r.pick(["whitespace", "keyword"]) } : {}),
    ...(r.chance(0.1) ? { token_limit: 1 + r.below(6) } : {}),
    ...(r.chance(0.1) ? { separator: r.pick(["-", ""]) } : {}),
  };
  return { text, phrase };
}
