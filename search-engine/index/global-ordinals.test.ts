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
  const numbering = makeGlobalOrdinals(dictionaries);
  let [stops, steps, bytes] = [0, 0, 0];
  for (;;) {
    const step = numbering.next();
    if (step.done) return { ordinals: step.value, stops, steps, bytes };
    if (step.value.steps > 0) stops++;
    steps += step.value.steps;
    bytes += step.value.bytes;
  }
}

const texts = (from: number, count: number, length: number) =>
  Array.from({ length: count }, (_, n) => `term ${from + n}`.padEnd(length, "."));

test("each term of all segments has one number, and compares in the terms' order", () => {
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

test("numbering many terms yields on the way, so that other searches run", () => {
  const { ordinals, stops } = numbered([dictionaryOf(texts(0, 20_000, 10)), dictionaryOf(texts(10_000, 20_000, 10))]);
  expect(ordinals.size).toBe(30_000);
  expect(stops).toBeGreaterThanOrEqual(9);
});

test("it yields as often for fewer but longer terms", () => {
  const short = numbered([dictionaryOf(texts(0, 1_000, 10)), dictionaryOf(texts(1_000, 1_000, 10))]);
  const long = numbered([dictionaryOf(texts(0, 500, 6_400)), dictionaryOf(texts(500, 500, 6_400))]);
  expect(long.stops).toBeGreaterThan(short.stops * 2);
});

test("terms are not copied, however long: each number takes a few bytes", () => {
  const dictionaries = [dictionaryOf(texts(0, 2_001, 1_000)), dictionaryOf(texts(2_001, 2_000, 1_000))];
  const before = process.memoryUsage().arrayBuffers;
  const { ordinals, bytes } = numbered(dictionaries);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(500_000);
  expect(ordinals.text(4_000)).toMatch(/^term \d+\.+$/);
  const slots = (8_192 - 512) * 4;
  expect(bytes).toBe(2_000 * (4 + 8) + slots);
});

test("bytes are reported before they are allocated, so that too many are refused", () => {
  const numbering = makeGlobalOrdinals([dictionaryOf(texts(0, 20_001, 10)), dictionaryOf(texts(0, 20_000, 10))]);
  const before = process.memoryUsage().arrayBuffers;
  expect(numbering.next().value).toMatchObject({ bytes: 80_000 });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(80_000);
});
