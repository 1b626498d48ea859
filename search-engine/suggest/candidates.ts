import type { SegmentReader } from "../index/segment.ts";
import { byCodePoints } from "../index/terms.ts";
import { type Analyze, analyzerNamed } from "../language/analysis/analyzers.ts";
import { MAX_INT } from "../language/java/java-numbers.ts";
import type { DirectGenerator } from "../language/suggest/direct-generator.ts";
import type { Work } from "../work/work.ts";
import { documentsOf, FieldTerms, type TermCounts } from "./field-terms.ts";
import { optionsOf } from "./spell-checker.ts";

/** A word of a phrase, or a term that may be meant by it. */
export interface Candidate {
  readonly term: string;
  readonly counts: TermCounts;
  /** 1 for the word itself, less for similar terms. */
  readonly likeness: number;
  /** Likeness times frequency, by which candidates are ranked. */
  readonly score: number;
  readonly isGiven: boolean;
}

/** Draws candidates from the terms of a field. */
export class CandidateGenerator {
  /** Analyzer of words before they are compared with terms. */
  readonly preFilter: Analyze | undefined;
  readonly #options: DirectGenerator;
  readonly #terms: FieldTerms;
  readonly #segments: readonly SegmentReader[];
  readonly #work: Work;
  readonly #postFilter: Analyze | undefined;
  /** Likeness of a candidate that the filter derives from another. */
  readonly #filteredLikeness: number;
  /** The last result of a filter. It is used for a word for which the filter returns nothing. */
  #filtered = "";

  constructor(options: DirectGenerator, filteredLikeness: number, segments: readonly SegmentReader[], work: Work) {
    this.#options = options;
    this.#terms = new FieldTerms(options.field, segments, work);
    this.#segments = segments;
    this.#work = work;
    this.preFilter = filterNamed(options.preFilter);
    this.#postFilter = filterNamed(options.postFilter);
    this.#filteredLikeness = filteredLikeness;
  }

  /** Whether the field has terms. */
  get isThere(): boolean {
    return this.#terms.isThere;
  }

  /** A word of the phrase. @throws ShardFailure beyond the limits of work */
  given(term: string): Candidate {
    return this.#candidate(term, this.#terms.counts(this.#before(term)), 1, true);
  }

  /** Candidates for a word, in no order. Yields often. @throws ShardFailure beyond the limits of work */
  *draw(word: Candidate): Generator<void, readonly Candidate[]> {
    const { field, size, spelling } = this.#options;
    const text = this.#before(word.term);
    const least = spelling.mode === "always" ? 0 : this.#leastFrequency(word.counts.documents);
    if (least === MAX_INT) return [];
    const minDocFreq = Math.fround(Math.max(spelling.minDocFreq, least));
    const similar = yield* optionsOf(text, field, size, { ...spelling, minDocFreq }, this.#segments, this.#work);
    const drawn: Candidate[] = [];
    for (const { text: term, score } of similar) {
      drawn.push(...this.#after(this.#candidate(term, this.#terms.counts(term), score, false)));
      yield;
    }
    return drawn;
  }

  /** Minimum document frequency of candidates for a word with this document frequency. */
  #leastFrequency(documents: number): number {
    if (documents === 0) return 0;
    const { minDocFreq } = this.#options.spelling;
    const all = documentsOf(this.#segments);
    const plateau = Math.trunc(minDocFreq >= 1 ? minDocFreq : Math.fround(all * minDocFreq));
    const least = Math.round(documents * (Math.log10(documents - plateau) * (1 / Math.log10(5))) + 1);
    return Number.isNaN(least) ? 0 : Math.min(Math.max(0, least), MAX_INT);
  }

  #candidate(term: string, counts: TermCounts, likeness: number, isGiven: boolean): Candidate {
    return { term, counts, likeness, score: this.#score(counts, likeness), isGiven };
  }

  #score({ occurrences }: TermCounts, likeness: number): number {
    return likeness * ((occurrences + 1) / (this.#terms.occurrences + 1));
  }

  #before(term: string): string {
    if (!this.preFilter) return term;
    this.#filtered = this.preFilter(term).terms.at(-1) ?? this.#filtered;
    return this.#filtered;
  }

  #after(candidate: Candidate): readonly Candidate[] {
    if (!this.#postFilter) return [candidate];
    const { terms } = this.#postFilter(candidate.term);
    this.#filtered = terms.at(-1) ?? this.#filtered;
    const { score, counts } = candidate;
    const made = { score, counts, likeness: this.#filteredLikeness, isGiven: false };
    return terms.map((term) => (term === candidate.term ? candidate : { ...made, term }));
  }
}

const filterNamed = (name: string | undefined): Analyze | undefined =>
  name === undefined ? undefined : analyzerNamed(name);

/** The candidates of all generators for a word, best first, at most `count`. The last of equal terms counts. */
export function* drawCandidates(
  word: Candidate,
  generators: readonly CandidateGenerator[],
  count: number,
): Generator<void, readonly Candidate[]> {
  let candidates: readonly Candidate[] = [];
  for (const generator of generators) {
    const drawn = yield* generator.draw(word);
    const byTerm = new Map<string, Candidate>();
    for (const each of [...drawn, ...candidates]) if (!byTerm.has(each.term)) byTerm.set(each.term, each);
    candidates = [...byTerm.values()].sort((a, b) => b.score - a.score || byCodePoints(a.term, b.term));
  }
  return candidates.slice(0, count);
}
