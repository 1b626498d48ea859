import { expect, test } from "vitest";
import { random } from "../../../test/search/corpus.ts";
import { Deterministic } from "./deterministic.ts";
import { RegexpParser } from "./regexp-syntax.ts";

const ALL_FLAGS = 0xff;

function automatonOf(source: string): Deterministic | undefined {
  const parser = new RegexpParser(source, { flags: ALL_FLAGS, caseInsensitive: false });
  const automaton = new Deterministic(parser.parse(), parser.expressions);
  for (const building = automaton.build(); ; ) {
    const { done, value } = building.next();
    if (done) return value ? automaton : undefined;
  }
}

test("accepts the same texts as JavaScript's expressions, for operators that both have", () => {
  const r = random(3);
  const expression = (depth: number): string => {
    if (depth === 0) return r.pick(["a", "b", "ü", "𝒳", ".", "[ab]", "[^a]"]);
    const inner = () => expression(depth - 1);
    return r.pick([
      `${inner()}${inner()}`,
      `(${inner()}|${inner()})`,
      `(${inner()})*`,
      `(${inner()}){1,3}`,
      `(${inner()})?`,
    ]);
  };
  for (let round = 0; round < 500; round++) {
    const source = expression(r.below(5));
    const expected = new RegExp(`^(?:${source})$`, "su");
    const automaton = automatonOf(source);
    for (let each = 0; each < 30; each++) {
      const text = Array.from({ length: r.below(7) }, () => r.pick(["a", "b", "ü", "𝒳", "c"])).join("");
      expect([source, text, automaton?.test(text)]).toEqual([source, text, expected.test(text)]);
    }
  }
});

test("complements, intersections and intervals apply to the whole text", () => {
  for (const [source, accepted, refused] of [
    ["~(a.*)", ["", "b", "ba"], ["a", "ab"]],
    [".*a.*&.*b.*", ["ab", "bca"], ["a", "b", ""]],
    ["<7-12>", ["7", "12", "0010"], ["6", "13", "1", ""]],
    ["<07-12>", ["07", "12"], ["7", "012", "13"]],
    ["<0-200>", ["0", "00", "99", "200"], ["201", ""]],
    ["@b", ["b", "aab"], ["a", ""]],
    ["#|a", ["a"], [""]],
    ["\\d\\.\\w", ["1.a"], ["1xa"]],
  ] as const) {
    const automaton = automatonOf(source);
    for (const text of accepted) expect([source, text, automaton?.test(text)]).toEqual([source, text, true]);
    for (const text of refused) expect([source, text, automaton?.test(text)]).toEqual([source, text, false]);
  }
});

test("building stops at an expression with too many states", () => {
  expect(automatonOf(".*a.{11}")).toBeDefined();
  expect(automatonOf(".*a.{30}")).toBeUndefined();
});

function stepsOf(source: string): number {
  const parser = new RegexpParser(source, { flags: ALL_FLAGS, caseInsensitive: false });
  return [...new Deterministic(parser.parse(), parser.expressions).build()].reduce((sum, steps) => sum + steps, 0);
}

/** So many characters, no two of them adjacent code points. */
const apart = (count: number): string =>
  Array.from({ length: count }, (_, n) => String.fromCodePoint(0x4e00 + 2 * n)).join("");

test("a state takes steps once for each member, and none for characters with the same target", () => {
  expect(stepsOf("a?".repeat(300))).toBeLessThan(10 * 300 ** 2);
  expect(stepsOf(`.*[${apart(300)}].{5}`)).toBeLessThan(stepsOf(".*[a].{5}") + 2 ** 6 * 3 * 300);
});

test("a state takes steps for the sets that contain each range of characters", () => {
  const sets = 100;
  const alternatives = (ranges: number) =>
    Array.from({ length: sets }, (_, n) => `[${apart(ranges)}${String.fromCodePoint(0x3041 + n)}]x{${n + 1}}`).join(
      "|",
    );
  expect(stepsOf(alternatives(300)) - stepsOf(alternatives(1))).toBeGreaterThan((300 * sets) / 5);
});

test("an interval of numbers of many digits takes steps in proportion to the digits", () => {
  const parser = new RegexpParser("<1-999999999>", { flags: ALL_FLAGS, caseInsensitive: false });
  parser.parse();
  expect(parser.expressions.steps).toBeLessThan(1_000);
});
