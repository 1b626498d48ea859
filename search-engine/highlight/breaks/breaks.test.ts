import { expect, test } from "vitest";
import { Boundaries } from "./boundaries.ts";
import { BoundedSentences } from "./bounded.ts";
import { nextSentence, SentenceBreaks } from "./sentence.ts";
import { nextWord } from "./word.ts";

function pieces(text: string, next: (text: string, from: number) => number): string[] {
  const found: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = next(text, from);
    found.push(text.slice(from, to));
    from = to;
  }
  return found;
}

// The expected boundaries are those of java.text.BreakIterator in JDK 17.
test.each([
  ["One! two. 3 three. Four", ["One! ", "two. 3 three. ", "Four"]],
  ['He said. "Hello" and left.', ["He said. ", '"Hello" and left.']],
  ["e.g. foo. Bar (baz.) Qux?!  Next", ["e.g. foo. ", "Bar (baz.) ", "Qux?!  ", "Next"]],
  ["PM2.5 of 3.14 long-term", ["PM2.5 of 3.14 long-term"]],
  ["日本。語!\u2029x", ["日本。", "語!\u2029", "x"]],
  ["foo. (", ["foo", ".", " ("]],
  ["a.  (!xy", ["a", ".", "  (!", "xy"]],
  ['a.""Xy', ['a.""', "Xy"]],
])("%j is cut into sentences as Java cuts it", (text, sentences) => {
  expect(pieces(text, nextSentence)).toEqual(sentences);
});

// The expected boundaries are those of java.text.BreakIterator in JDK 17.
test.each([
  ["it's 50% $3 #a", ["it's", " ", "50%", " ", "$3", " ", "#", "a"]],
  ["PM2.5 of long-term  café", ["PM2.5", " ", "of", " ", "long-term", "  ", "café"]],
  ["a.b.C 1,000.5x (y)", ["a.b.C", " ", "1,000.5x", " ", "(", "y", ")"]],
  ["カタ ひら 漢字\r\nx", ["カタ", " ", "ひら", " ", "漢字", "\r\n", "x"]],
])("%j is cut into words as Java cuts it", (text, words) => {
  expect(pieces(text, nextWord)).toEqual(words);
});

test("the break before an offset may be a period that no sentence follows, as in Java", () => {
  expect(new SentenceBreaks("b! x. -!Y").preceding(7)).toBe(4);
  expect(new SentenceBreaks("b! x. Y").preceding(7)).toBe(6);
});

test("sentences are joined up to the length, and longer ones cut between words", () => {
  const joined = new BoundedSentences("One two. Three four. Five six seven.", 22);
  expect([joined.preceding(10), joined.following(10)]).toEqual([9, 21]);
  const cut = new BoundedSentences("one two three four five six seven eight", 12);
  expect([cut.preceding(21), cut.following(21)]).toEqual([8, 23]);
});

test("breaks are found from anywhere", () => {
  const words = new Boundaries("one two  three", nextWord);
  expect([9, 8, 1, 14].map((offset) => words.preceding(offset))).toEqual([7, 7, 0, 9]);
  expect([0, 3, 9, 14].map((offset) => words.following(offset))).toEqual([3, 4, 14, 14]);
});
