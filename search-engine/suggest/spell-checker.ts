import type { SegmentReader } from "../index/segment.ts";
import { byCodePoints } from "../index/terms.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import type { Spelling } from "../language/suggest/spelling.ts";
import { comparisonsOf } from "../work/comparisons.ts";
import type { Work } from "../work/work.ts";
import { similarities } from "./distances.ts";
import { documentsOf } from "./field-terms.ts";
import { documentFrequency, type SimilarTerm, similarTerms } from "./similar-terms.ts";

/** A term that may be meant. */
export interface Option {
  readonly text: string;
  /** Float32. */
  readonly score: number;
  readonly frequency: number;
}

type Candidate = Option & Pick<SimilarTerm, "likeness">;

/** Steps of comparing two words by a distance other than the edits, as a factor of the product of their lengths. */
const COMPARISON_STEPS = 0.5;
/** Words to compare between two yields. */
const COMPARED_AT_ONCE = 256;

/**
 * At most `count` similar terms of a field, as Lucene's DirectSpellChecker finds them. Yields often, so that the caller
 * can interrupt it.
 * @throws ShardFailure beyond the limits of work
 */
export function* optionsOf(
  word: string,
  field: string,
  count: number,
  spelling: Spelling,
  segments: readonly SegmentReader[],
  work: Work,
): Generator<void, readonly Option[]> {
  if ([...word].length < spelling.minWordLength) return [];
  const frequency = documentFrequency(word, field, segments);
  const documents = documentsOf(segments);
  if (spelling.mode === "missing" && frequency > 0) return [];
  if (frequency > greatestFrequency(spelling.maxTermFreq, documents)) return [];
  const above = leastFrequency(spelling.minDocFreq, documents, spelling.mode === "popular" ? frequency : 0);
  // Java's product of two ints.
  const inspections = Math.imul(count, spelling.maxInspections);
  const chosen = new Map<string, Candidate>();
  for (let edits = 1; edits <= spelling.maxEdits && (edits === 1 || chosen.size < inspections); edits++) {
    const limits = { edits, prefixLength: Math.max(spelling.prefixLength, edits - 1) };
    const similar = yield* similarTerms(word, field, limits, segments, work);
    if (similar.length > 0 && inspections <= 0) {
      throw illegalOnShard("the terms that are asked for times max_inspections must be from 1 to 2147483647");
    }
    const frequent = similar.filter((term) => term.text !== word && term.frequency > above);
    const likely = yield* candidates(word, frequent, spelling, work);
    for (const each of best(likely, inspections, work)) chosen.set(each.text, each);
    yield;
  }
  return [...chosen.values()].sort(orders[spelling.sort]).slice(0, count);
}

/** Maximum document frequency of a word that has options. */
function greatestFrequency(maxTermFreq: number, documents: number): number {
  return maxTermFreq >= 1 ? maxTermFreq : Math.ceil(Math.fround(maxTermFreq * documents));
}

/**
 * Exclusive lower bound of the document frequency of an option. `popular`: the word's frequency, where options must be
 * more frequent than the word.
 */
function leastFrequency(minDocFreq: number, documents: number, popular: number): number {
  if (minDocFreq >= 1) return Math.max(popular, minDocFreq);
  return minDocFreq > 0 ? Math.max(popular, Math.trunc(Math.fround(minDocFreq * documents)) - 1) : popular;
}

/** The terms that are similar enough, with their scores. */
function* candidates(
  word: string,
  terms: readonly SimilarTerm[],
  { distance, accuracy }: Spelling,
  work: Work,
): Generator<void, readonly Candidate[]> {
  const similarity = similarities[distance];
  const similar: Candidate[] = [];
  for (const [place, term] of terms.entries()) {
    if (similarity) work.spend(COMPARISON_STEPS * word.length * term.text.length);
    const score = similarity ? similarity(word, term.text) : term.likeness;
    if (score >= accuracy) similar.push({ ...term, score });
    if (place % COMPARED_AT_ONCE === 0) yield;
  }
  return similar;
}

/** The candidates with the fewest edits; of equal ones the first terms. */
function best(terms: readonly Candidate[], count: number, work: Work): readonly Candidate[] {
  if (terms.length <= count) return terms;
  work.spend(comparisonsOf(terms.length));
  return terms.toSorted((a, b) => b.likeness - a.likeness || byCodePoints(a.text, b.text)).slice(0, count);
}

const byScore = (a: Option, b: Option): number => b.score - a.score;
const byFrequency = (a: Option, b: Option): number => b.frequency - a.frequency;
const byText = (a: Option, b: Option): number => (a.text < b.text ? -1 : 1);

const orders = {
  score: (a: Option, b: Option) => byScore(a, b) || byFrequency(a, b) || byText(a, b),
  frequency: (a: Option, b: Option) => byFrequency(a, b) || byScore(a, b) || byText(a, b),
};
