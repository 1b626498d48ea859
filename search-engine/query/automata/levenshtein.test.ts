import { expect, test } from "vitest";
import { random } from "../../../test/search/corpus.ts";
import { Dictionary, hashOf, TermTable, utf8 } from "../../index/terms.ts";
import { NOT_YET } from "../nodes/any-term.ts";
import { type EditLimits, Levenshtein } from "./levenshtein.ts";
import { acceptedTerms } from "./walk.ts";

function dictionaryOf(words: readonly string[]): Dictionary {
  const table = new TermTable();
  for (const word of words) {
    const bytes = utf8(word);
    table.intern(bytes, 0, bytes.length, hashOf(bytes));
  }
  return new Dictionary(table.sorted().dictionary);
}

const found = (words: Dictionary, text: string, limits: EditLimits): string[] =>
  [...acceptedTerms(words, new Levenshtein(text, limits))]
    .filter((each) => each !== NOT_YET)
    .map((each) => words.text(each));

/** The distance by its definition: optimal string alignment. */
function distance(a: readonly string[], b: readonly string[], transpositions: boolean): number {
  const table = [[...Array(b.length + 1).keys()]];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const [above = [], twoAbove = []] = [table[i - 1], table[i - 2]];
      let least = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
      const isSwap = transpositions && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) least = Math.min(least, (twoAbove[j - 2] ?? 0) + 1);
      row.push(least);
    }
    table.push(row);
  }
  return table.at(-1)?.at(-1) ?? 0;
}

test("the terms found are those within the distance, whatever the alphabet", () => {
  const r = random(7);
  const word = () => Array.from({ length: 1 + r.below(6) }, () => r.pick(["a", "b", "ü", "日", "𝒳"])).join("");
  const words = Array.from({ length: 2_000 }, word);
  const dictionary = dictionaryOf(words);
  const distinct = [...new Set(words)];
  for (let round = 0; round < 300; round++) {
    const text = word();
    const limits = { edits: 1 + r.below(2), prefixLength: r.below(3), transpositions: r.chance(0.5) };
    const [...characters] = text;
    const prefix = characters.slice(0, limits.prefixLength).join("");
    const rest = (each: string) => [...each].slice([...prefix].length);
    const expected = distinct.filter(
      (each) => each.startsWith(prefix) && distance(rest(each), rest(text), limits.transpositions) <= limits.edits,
    );
    expect(new Set(found(dictionary, text, limits))).toEqual(new Set(expected));
  }
});

test("a walk reads few of the terms, and pauses on the way", () => {
  const dictionary = dictionaryOf(Array.from({ length: 100_000 }, (_, n) => `term ${n * 7919}`));
  const automaton = new Levenshtein("term 7919", { edits: 1, prefixLength: 0, transpositions: true });
  const yielded = [...acceptedTerms(dictionary, automaton)];
  const pauses = yielded.filter((each) => each === NOT_YET).length;
  expect(yielded.length - pauses).toBeGreaterThan(0);
  expect(pauses).toBeGreaterThan(0);
  expect(pauses).toBeLessThan(20);
});
