import { analyzerNamed } from "../analysis/analyzers.ts";
import type { ClauseReader } from "../queries/kind.ts";

/** What a word of a suggestion's text counts as clauses: it is compared with many terms of a field, twice. */
const TOKEN_CLAUSES = 16;

/**
 * Counts the words of a suggestion's text. An analyzer that is not known here is taken to make one of each two characters.
 * @throws ShardFailure beyond MAX_CLAUSES
 */
export function countTokens(text: string, analyzer: string | undefined, reader: ClauseReader<unknown>): void {
  reader.countClauses(TOKEN_CLAUSES);
  if (analyzer === undefined) reader.countWords(text, TOKEN_CLAUSES);
  else reader.countClauses(TOKEN_CLAUSES * tokensOf(text, analyzer));
}

const tokensOf = (text: string, analyzer: string): number =>
  analyzerNamed(analyzer)?.(text).terms.length ?? Math.ceil(text.length / 2);
