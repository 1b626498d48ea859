import { f64, i32, item } from "../bytes/arrays.ts";
import { byCodePoints } from "../index/terms.ts";
import { comparisonsOf } from "../work/comparisons.ts";
import type { Work } from "../work/work.ts";
import type { Candidate } from "./candidates.ts";
import { PhraseScores } from "./phrase-scores.ts";
import type { WordScorer } from "./word-scorer.ts";

/** A word of the phrase with the candidates that may replace it, best first. */
export interface WordChoice {
  readonly given: Candidate;
  readonly candidates: readonly Candidate[];
}

export interface Correction {
  readonly words: readonly Candidate[];
  /** Its likelihood. */
  readonly score: number;
}

export interface CorrectionLimits {
  /** Maximum number of words that differ from the given ones. */
  readonly errors: number;
  /** Number of corrections to keep. */
  readonly count: number;
  /** Lower bound of the score, exclusive. */
  readonly above: number;
}

/** Words to score between two yields. */
const SCORED_AT_ONCE = 1_024;
/** Bytes of a correction, and of each of its words. */
const CORRECTION_BYTES = 64;
const WORD_BYTES = 8;

/**
 * The likeliest phrases of the candidates, best first. Searches depth first, the given word before its candidates.
 * Yields often, so that the caller can interrupt it.
 * @throws ShardFailure beyond the limits of work
 */
export function* bestCorrections(
  choices: readonly WordChoice[],
  scorer: WordScorer,
  { errors, count, above }: CorrectionLimits,
  work: Work,
): Generator<void, readonly Correction[]> {
  const last = choices.length - 1;
  const best = new BestCorrections(count, work);
  const mostCandidates = Math.max(...choices.map(({ candidates }) => candidates.length));
  const wordScores = new PhraseScores(scorer, choices.length, mostCandidates, work);
  const phrase = choices.map(({ given }) => given);
  // By place: the next choice (0: the given word), the number of words that may still differ, and the score before it.
  const next = new Int32Array(choices.length);
  const left = new Float64Array(choices.length).fill(errors);
  const scores = new Float64Array(choices.length);
  for (let place = 0, scored = 0; place >= 0; ) {
    const { given, candidates } = item(choices, place);
    const choice = i32(next, place);
    if (choice > (f64(left, place) > 0 ? candidates.length : 0)) {
      place--;
      continue;
    }
    next[place] = choice + 1;
    phrase[place] = choice === 0 ? given : item(candidates, choice - 1);
    const score = f64(scores, place) + wordScores.score(phrase, next, place);
    if (place === last) {
      const likelihood = Math.exp(score);
      if (likelihood > above) best.offer(likelihood, phrase);
    } else {
      place++;
      next[place] = 0;
      left[place] = f64(left, place - 1) - (choice === 0 ? 0 : 1);
      scores[place] = score;
    }
    if (++scored % SCORED_AT_ONCE === 0) yield;
  }
  return best.sorted();
}

/** Keeps the best of many corrections. Drops the others when twice as many are kept. */
class BestCorrections {
  readonly #count: number;
  readonly #work: Work;
  #kept: Correction[] = [];
  /** The worst correction kept when others were dropped last. */
  #worst: Correction | undefined;
  #mostKept = 0;

  constructor(count: number, work: Work) {
    this.#count = count;
    this.#work = work;
  }

  /** @throws ShardFailure beyond the limits of work */
  offer(score: number, phrase: readonly Candidate[]): void {
    if (this.#worst && this.#compare({ words: phrase, score }, this.#worst) >= 0) return;
    this.#kept.push({ words: [...phrase], score });
    if (this.#kept.length > this.#mostKept) {
      this.#mostKept++;
      this.#work.take(CORRECTION_BYTES + WORD_BYTES * phrase.length);
    }
    if (this.#kept.length >= 2 * this.#count) this.#drop();
  }

  sorted(): readonly Correction[] {
    this.#drop();
    return this.#kept;
  }

  #drop(): void {
    this.#work.spend(comparisonsOf(this.#kept.length));
    this.#kept = this.#kept.sort((a, b) => this.#compare(a, b)).slice(0, this.#count);
    if (this.#kept.length === this.#count) this.#worst = this.#kept.at(-1);
  }

  /** The likelier one first; equal ones by their terms. */
  #compare(a: Correction, b: Correction): number {
    if (a.score !== b.score) return b.score - a.score;
    for (const [place, { term }] of a.words.entries()) {
      const order = byCodePoints(term, item(b.words, place).term);
      if (order === 0) continue;
      this.#work.spend(place);
      return order;
    }
    return 0;
  }
}
