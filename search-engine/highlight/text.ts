import { i32 } from "../bytes/arrays.ts";
import type { FieldKind } from "../index/mapping.ts";
import { byCodePoints } from "../index/terms.ts";
import { lowerCase } from "../language/analysis/characters.ts";
import { Tokenizer } from "../language/analysis/tokenizer.ts";
import type { TermChoice } from "../query/marks.ts";
import { SEPARATOR } from "./breaks/values.ts";
import type { TextWork } from "./text-work.ts";

/** Difference of the positions of words in neighbouring values, as in the index. */
const POSITION_GAP = 100;

/** The values of a field of one document, cut into words again. Offsets are UTF-16 units of `text`. */
export interface AnalysedText {
  /** All values, with a separator between them. */
  readonly text: string;
  /** The term of each word, in the text's order. */
  readonly terms: readonly string[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly positions: readonly number[];
  /** Counts the work of searching the text. */
  readonly work: TextWork;
  /** The words of each term. */
  readonly wordsOf: ReadonlyMap<string, readonly number[]>;
}

const tokenizer = new Tokenizer();

/** Memory of a word: its term, its places, and an entry in its term's words. */
export const WORD_BYTES = 100;

/** Words that begin behind `maxOffset` of their value are left out. @throws ShardFailure when they take too much memory */
export function analyseValues(
  values: readonly string[],
  kind: FieldKind,
  work: TextWork,
  maxOffset = Number.POSITIVE_INFINITY,
): AnalysedText {
  const terms: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const positions: number[] = [];
  // Cutting a text into words and sentences takes about a step for a character.
  work.spend(1 + values.reduce((length, value) => length + value.length, 0));
  let base = 0;
  let position = 0;
  for (const value of values) {
    const isWhole = kind !== "text";
    const count = isWhole ? Math.min(value.length, 1) : tokenizer.tokenize(value);
    work.take(count * WORD_BYTES);
    for (let word = 0; word < count; word++) {
      const [start, end] = isWhole ? [0, value.length] : [i32(tokenizer.starts, word), i32(tokenizer.ends, word)];
      if (start > maxOffset) break;
      terms.push(isWhole ? value : lowerCase(value.slice(start, end)));
      starts.push(base + start);
      ends.push(base + end);
      positions.push(position + word);
    }
    base += value.length + SEPARATOR.length;
    position += count + (isWhole ? 0 : POSITION_GAP);
  }
  return { text: values.join(SEPARATOR), terms, starts, ends, positions, work, wordsOf: wordsByTerm(terms) };
}

/** Steps of testing whether a term matches, however short it and the pattern are. */
const TEST_STEPS = 10;

/** Product of the lengths of a term and a pattern that takes a step. */
const LENGTH_PRODUCT_PER_STEP = 64;

/** All terms of the text that match a pattern. */
export function termsThat({ wordsOf, work }: AnalysedText, { test, length = 1 }: TermChoice): string[] {
  return [...wordsOf.keys()].filter((term) => {
    work.spend(TEST_STEPS + (term.length * length) / LENGTH_PRODUCT_PER_STEP);
    return test(term);
  });
}

/** The terms of the text that Lucene would rewrite the query to. */
export function likestTerms(text: AnalysedText, choice: TermChoice): string[] {
  const terms = termsThat(text, choice);
  const { most = terms.length, likeness = () => 1 } = choice;
  if (terms.length <= most) return terms;
  const ranked = terms.map((term) => ({ term, likeness: likeness(term) }));
  ranked.sort((a, b) => b.likeness - a.likeness || byCodePoints(a.term, b.term));
  return ranked.slice(0, most).map(({ term }) => term);
}

export function wordsByTerm(terms: readonly string[]): Map<string, number[]> {
  const words = new Map<string, number[]>();
  for (const [word, term] of terms.entries()) {
    const known = words.get(term);
    if (known) known.push(word);
    else words.set(term, [word]);
  }
  return words;
}
