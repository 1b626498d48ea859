export const stringDistances = ["internal", "damerau_levenshtein", "levenshtein", "jaro_winkler", "ngram"] as const;
export type StringDistance = (typeof stringDistances)[number];

export const suggestModes = ["missing", "popular", "always"] as const;
export type SuggestMode = (typeof suggestModes)[number];

export const suggestOrders = ["score", "frequency"] as const;
export type SuggestOrder = (typeof suggestOrders)[number];

/** Options for finding terms of a field that are similar to a word. */
export interface Spelling {
  readonly sort: SuggestOrder;
  /** Whether similar terms are found only for words that the index lacks, only if they are more frequent, or always. */
  readonly mode: SuggestMode;
  readonly maxEdits: number;
  /** Characters at the beginning that must be equal. */
  readonly prefixLength: number;
  /** Shorter words have no similar terms. */
  readonly minWordLength: number;
  /** Number of terms to inspect for each term to answer. */
  readonly maxInspections: number;
  /** Float32: minimum number of documents with a similar term, or a share of them below 1. */
  readonly minDocFreq: number;
  /** Float32: maximum number of documents with a word that has similar terms, or a share of them below 1. */
  readonly maxTermFreq: number;
  /** Float32: minimum similarity. */
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

/** The constant that the text names, in either case. */
export const constantNamed = <Name extends string>(text: string, names: readonly Name[]): Name | undefined =>
  names.find((each) => each === text.toLowerCase());
