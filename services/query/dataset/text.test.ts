import fc from "fast-check";
import { expect, test } from "vitest";
import { distinct, isolated, lineOf, shortened, textOf } from "./text.ts";

test.each([
  [null, undefined],
  [undefined, undefined],
  ["", undefined],
  [" \u0000\t", undefined],
  [" a\u0000b\n\u001bc ", "ab\nc"],
  ["a\ud800b", "a\ufffdb"],
  ["😀", "😀"],
  // Controls of direction, of which an end without a begin would leave the element around the text.
  ["\u202eabc\u2066\u2069\u2069", "abc"],
  // Marks of direction turn nothing else.
  ["\u200f(א)\u200e", "\u200f(א)\u200e"],
])("the text of %j is %j", (given, expected) => {
  expect(textOf(given)).toBe(expected);
});

test("a line has no breaks and single spaces", () => {
  expect(lineOf(" a\r\n b\tc\u2028d ")).toBe("a b c d");
});

test("an isolated text ends where it says, whatever it holds", () => {
  expect(isolated("a\u2069\u202eb\u2067\u0000")).toBe("\u2068ab\u2069");
});

test("distinct texts keep their order and leave out what is absent", () => {
  expect(distinct(["b", undefined, "a", "b"])).toEqual(["b", "a"]);
});

test("a text is cut between characters", () => {
  expect(shortened("abc", 3)).toBe("abc");
  expect(shortened("abcd", 3)).toBe("ab…");
  expect(shortened("a😀cd", 3)).toBe("a…");
});

test("whatever is sent, a text is well-formed and allowed in XML", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
      const text = textOf(String.fromCharCode(...units)) ?? "";
      expect(() => encodeURIComponent(text)).not.toThrow();
      expect(/^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u.test(text)).toBe(true);
    }),
  );
});
