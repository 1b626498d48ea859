export const stringDistances = ["internal", "damerau_levenshtein", "levenshtein", "jaro_winkler", "ngram"] as const;
export type StringDistance = (typeof stringDistances)[number];

export const suggestModes = ["missing", "popular", "always"] as const;
export type SuggestMode = (typeof suggestModes)[number];

export const suggestOrders = ["score", "frequency"] as const;
export type SuggestOrder = (typeof suggestOrders)[number];

/** Which terms of a field are similar to a word. */
export interface Spelling {
  readonly sort: SuggestOrder;
  /** Whether words have similar terms only when the index has them not, only more frequent ones, or all. */
  readonly mode: SuggestMode;
  readonly maxEdits: number;
  /** Characters at the beginning that must be equal. */
  readonly prefixLength: number;
  /** Shorter words have no similar terms. */
  readonly minWordLength: number;
  /** For each term that is asked for so many are looked at. */
  readonly maxInspections: number;
  /** Float32, below 1 a share of the documents: how many have to have a similar term. */
  readonly minDocFreq: number;
  /** Float32, below 1 a share of the documents: words that more have have no similar terms. */
  readonly maxTermFreq: number;
  /** Float32: the least similarity. */
  readonly accuracy: number;
  readonly distance: StringDistance;
}

export const defaultSpelling: Spelling = {
  sort: "score",
  mode: "missing",
  maxEdits: 2,
  prefixLength: 1,
  minWordLength: 4,
  maxInspections: 5,
  minDocFreq: 0,
  maxTermFreq: Math.fround(0.01),
  accuracy: 0.5,
  distance: "internal",
};

/** The constant that the text names in any case. */
export const constantNamed = <Name extends string>(text: string, names: readonly Name[]): Name | undefined =>
  names.find((each) => each === text.toLowerCase());
