import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, MAX_JSON_DEPTH, pointer, reportUnkeepable } from "./canonical.ts";

const reordered = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(reordered);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reordered(member)]),
  );
};

const unkeepable = (value: unknown): string[] => {
  const paths: string[] = [];
  reportUnkeepable(value, "", (path) => paths.push(path));
  return paths;
};

const json = fc.jsonValue({ maxDepth: 5, stringUnit: "grapheme" }).filter((value) => unkeepable(value).length === 0);

test("the order of members makes no difference", () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(canonicalJson(reordered(value))).toBe(canonicalJson(value));
    }),
  );
});

test("everything else makes a difference, and nothing is lost", () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text ?? "")).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("members named like parts of JavaScript's objects are kept", () => {
  const text = '{"__proto__":{"a":1},"constructor":{"prototype":{"b":2}},"hasOwnProperty":3,"toJSON":"x"}';
  expect(canonicalJson(JSON.parse(text))).toBe(text);
  expect("a" in {}).toBe(false);
});

test.each([
  ['{"a":{"b":[1,1e999]}}', "/a/b/1"],
  ["[-1e999]", "/0"],
  ['{"a":"x\\u0000y"}', "/a"],
  ['{"a/b":{"c~d":"\\ud800"}}', "/a~1b/c~0d"],
  ['{"a":"\\udc00\\ud800"}', "/a"],
  ['{"":1}', "/"],
  ['{"a\\u0000":1}', "/a\u0000"],
  ['{"\\ud800":1}', "/\ud800"],
])("%s can't be kept, because of %s", (text, path) => {
  const value = JSON.parse(text);
  expect(canonicalJson(value)).toBeUndefined();
  expect(unkeepable(value)).toEqual([path]);
});

test("text that only looks like an escape is kept", () => {
  for (const text of ['"\\\\u0000"', '"\\\\ud800"', '"😀"', '"\\u001f"', '"\\ud83d\\ude00"']) {
    expect(JSON.parse(canonicalJson(JSON.parse(text)) ?? "")).toBe(JSON.parse(text));
  }
});

test("a hundred levels are kept, more are not", () => {
  const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
  expect(canonicalJson(nested(MAX_JSON_DEPTH))).toBeDefined();
  expect(canonicalJson(nested(MAX_JSON_DEPTH + 1))).toBeUndefined();
  expect(canonicalJson(nested(500_000))).toBeUndefined();
  expect(unkeepable(nested(500_000))).toHaveLength(1);
});

test("a cut pointer stays valid: it ends before an escape that would be split, and nothing follows", () => {
  expect(pointer("", ["~".repeat(300)])).toBe(`/${"~0".repeat(99)}`);
  expect(pointer("/a", ["/".repeat(300), "b"])).toBe(`/a/${"~1".repeat(98)}`);
  expect(pointer(pointer("", ["~".repeat(300)]), ["b"])).toBe(`/${"~0".repeat(99)}`);
});
