import fc from "fast-check";
import { expect, test } from "vitest";
import { makeGlobalOrdinals } from "./global-ordinals.ts";
import { Dictionary, hashOf, TermTable, utf8 } from "./terms.ts";

function dictionaryOf(terms: readonly string[]): Dictionary {
  const table = new TermTable();
  for (const term of terms) {
    const bytes = utf8(term);
    table.intern(bytes, 0, bytes.length, hashOf(bytes));
  }
  return new Dictionary(table.sorted().dictionary);
}

function numbered(dictionaries: readonly (Dictionary | undefined)[]) {
  const steps = makeGlobalOrdinals(dictionaries);
  for (let yields = 0; ; yields++) {
    const step = steps.next();
    if (step.done) return { ordinals: step.value, yields };
  }
}

test("each term of any segment has one number, in the terms' order", () => {
  const term = fc.string({ unit: fc.constantFrom("a", "b", "é", "😀"), maxLength: 3 });
  fc.assert(
    fc.property(fc.array(fc.option(fc.array(term), { nil: undefined }), { maxLength: 4 }), (lists) => {
      const dictionaries = lists.map((list) => list && dictionaryOf(list));
      const { ordinals } = numbered(dictionaries);
      const all = Array.from({ length: ordinals.size }, (_, ordinal) => ordinals.text(ordinal));
      expect(new Set(all)).toEqual(new Set(lists.flatMap((list) => list ?? [])));
      expect(all).toHaveLength(new Set(all).size);
      for (const [segment, dictionary] of dictionaries.entries()) {
        for (let ordinal = 0; ordinal < (dictionary?.size ?? 0); ordinal++) {
          const global = ordinals.maps[segment]?.[ordinal] ?? ordinal;
          expect(all[global]).toBe(dictionary?.text(ordinal));
        }
      }
      const order = all.map((_, ordinal) => ordinal).sort((a, b) => ordinals.compare(a, b));
      const inBytes = [...all].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(order.map((ordinal) => all[ordinal])).toEqual(inBytes);
    }),
  );
});

test("numbering many terms stops on the way, so that other searches run", () => {
  const terms = (from: number) => Array.from({ length: 20_000 }, (_, n) => `term ${from + n}`);
  const { ordinals, yields } = numbered([dictionaryOf(terms(0)), dictionaryOf(terms(10_000))]);
  expect(ordinals.size).toBe(30_000);
  expect(yields).toBeGreaterThanOrEqual(9);
});
