import fc from "fast-check";
import { expect, test } from "vitest";
import { allowedInXml } from "../../dataset/text.ts";
import type { Json } from "../components/json.ts";
import { comparisonOf, type MarkedText } from "./comparison.ts";
import { differencesBetween } from "./differences.ts";

/** The sides of the only difference of two texts. */
function marked(before: string, after: string): readonly [MarkedText, MarkedText] {
  const [part] = comparisonOf(before, after).parts;
  if (!part?.before || !part.after || !("text" in part.before && "text" in part.after)) {
    return expect.unreachable("two marked texts");
  }
  return [part.before.text, part.after.text];
}

test("the words in which two texts differ are marked", () => {
  expect(marked("Ozone at Zugspitze in 2023", "Ozone at Hohenpeißenberg in 2023")).toEqual([
    { start: "Ozone at ", marked: "Zugspitze", end: " in 2023" },
    { start: "Ozone at ", marked: "Hohenpeißenberg", end: " in 2023" },
  ]);
  expect(marked("clouds 5", "clouds 56")[1].marked).toBe("56");
  expect(marked("a b", "a c b")).toEqual([
    { start: "a ", marked: "", end: "b" },
    { start: "a ", marked: "c ", end: "b" },
  ]);
});

test("times are compared as times", () => {
  const [one, other] = ["2026-11-26T20:00:00Z", "2026-11-27T20:00:00Z"];
  const side = (value: string) => ({ value, isCut: false });
  expect(comparisonOf({ time_content_revised: one }, { time_content_revised: other }).parts).toEqual([
    { path: ["time_content_revised"], before: side(one), after: side(other) },
  ]);
  expect(comparisonOf({ title: one }, { title: other }).parts).toMatchObject([{ before: { text: {} } }]);
  expect(comparisonOf({ time_x: one }, { time_x: "soon" }).parts).toMatchObject([{ before: { text: {} } }]);
});

test("the difference of two long texts is seen, wherever it is, and no character is cut", () => {
  const filler = "詩😀".repeat(5_000);
  const [before, after] = marked(`${filler}old${filler}`, `${filler}new${filler}`);
  expect(before.marked).toContain("old");
  expect(after.marked).toContain("new");
  for (const { start, marked: middle, end } of [before, after]) {
    expect(start + middle + end).not.toMatch(/\p{Surrogate}|\uFFFD/u);
    expect(start.length + middle.length + end.length).toBeLessThan(300);
  }
});

test("the parts of a marked text are the text", () => {
  const text = fc.array(fc.constantFrom("a", "b", " ", "😀", "\n"), { maxLength: 25 }).map((each) => each.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      const sides = marked(before, after).map(({ start, marked: middle, end }) => start + middle + end);
      expect(sides).toEqual([allowedInXml(before), allowedInXml(after)]);
    }),
  );
});

test("every difference is listed or counted, and those listed are not more than a page has room for", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
      const { parts, left } = comparisonOf(before as Json, after as Json);
      expect(parts.length + left).toBe([...differencesBetween(before as Json, after as Json)].length);
    }),
  );
  const list = (text: string) => Array.from({ length: 20_000 }, (_, index) => `${text} ${index} ${"x".repeat(3_000)}`);
  const many = comparisonOf({ own: list("a").slice(0, 150) }, { own: list("b").slice(0, 150) });
  expect(many.parts.length + many.left).toBe(150);
  expect(JSON.stringify(many.parts).length).toBeLessThan(30_000);
  const { parts } = comparisonOf({}, { own: list("c") });
  expect(JSON.stringify(parts).length).toBeLessThan(5_000);
});
