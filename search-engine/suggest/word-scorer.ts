import { item } from "../bytes/arrays.ts";
import type { PhraseOptions } from "../language/suggest/phrase.ts";
import type { Smoothing } from "../language/suggest/smoothing.ts";
import type { Candidate } from "./candidates.ts";
import type { FieldTerms } from "./field-terms.ts";

/** The likelihood of a word by itself, after the word before it, and after the two before it. */
interface Model {
  unigram(word: Candidate): number;
  bigram(word: Candidate, before: Candidate): number;
  trigram(word: Candidate, before: Candidate, first: Candidate): number;
}

/** Prevents a division by a frequency of 0. */
const EPSILON = 1e-11;

/** Maximum number of words that are scored together. */
const MAX_GRAM_SIZE = 3;

/** Scores the words of a phrase by the terms of a field, where a term may have several words. */
export class WordScorer {
  /** Number of preceding words that a word's score depends on. */
  readonly wordsBefore: number;
  readonly #model: Model;
  readonly #realWordLikelihood: number;

  /** `different`: number of distinct terms of the field. */
  constructor(
    terms: FieldTerms,
    different: number,
    { smoothing, separator, gramSize, realWordErrorLikelihood }: PhraseOptions,
  ) {
    this.#model = modelOf(smoothing, terms, different, separator);
    this.wordsBefore = Math.min(gramSize, MAX_GRAM_SIZE) - 1;
    this.#realWordLikelihood = realWordErrorLikelihood;
  }

  /** Logarithm to base 10 of the likelihood of the word at this place of a phrase. */
  score(phrase: readonly Candidate[], place: number): number {
    const word = item(phrase, place);
    const likeness = word.likeness === 1 ? this.#realWordLikelihood : word.likeness;
    return Math.log10(likeness * this.#likelihood(word, phrase, place));
  }

  #likelihood(word: Candidate, phrase: readonly Candidate[], place: number): number {
    const known = Math.min(place, this.wordsBefore);
    if (known === 0) return this.#model.unigram(word);
    const before = item(phrase, place - 1);
    if (known === 1) return this.#model.bigram(word, before);
    return this.#model.trigram(word, before, item(phrase, place - 2));
  }
}

function modelOf(smoothing: Smoothing, terms: FieldTerms, different: number, separator: string): Model {
  const occurrences = (...words: readonly Candidate[]): number =>
    terms.counts(words.map(({ term }) => term).join(separator)).occurrences;
  const unigram = (word: Candidate): number => (1 + occurrences(word)) / (terms.occurrences + different);
  switch (smoothing.kind) {
    case "stupid_backoff":
      return stupidBackoff(smoothing.discount, unigram, occurrences);
    case "laplace":
      return laplace(smoothing.alpha, terms.occurrences, different, occurrences);
    case "linear":
      return linear(smoothing, unigram, occurrences);
  }
}

type Unigram = (word: Candidate) => number;
/** Occurrences of the words as one term of the field. */
type Occurrences = (...words: readonly Candidate[]) => number;

function stupidBackoff(discount: number, unigram: Unigram, occurrences: Occurrences): Model {
  const perWord = (count: number, { counts }: Candidate): number => count / (counts.occurrences + EPSILON);
  return {
    unigram,
    bigram(word, before) {
      const both = occurrences(before, word);
      return both < 1 ? discount * unigram(word) : perWord(both, before);
    },
    trigram(word, before, first) {
      const both = occurrences(before, word);
      if (both < 1) return discount * unigram(word);
      const all = occurrences(first, before, word);
      return all < 1 ? discount * perWord(both, before) : all / (both + EPSILON);
    },
  };
}

function laplace(alpha: number, all: number, different: number, occurrences: Occurrences): Model {
  const added = alpha * different;
  return {
    unigram: (word) => (alpha + occurrences(word)) / (all + added),
    bigram: (word, before) => (alpha + occurrences(before, word)) / (before.counts.occurrences + added),
    trigram: (word, before, first) => (alpha + occurrences(first, before, word)) / (occurrences(before, word) + added),
  };
}

type Linear = Extract<Smoothing, { readonly kind: "linear" }>;

function linear({ trigram, bigram, unigram }: Linear, single: Unigram, occurrences: Occurrences): Model {
  const sum = unigram + bigram + trigram;
  const [ofOne, ofTwo, ofThree] = [unigram / sum, bigram / sum, trigram / sum];
  const pair = (word: Candidate, before: Candidate): number => {
    const both = occurrences(before, word);
    const alone = ofOne * single(word);
    return both < 1 ? alone : ofTwo * (both / (0.5 + before.counts.occurrences)) + alone;
  };
  return {
    unigram: single,
    bigram: pair,
    // Elasticsearch looks up three words in reverse.
    trigram(word, before, first) {
      const all = occurrences(word, before, first);
      const both = pair(word, before);
      return all < 1 ? both : ofThree * (all / (1 + occurrences(word, before))) + both;
    },
  };
}
