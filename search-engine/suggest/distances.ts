import type { StringDistance } from "../language/suggest/spelling.ts";

/** Similarity of two words, from 0 to 1 (equal), float32. It is negative for more edits than the shorter word has units. */
export type Similarity = (word: string, other: string) => number;

/** By name; undefined where the edits by which the term was found give the similarity. */
export const similarities: Readonly<Record<StringDistance, Similarity | undefined>> = {
  internal: undefined,
  damerau_levenshtein: undefined,
  levenshtein,
  jaro_winkler: jaroWinkler,
  ngram: bigram,
};

const fround = Math.fround;

/** 1 less the share of edits in the longer word, in UTF-16 units. */
function levenshtein(word: string, other: string): number {
  const edits = lastCost(word, other, (at, otherAt) => (word[at] === other[otherAt] ? 0 : 1));
  return fround(1 - fround(edits / Math.max(word.length, other.length)));
}

/** The same with pairs of units, which may be half equal. Words of one unit are compared unit by unit. */
function bigram(word: string, other: string): number {
  const longer = Math.max(word.length, other.length);
  if (word.length < 2 || other.length < 2) return word[0] === other[0] ? fround(1 / longer) : 0;
  const cost = (at: number, otherAt: number) => {
    const last = word[at] === other[otherAt] ? 0 : 1;
    // The empty beginnings of both words are equal and do not count.
    if (at === 0 && otherAt === 0) return last;
    return (last + (word[at - 1] === other[otherAt - 1] ? 0 : 1)) / 2;
  };
  return fround(1 - fround(lastCost(word, other, cost) / longer));
}

/** Minimum cost of turning one word into the other by insertions, deletions (1 each) and replacements. */
function lastCost(word: string, other: string, replacement: (at: number, otherAt: number) => number): number {
  let previous = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (let otherAt = 0; otherAt < other.length; otherAt++) {
    const costs = [otherAt + 1];
    for (let at = 0; at < word.length; at++) {
      const inserted = Math.min(costs[at] ?? 0, previous[at + 1] ?? 0) + 1;
      costs.push(Math.min(inserted, (previous[at] ?? 0) + replacement(at, otherAt)));
    }
    previous = costs;
  }
  return previous[word.length] ?? 0;
}

/** From this similarity on, a common prefix adds to it. */
const JARO_THRESHOLD = fround(0.7);

function jaroWinkler(word: string, other: string): number {
  const { matches, transpositions } = commonUnits(word, other);
  if (matches === 0) return 0;
  const shares = fround(fround(matches / word.length) + fround(matches / other.length));
  const jaro = fround(fround(shares + fround((matches - transpositions) / matches)) / 3);
  if (jaro < JARO_THRESHOLD) return jaro;
  const scale = Math.min(fround(0.1), fround(1 / Math.max(word.length, other.length)));
  const prefix = fround(scale * commonPrefix(word, other));
  return fround(jaro + fround(prefix * fround(1 - jaro)));
}

/** Number of units that both words have at nearby places, and half the number of those that come in another order. */
function commonUnits(word: string, other: string): { readonly matches: number; readonly transpositions: number } {
  const [long, short] = word.length > other.length ? [word, other] : [other, word];
  const range = Math.max(Math.trunc(long.length / 2) - 1, 0);
  const taken = new Set<number>();
  let matched = "";
  for (let at = 0; at < short.length; at++) {
    const end = Math.min(at + range + 1, long.length);
    for (let place = Math.max(at - range, 0); place < end; place++) {
      if (taken.has(place) || short[at] !== long[place]) continue;
      taken.add(place);
      matched += short[at];
      break;
    }
  }
  const places = [...taken].sort((a, b) => a - b);
  const differences = places.filter((place, at) => long[place] !== matched[at]).length;
  return { matches: matched.length, transpositions: Math.trunc(differences / 2) };
}

function commonPrefix(word: string, other: string): number {
  let length = 0;
  while (length < Math.min(word.length, other.length) && word[length] === other[length]) length++;
  return length;
}
