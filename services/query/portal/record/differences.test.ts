import fc from "fast-check";
import { expect, test } from "vitest";
import { isList, type Json } from "../components/json.ts";
import { type Difference, differencesBetween } from "./differences.ts";

const between = (before: Json, after: Json): Difference[] => [...differencesBetween(before, after)];

/** The earlier value with these differences: the later one. */
function applied(before: Json | undefined, differences: readonly Difference[]): Json | undefined {
  const [first] = differences;
  if (first === undefined) return before;
  if (first.path.length === 0) return first.after;
  if (before === undefined || before === null || typeof before !== "object")
    return expect.unreachable("it has no parts");
  return isList(before) ? appliedToList(before, differences) : appliedToObject(before, differences);
}

function appliedToObject(before: { readonly [member: string]: Json }, differences: readonly Difference[]): Json {
  const members = new Map(Object.entries(before));
  for (const name of new Set(differences.map(({ path: [step] }) => String(step)))) {
    const after = applied(members.get(name), inside(differences, name));
    if (after === undefined) members.delete(name);
    else members.set(name, after);
  }
  return Object.fromEntries(members);
}

function appliedToList(before: readonly Json[], differences: readonly Difference[]): Json {
  const isWhole = ({ path }: Difference) => path.length === 1;
  const gone = differences.filter((each) => isWhole(each) && each.after === undefined);
  const come = differences.filter((each) => isWhole(each) && each.before === undefined);
  const kept = before.filter((_, index) => !gone.some(({ path }) => path[0] === index));
  const changed = differences.filter((each) => !gone.includes(each));
  return Array.from({ length: kept.length + come.length }, (_, index) => {
    const isNew = come.some(({ path }) => path[0] === index);
    const item = applied(isNew ? null : kept.shift(), inside(changed, index));
    return item === undefined ? expect.unreachable("it is there") : item;
  });
}

/** The differences in one part, as it sees them. */
function inside(differences: readonly Difference[], step: string | number): Difference[] {
  const own = differences.filter(({ path }) => path[0] === step);
  return own.map((each) => ({ ...each, path: each.path.slice(1) }));
}

/** Values that are alike more often than not. */
const { value: alike } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<Json>(null, true, 0, 1, "a", "b", ""),
    fc.array(tie("value"), { maxLength: 6 }),
    fc.dictionary(fc.constantFrom("a", "b", "__proto__", "0", "length"), tie("value"), { maxKeys: 4 }),
  ),
}));
const anyValue = fc.oneof(alike, fc.jsonValue() as fc.Arbitrary<Json>);

test("the earlier value with the differences is the later one", () => {
  fc.assert(
    fc.property(anyValue, anyValue, (before, after) => {
      expect(applied(before, between(before, after))).toEqual(after);
    }),
    { numRuns: 1_000 },
  );
});

test("equal values do not differ, in whatever order their members are", () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      const reversed = (part: Json): Json => {
        if (part === null || typeof part !== "object") return part;
        if (isList(part)) return part.map(reversed);
        return Object.fromEntries(
          Object.entries(part)
            .reverse()
            .map(([name, member]) => [name, reversed(member)]),
        );
      };
      expect(between(value, reversed(value))).toEqual([]);
    }),
  );
});

test("each listed part differs", () => {
  fc.assert(
    fc.property(anyValue, anyValue, (before, after) => {
      for (const each of between(before, after)) expect(each.before).not.toEqual(each.after);
    }),
  );
});

test("an item that comes or goes is one difference, wherever it stands in a list of different items", () => {
  const distinct = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(distinct, fc.nat(), (names, at) => {
      const longer = names.map((name) => ({ name }));
      const place = at % names.length;
      const shorter = longer.toSpliced(place, 1);
      const item = longer[place];
      expect(between(shorter, longer)).toEqual([{ path: [place], before: undefined, after: item }]);
      expect(between(longer, shorter)).toEqual([{ path: [place], before: item, after: undefined }]);
    }),
  );
});

test("an item that changes among others that move is compared with its earlier self", () => {
  const variable = (name: string, unit: string) => ({ name, unit, matrix: `${name} in air` });
  const before = ["a", "b", "c", "d", "e"].map((name) => variable(name, "m"));
  const after = ["new", "a", "b", "c", "d", "e"].map((name) => variable(name, name === "d" ? "km" : "m"));
  expect(between(before, after)).toEqual([
    { path: [0], before: undefined, after: variable("new", "m") },
    { path: [4, "unit"], before: "m", after: "km" },
  ]);
});

test("a position is one value, and so is what lies very deep", () => {
  expect(between({ at: [6.41, 50.9, 111] }, { at: [6.41, 50.9, 112] })).toEqual([
    { path: ["at"], before: [6.41, 50.9, 111], after: [6.41, 50.9, 112] },
  ]);
  const nested = (inner: Json) => Array.from({ length: 90 }).reduce<Json>((value) => [value], inner);
  const [difference, ...others] = between(nested(1), nested(2));
  expect([difference?.path, others]).toEqual([Array(8).fill(0), []]);
});

test("an absent member differs from null", () => {
  expect(between({}, { a: null })).toEqual([{ path: ["a"], before: undefined, after: null }]);
});

// Fails by its time limit: quadratic time would be minutes.
test("hundreds of thousands of items that all differ are compared", () => {
  const list = (of: string) => Array.from({ length: 200_000 }, (_, index) => ({ name: `${of} ${index}` }));
  expect(between({ variables: list("a") }, { variables: list("b") })).toHaveLength(200_000);
});
