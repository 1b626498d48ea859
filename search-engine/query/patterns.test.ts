import fc from "fast-check";
import { expect, test } from "vitest";
import { Dictionary, hashOf, TermTable, utf8 } from "../index/terms.ts";
import { MAX_VAIN_LOOKS, NOT_YET } from "./nodes/any-term.ts";
import { compileWildcard, matchingTerms, prefixRange, termsThat } from "./patterns.ts";

function dictionaryOf(terms: readonly string[]): Dictionary {
  const table = new TermTable();
  for (const term of terms) {
    const bytes = utf8(term);
    table.intern(bytes, 0, bytes.length, hashOf(bytes));
  }
  return new Dictionary(table.sorted().dictionary);
}

const term = fc.string({ unit: fc.constantFrom(..."ab*?\\é😀."), maxLength: 6 });

test("a dictionary holds each term once, in the order of its bytes", () => {
  fc.assert(
    fc.property(fc.array(term, { maxLength: 50 }), (terms) => {
      const dictionary = dictionaryOf(terms);
      const found = Array.from({ length: dictionary.size }, (_, ordinal) => dictionary.text(ordinal));
      expect(found).toEqual([...new Set(terms)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
      for (const each of terms) expect(dictionary.text(dictionary.find(utf8(each)))).toBe(each);
    }),
  );
});

test("a prefix's range holds the terms that begin with it", () => {
  fc.assert(
    fc.property(fc.array(term, { maxLength: 50 }), term, (terms, prefix) => {
      const dictionary = dictionaryOf(terms);
      const [first, end] = prefixRange(dictionary, utf8(prefix));
      for (let ordinal = 0; ordinal < dictionary.size; ordinal++) {
        expect(ordinal >= first && ordinal < end).toBe(dictionary.text(ordinal).startsWith(prefix));
      }
    }),
  );
});

/** Reference: matches the pattern character by character. */
function matches(pattern: string, text: readonly string[]): boolean {
  if (pattern === "") return text.length === 0;
  const [first, rest] = [pattern.charAt(0), pattern.slice(1)];
  if (first === "*") return text.some((_, at) => matches(rest, text.slice(at))) || matches(rest, []);
  if (text.length === 0) return false;
  if (first === "?") return matches(rest, text.slice(1));
  if (first === "\\" && rest !== "") return text[0] === rest[0] && matches(rest.slice(1), text.slice(1));
  return text[0] === first && matches(rest, text.slice(1));
}

test("a wildcard finds the terms that it matches", () => {
  const pattern = fc.string({ unit: fc.constantFrom(..."ab*?\\é."), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(term, { maxLength: 30 }), pattern, (terms, text) => {
      const dictionary = dictionaryOf(terms);
      const ordinals = [...matchingTerms(dictionary, compileWildcard(text, false))].filter((each) => each !== NOT_YET);
      const found = ordinals.map((each) => dictionary.text(each));
      const wanted = Array.from({ length: dictionary.size }, (_, ordinal) => dictionary.text(ordinal));
      expect(found).toEqual(wanted.filter((each) => matches(text, [...each])));
    }),
    { numRuns: 500, seed: 1 },
  );
});

test("a search through all terms pauses every few hundred terms, whether or not they match", () => {
  const dictionary = dictionaryOf(Array.from({ length: 5_000 }, (_, index) => `t${index}`));
  let looked = 0;
  let longest = 0;
  const test = (term: string) => {
    longest = Math.max(longest, ++looked);
    return term === "t77";
  };
  const found: number[] = [];
  for (const ordinal of termsThat(test, dictionary)) {
    looked = 0;
    if (ordinal !== NOT_YET) found.push(ordinal);
  }
  expect(found.map((ordinal) => dictionary.text(ordinal))).toEqual(["t77"]);
  expect(longest).toBeLessThanOrEqual(MAX_VAIN_LOOKS);
});
