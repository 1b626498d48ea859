import { MAX_SUGGESTED_LENGTH, PHRASES_PER_CLAUSE, SUGGESTED_WORD_CLAUSES } from "../../limits.ts";
import { analyzerNamed, standard } from "../analysis/analyzers.ts";
import { expectAtMost } from "../members/bounds.ts";
import type { ClauseReader } from "../queries/kind.ts";
import type { PhraseOptions } from "./phrase.ts";
import type { Suggester } from "./suggester.ts";

/**
 * Counts the words of a suggestion's text, and the phrases that its candidates can make. An unknown analyzer is assumed
 * to make a word of every two characters.
 * @throws ShardFailure beyond MAX_CLAUSES, SearchRejected for a text that is too long
 */
export function countSuggestion(text: string, { kind, options }: Suggester, reader: ClauseReader<unknown>): void {
  expectAtMost(MAX_SUGGESTED_LENGTH, text.length, "characters", "[suggest] has a text of");
  reader.countClauses(SUGGESTED_WORD_CLAUSES);
  if (kind === "phrase") countPhrases(text, options, reader);
  else if (options.analyzer === undefined) reader.countWords(text, SUGGESTED_WORD_CLAUSES);
  else reader.countClauses(SUGGESTED_WORD_CLAUSES * tokensOf(text, options.analyzer));
}

function countPhrases(text: string, options: PhraseOptions, reader: ClauseReader<unknown>): void {
  const { analyzer, tokenLimit, generators } = options;
  const tokens = analyzer === undefined ? standard(text).terms.length : tokensOf(text, analyzer);
  // A field other than text has one word, whatever the text.
  const words = tokens < tokenLimit ? Math.max(tokens, 1) : 1;
  reader.countClauses(SUGGESTED_WORD_CLAUSES * words * generators.length);
  reader.countClauses(Math.ceil(phrasesOf(words, options) / PHRASES_PER_CLAUSE));
}

const tokensOf = (text: string, analyzer: string): number =>
  analyzerNamed(analyzer)?.(text).terms.length ?? Math.ceil(text.length / 2);

/** Number of phrases that differ from one of so many words in at most the allowed errors. */
function phrasesOf(words: number, options: PhraseOptions): number {
  const candidates = candidatesOf(options);
  const errors = Math.min(words, wrongWords(words, options.maxErrors));
  let [phrases, ofSoManyErrors] = [1, 1];
  for (let wrong = 1; wrong <= errors; wrong++) {
    ofSoManyErrors *= ((words - wrong + 1) / wrong) * candidates;
    phrases += ofSoManyErrors;
  }
  return phrases;
}

/** Maximum number of candidates of a word. A filter may make several of one. */
function candidatesOf({ generators, shardSize }: PhraseOptions): number {
  const most = Math.max(0, shardSize);
  const drawn = generators.reduce((sum, { size }) => sum + size, 0);
  return generators.some(({ postFilter }) => postFilter !== undefined) ? most : Math.min(drawn, most);
}

/** Number of words that may be wrong, of so many: at least one. `maxErrors`: a number, or a share of the words below 1. */
export function wrongWords(words: number, maxErrors: number): number {
  return Math.max(1, maxErrors >= 1 ? Math.trunc(maxErrors) : Math.round(Math.fround(maxErrors * words)));
}
