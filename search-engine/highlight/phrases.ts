import { item } from "../bytes/arrays.ts";
import { illegalOnShard } from "../language/errors/errors.ts";
import { MAX_HIGHLIGHTED_PHRASE_WORDS } from "../limits.ts";
import type { PhraseMarks, TermChoice } from "../query/marks.ts";
import { SloppyPositions, type SloppyWord } from "../query/nodes/sloppy-positions.ts";
import { type AnalysedText, likestTerms } from "./text.ts";

/** The first and the last word of a phrase found in a text. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** The words at each place of a phrase. */
type Words = readonly (readonly number[])[];

type ChosenInText = (text: AnalysedText, choice: TermChoice) => readonly string[];

/** Memory of an entry in a map or set of words, and of a phrase without its words. */
const ENTRY_BYTES = 40;
const PHRASE_BYTES = 60;

/** Phrases as a search finds them. @throws ShardFailure */
export function phrasesIn(text: AnalysedText, marks: PhraseMarks): Span[] {
  const words = wordsAtPlaces(text, marks, likestTerms);
  if (!words) return [];
  if (marks.slop > 0 && words.length > 1) return sloppyPhrases(text, marks, words);
  return exactPhrases(text, words, marks.offsets).map((found) => ({
    first: item(found, 0),
    last: item(found, found.length - 1),
  }));
}

/**
 * The words of phrases as Lucene's span queries find them, used by highlighters of single words. With slop the words
 * may come in any order, with at most `slop` words and the phrase's own gaps between them. `chosen` finds the terms of
 * a place. @throws ShardFailure
 */
export function spansIn(text: AnalysedText, marks: PhraseMarks, chosen: ChosenInText): Words {
  const words = wordsAtPlaces(text, marks, chosen);
  if (!words) return [];
  const gaps = Math.max(0, (marks.offsets?.at(-1) ?? 0) - words.length + 1);
  return marks.slop === 0 ? orderedSpans(text, words, gaps) : unorderedSpans(text, words, marks.slop + gaps);
}

/** The words at each place, in the text's order; undefined where a place has none. */
function wordsAtPlaces(text: AnalysedText, { places }: PhraseMarks, chosen: ChosenInText): Words | undefined {
  const words: (readonly number[])[] = [];
  for (const place of places) {
    const terms = typeof place === "string" ? [place] : chosen(text, place);
    const [only = [], ...others] = terms.map((term) => text.wordsOf.get(term) ?? []);
    if (only.length === 0) return undefined;
    words.push(others.length === 0 ? only : inOrder(text, [only, ...others]));
  }
  return words;
}

/** Steps of sorting a word. */
const ORDER_STEPS = 10;

function inOrder({ work }: AnalysedText, lists: Words): readonly number[] {
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  work.spend(count * ORDER_STEPS);
  work.take(count * ENTRY_BYTES);
  return lists.flat().sort((a, b) => a - b);
}

/** Counts a phrase that was found. */
function phrase({ work }: AnalysedText, words: readonly number[]): readonly number[] {
  work.take(PHRASE_BYTES + words.length * ENTRY_BYTES);
  return words;
}

/** Phrases whose words follow each other. */
function exactPhrases(text: AnalysedText, words: Words, offsets: PhraseMarks["offsets"]): Words {
  const byPosition = new Map<readonly number[], ReadonlyMap<number, number>>();
  for (const list of words) {
    if (byPosition.has(list)) continue;
    text.work.take(list.length * ENTRY_BYTES);
    byPosition.set(list, new Map(list.map((word) => [item(text.positions, word), word])));
  }
  return item(words, 0).flatMap((first) => {
    const start = item(text.positions, first);
    const found: number[] = [];
    for (const list of words) {
      const word = byPosition.get(list)?.get(start + (offsets?.[found.length] ?? found.length));
      if (word === undefined) break;
      found.push(word);
    }
    text.work.spend(1 + found.length);
    return found.length === words.length ? [phrase(text, found)] : [];
  });
}

function sloppyPhrases(text: AnalysedText, { places, offsets, slop }: PhraseMarks, words: Words): Span[] {
  const count = words.reduce((sum, { length }) => sum + length, 0);
  if (count > MAX_HIGHLIGHTED_PHRASE_WORDS) {
    throw illegalOnShard(
      `a phrase that has [${count}] words in a text can't be highlighted, [${MAX_HIGHLIGHTED_PHRASE_WORDS}] can`,
    );
  }
  text.work.spend(count * places.length);
  text.work.take(count * ENTRY_BYTES);
  const phrasePlaces = words.map((list, place) => ({
    offset: offsets?.[place] ?? place,
    positions: Uint32Array.from(list, (word) => item(text.positions, word)),
    from: 0,
    end: list.length,
  }));
  const wordsOf = new Map<SloppyWord["place"], readonly number[]>(
    phrasePlaces.map((each, place) => [each, item(words, place)]),
  );
  const wordOf = ({ place, at }: SloppyWord) => item(wordsOf.get(place) ?? [], at);
  const found = new SloppyPositions(phrasePlaces, termsOf(text, words), slop).matches();
  return Array.from(found, ({ first, last }) => {
    text.work.take(PHRASE_BYTES);
    return { first: wordOf(first), last: wordOf(last) };
  });
}

/** Numbers of the terms at each place. */
function termsOf({ terms }: AnalysedText, words: Words): number[][] {
  const numbers = new Map<string, number>();
  const numberOf = (term: string): number => {
    const known = numbers.get(term) ?? numbers.size;
    numbers.set(term, known);
    return known;
  };
  return words.map((list) => [...new Set(list.map((word) => numberOf(item(terms, word))))]);
}

/** From each first word, the nearest occurrences of the others, in order. */
function orderedSpans(text: AnalysedText, words: Words, slop: number): Words {
  const { positions, work } = text;
  const spans: (readonly number[])[] = [];
  const at = words.map(() => 0);
  for (const first of item(words, 0)) {
    const found = [first];
    let end = item(positions, first) + 1;
    let between = 0;
    for (let place = 1; place < words.length; place++) {
      const list = item(words, place);
      let index = item(at, place);
      while (index < list.length && item(positions, item(list, index)) < end) index++;
      work.spend(1 + index - item(at, place));
      at[place] = index;
      const next = list[index];
      if (next === undefined) return spans;
      between += item(positions, next) - end;
      end = item(positions, next) + 1;
      found.push(next);
    }
    if (between <= slop) spans.push(phrase(text, found));
  }
  return spans;
}

function unorderedSpans(text: AnalysedText, words: Words, slop: number): Words {
  const { positions, work } = text;
  const spans: (readonly number[])[] = [];
  const at = words.map(() => 0);
  for (;;) {
    work.spend(words.length);
    const found = words.map((list, place) => item(list, item(at, place)));
    let [behind, least, most] = [0, Number.POSITIVE_INFINITY, 0];
    for (const [place, word] of found.entries()) {
      const position = item(positions, word);
      if (position < least) [behind, least] = [place, position];
      most = Math.max(most, position);
    }
    if (most + 1 - least - words.length <= slop) spans.push(phrase(text, found));
    at[behind] = item(at, behind) + 1;
    if (item(at, behind) >= item(words, behind).length) return spans;
  }
}
