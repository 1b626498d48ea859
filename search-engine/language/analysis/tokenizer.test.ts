import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { wordPattern } from "./characters.ts";
import { analyze, Tokenizer } from "./tokenizer.ts";

// The expected terms are those of the `standard` analyzer of Elasticsearch 8.19.
test.each([
  ["m/p-xylenes amount fraction", ["m", "p", "xylenes", "amount", "fraction"]],
  ["1,1,1,2-tetrafluoroethane", ["1,1,1,2", "tetrafluoroethane"]],
  ["a:b a.b 3.14 3,4;5 x:1 5:30 a1.b 1.a", ["a:b", "a.b", "3.14", "3,4;5", "x", "1", "5", "30", "a1", "b", "1", "a"]],
  ["foo_bar _ __a don't 'x'", ["foo_bar", "__a", "don't", "x"]],
  ["µg/m³ CO₂ Jülich", ["µg", "m", "co", "jülich"]],
  ["ΣΊΣΥΦΟΣ İ", ["σίσυφοσ", "i"]],
  ["東京タワー ひら 한국어 ไทยภาษา", ["東", "京", "タワー", "ひ", "ら", "한국어", "ไทยภาษา"]],
  ["©2020 ☀️ 👩‍👩‍👧 🇩🇪", ["©", "2020", "☀️", "👩‍👩‍👧", "🇩🇪"]],
  ["✈️👍🏻 👁️‍🗨️ #️⃣ 🏻️", ["✈️", "👍🏻", "👁️‍🗨️", "#️⃣", "🏻"]],
  ["א״ב e\u0301 a\u200db", ["א״ב", "e\u0301", "a\u200db"]],
])("%s is cut into words", (text, terms) => {
  expect(analyze(text)).toEqual(terms);
});

test("a word of more than 255 characters is cut", () => {
  expect(analyze("x".repeat(600)).map((term) => term.length)).toEqual([255, 255, 90]);
});

test("the fast scan finds the same words as the grammar", () => {
  const characters = fc.constantFrom(..."aZ09_:.,;'’·-/ éß中あ\u00ad\u0301\u200d©カタ한אב😀ไ٣٫");
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 24 }), (parts) => {
      const text = parts.join("");
      const [scan, grammar] = [new Tokenizer(), new Tokenizer()];
      const found = (tokenizer: Tokenizer, count: number) =>
        Array.from({ length: count }, (_, index) => text.slice(tokenizer.starts[index], tokenizer.ends[index]));
      expect(found(scan, scan.tokenize(text))).toEqual(found(grammar, grammar.tokenizeByGrammar(text)));
    }),
    { numRuns: 2_000, seed: 1 },
  );
});

test("a zero-width space ends a word, and half a flag is not a word", () => {
  expect(analyze("\u200ba\u200bb")).toEqual(["a", "b"]);
  expect(analyze("a🇩b 🇩🇪🇫")).toEqual(["a", "b", "🇩🇪"]);
});

// Fails by its time limit: quadratic time would be minutes.
test("long runs of characters that begin no word take linear time", () => {
  for (const part of ["_", "_\u0301", "\u200d", "#\u0301"]) expect(analyze(`ก${part.repeat(250_000)}`)).toHaveLength(1);
});

// V8 optimises no further pattern once a process has a megabyte of their code. Fails by its time limit, too.
test("long runs take linear time also where patterns are no longer optimised", () => {
  const script = `
    const found = ["J", "JV", "Z", "kV"].map((classes) => new RegExp(process.argv[1]).test(classes.repeat(250_000)));
    process.stdout.write(found.join());`;
  const program = ["--no-regexp-optimization", "-e", script, wordPattern().source];
  expect(execFileSync(process.execPath, program, { timeout: 20_000, encoding: "utf8" })).toBe(
    "false,false,false,false",
  );
});

test("a word of millions of characters is cut", () => {
  expect(analyze(`ก ${"x".repeat(5_000_000)} y`)).toHaveLength(19_610);
});

test("texts longer than a part have the same words as their halves", () => {
  const half = "ab_c ก1,2 👩\u200d👩 #\u20e3 ".repeat(20_000);
  expect(analyze(half + half)).toEqual([...analyze(half), ...analyze(half)]);
});
