import { i32, item } from "../bytes/arrays.ts";
import type { Work } from "../work/work.ts";
import type { Candidate } from "./candidates.ts";
import type { WordScorer } from "./word-scorer.ts";

/** Steps of scoring a word after those before it, and of looking up a known score. */
const SCORE_STEPS = 500;
const KNOWN_STEPS = 10;

/** Maximum cached scores of a place in the phrase. Others are computed each time. */
const MAX_KEPT = 2 ** 14;

/** Caches the scores of words in phrases that differ in some words: a word has the same score after the same words. */
export class PhraseScores {
  readonly #scorer: WordScorer;
  readonly #work: Work;
  /** Greater than the number of candidates of any word. */
  readonly #base: number;
  /** Scores by place, then by the choices that the score depends on. */
  readonly #kept: readonly Map<number, number>[];

  constructor(scorer: WordScorer, places: number, mostCandidates: number, work: Work) {
    this.#scorer = scorer;
    this.#work = work;
    this.#base = mostCandidates + 2;
    this.#kept = Array.from({ length: places }, () => new Map());
  }

  /** `choices`: for each place, the choice of the phrase's word. @throws ShardFailure beyond the limits of work */
  score(phrase: readonly Candidate[], choices: Int32Array, place: number): number {
    const kept = item(this.#kept, place);
    let key = 0;
    for (let at = Math.max(0, place - this.#scorer.wordsBefore); at <= place; at++) {
      key = key * this.#base + i32(choices, at);
    }
    const known = kept.get(key);
    if (known !== undefined) {
      this.#work.spend(KNOWN_STEPS);
      return known;
    }
    this.#work.spend(SCORE_STEPS);
    const score = this.#scorer.score(phrase, place);
    if (kept.size < MAX_KEPT) kept.set(key, score);
    return score;
  }
}
