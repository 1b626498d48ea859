import type { IndexReader } from "../index/segment.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import { javaFloat } from "../language/java/java-numbers.ts";
import { wrongWords } from "../language/suggest/cost.ts";
import type { PhraseOptions, Tags } from "../language/suggest/phrase.ts";
import type { Work } from "../work/work.ts";
import { type Candidate, CandidateGenerator, drawCandidates } from "./candidates.ts";
import { bestCorrections, type Correction, type WordChoice } from "./corrections.ts";
import { FieldTerms } from "./field-terms.ts";
import type { SuggestionPlan } from "./plan.ts";
import { WordScorer } from "./word-scorer.ts";

/** Bytes of an option, besides its text. */
const OPTION_BYTES = 64;

/** The corrections of a phrase, and the exclusive lower bound of their scores. */
interface Corrected {
  readonly corrections: readonly Correction[];
  readonly cutoff: number;
}

/** For texts without suggestions. The cutoff is the smallest positive double, as in Java. */
const NOTHING: Corrected = { corrections: [], cutoff: Number.MIN_VALUE };

/**
 * The text with its options as JSON, as Elasticsearch's noisy channel finds them: it draws words from the terms of
 * fields, and scores phrases of them. Yields often.
 * @throws ShardFailure beyond the limits of work
 */
export function* phraseEntry(
  plan: SuggestionPlan,
  options: PhraseOptions,
  index: IndexReader,
  work: Work,
): Generator<void, string> {
  const { corrections, cutoff } = yield* corrected(plan, options, index, work);
  // Elasticsearch compares the answered float32 with the double.
  const found = corrections.filter(({ score }) => Math.fround(score) > cutoff).slice(0, options.size);
  const written: string[] = [];
  for (const correction of found) {
    const json = optionJson(correction, options.tags);
    work.take(2 * json.length + OPTION_BYTES);
    written.push(json);
    yield;
  }
  const { text } = plan;
  return `{"text":${JSON.stringify(text)},"offset":0,"length":${text.length},"options":[${written.join(",")}]}`;
}

function* corrected(
  { text, analyze, field }: SuggestionPlan,
  options: PhraseOptions,
  index: IndexReader,
  work: Work,
): Generator<void, Corrected> {
  const words = analyze(text).terms;
  const terms = new FieldTerms(field.name, index.segments, work);
  const generators = options.generators
    .map((generator) => new CandidateGenerator(generator, options.realWordErrorLikelihood, index.segments, work))
    .filter(({ isThere }) => isThere);
  const [first] = generators;
  if (words.length === 0 || !terms.isThere || !first) return NOTHING;
  const isFieldsOwn = options.analyzer === undefined && field.kind !== "text";
  if (first.preFilter === analyze && !isFieldsOwn) throw illegalOnShard(FILTER_IN_USE);
  if (words.length >= options.tokenLimit) return NOTHING;
  const given = words.map((word) => first.given(word));
  const choices: WordChoice[] = [];
  for (const word of given) {
    choices.push({ given: word, candidates: yield* drawCandidates(word, generators, options.shardSize) });
  }
  for (const _ of index.buildGlobalOrdinals(field.name, work)) yield;
  const scorer = new WordScorer(terms, index.globalOrdinals(field.name).size, options);
  const cutoff = options.confidence > 0 ? likelihoodOf(given, scorer) * options.confidence : Number.MIN_VALUE;
  const limits = { errors: wrongWords(words.length, options.maxErrors), count: options.shardSize, above: cutoff };
  return { corrections: yield* bestCorrections(choices, scorer, limits, work), cutoff };
}

/** Elasticsearch fails if it uses an analyzer twice at a time. */
const FILTER_IN_USE = "[pre_filter] of the first [direct_generator] must be another than the analyzer of the text";

const likelihoodOf = (phrase: readonly Candidate[], scorer: WordScorer): number =>
  Math.exp(phrase.reduce((sum, _, place) => sum + scorer.score(phrase, place), 0));

function optionJson({ words, score }: Correction, tags: Tags | undefined): string {
  const text = JSON.stringify(words.map(({ term }) => term).join(" "));
  const highlighted = tags ? `,"highlighted":${JSON.stringify(highlightedText(words, tags))}` : "";
  return `{"text":${text}${highlighted},"score":${javaFloat(Math.fround(score))}}`;
}

/** Puts tags around the words that differ; neighbours share a pair of tags. */
function highlightedText(words: readonly Candidate[], { before, after }: Tags): string {
  const isGiven = (place: number): boolean => words[place]?.isGiven ?? true;
  return words
    .map(({ term }, place) => {
      if (isGiven(place)) return term;
      return `${isGiven(place - 1) ? before : ""}${term}${isGiven(place + 1) ? after : ""}`;
    })
    .join(" ");
}
