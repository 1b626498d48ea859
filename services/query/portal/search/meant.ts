import { z } from "zod";
import { spellings } from "../../dataset/folded.ts";
import { SUGGESTED, simpleQuery } from "./body.ts";

/** Words of letters: a number is taken as it was typed. Words after a minus are left out, since they exclude datasets. */
const WORD = /(?<!(?:^|\s)-)(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]{4,}(?![\p{L}\p{M}\p{N}])/gu;

/** More words are a text, in which one that is misspelt matters less. */
const MAX_WORDS = 8;

/** A word that is found is meant, unless a similar one is found in so many times as many datasets. */
const MORE_FREQUENT = 20;

/** The words of a text that may be misspelt, in lower case. */
export function wordsOf(q: string): readonly string[] {
  return [...new Set(Array.from(q.matchAll(WORD), ([word]) => word.toLowerCase()))].slice(0, MAX_WORDS);
}

/** How many datasets have each of the words, and similar words that datasets have. */
export function similarSearch(words: readonly string[]): object {
  const term = { suggest_mode: "popular", prefix_length: 0 };
  return {
    size: 0,
    // Only datasets with one of the words are looked at.
    query: simpleQuery(words.join(" "), "or"),
    aggs: { words: { filters: { filters: words.map((word) => simpleQuery(word, "and")) } } },
    suggest: {
      text: [...new Set(words.flatMap(formsOf))].join(" "),
      ...Object.fromEntries(SUGGESTED.map((field) => [field, { term: { field, ...term } }])),
    },
  };
}

/** A word as it was typed, and as it may be written: Aalesund is further from Ålesund than engines look, Alesund is not. */
const formsOf = (word: string): readonly string[] => [word, ...spellings(word)];

const Option = z.object({ text: z.string(), score: z.number(), freq: z.number() });
type Option = z.infer<typeof Option>;

/** The engine's answer to `similarSearch`. */
export const SimilarAnswer = z.object({
  aggregations: z.object({ words: z.object({ buckets: z.array(z.object({ doc_count: z.number() })) }) }),
  suggest: z.record(z.string(), z.array(z.object({ text: z.string(), options: z.array(Option) }))),
});

/** The text with similar words for those that no dataset has, or few; undefined where there are none. */
export function meantBy(
  q: string,
  words: readonly string[],
  { aggregations, suggest }: z.infer<typeof SimilarAnswer>,
): string | undefined {
  const entries = Object.values(suggest).flat();
  const meant = new Map<string, string>();
  for (const [place, word] of words.entries()) {
    const count = aggregations.words.buckets[place]?.doc_count ?? 0;
    const forms = formsOf(word);
    const options = entries.filter(({ text }) => forms.includes(text)).flatMap((entry) => entry.options);
    const [best] = options
      .filter(({ text, freq }) => text !== word && freq > MORE_FREQUENT * count)
      .sort(likelierFor(word));
    if (best) meant.set(word, best.text);
  }
  const text = q.replace(WORD, (word) => likeCase(meant.get(word.toLowerCase()) ?? word, word));
  return meant.size === 0 || text === q ? undefined : text;
}

/** Another spelling of the word's letters first, then by likeness, then what more datasets have. */
function likelierFor(word: string): (a: Option, b: Option) => number {
  const forms = new Set(spellings(word));
  const isSpelling = ({ text }: Option): number => Number(spellings(text).some((form) => forms.has(form)));
  return (a, b) => isSpelling(b) - isSpelling(a) || b.score - a.score || b.freq - a.freq;
}

/** Terms of the index are in lower case. */
function likeCase(text: string, typed: string): string {
  const [first = "", ...rest] = text;
  return /^\p{Lu}/u.test(typed) ? [first.toUpperCase(), ...rest].join("") : text;
}
