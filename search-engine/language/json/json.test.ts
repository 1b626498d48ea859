import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isArray,
  isObject,
  JsonSyntaxError,
  JsonTrailingValue,
  type JsonValue,
  locationOfName,
  locationOfValue,
  parseJson,
  spellingAt,
} from "./json.ts";

/** As JSON.parse would return it. */
function plain(value: JsonValue): unknown {
  if (isArray(value)) return value.map(plain);
  if (!isObject(value)) return typeof value === "bigint" ? Number(value) : value;
  return Object.fromEntries([...value].map(([name, member]) => [name, plain(member)]));
}

test("reads the same as JSON.parse", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (text) => {
      expect(JSON.stringify(plain(parseJson(text)))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test("integers beyond a double's precision stay exact", () => {
  expect(parseJson("[9223372036854775807, -9223372036854775808, 5, 1e3, 0.5]")).toEqual([
    9223372036854775807n,
    -9223372036854775808n,
    5,
    1000,
    0.5,
  ]);
});

test("keeps the spelling of decimals that JavaScript writes differently", () => {
  const value = parseJson('{"a":1.0,"b":1,"c":[14e11,0.5,2.50]}');
  if (!isObject(value)) throw new Error("it is an object");
  const list = value.get("c");
  if (!isArray(list)) throw new Error("it is a list");
  expect(["a", "b", "c"].map((name) => spellingAt(value, name))).toEqual(["1.0", undefined, undefined]);
  expect([0, 1, 2].map((place) => spellingAt(list, place))).toEqual(["14e11", undefined, "2.50"]);
});

test.each(["1".repeat(1_001), `-${"1".repeat(1_001)}`, `1.${"0".repeat(1_000)}`, `${"1".repeat(1_000)}e5`])(
  "no number has more than a thousand digits: %#",
  (number) => {
    expect(() => parseJson(`[${number}]`)).toThrow("Number value length (1001) exceeds the maximum allowed (1000,");
  },
);

test.each(["1".repeat(1_000), `-${"1".repeat(1_000)}`, `-0.${"1".repeat(999)}`, `1.${"1".repeat(997)}e-10`])(
  "a number may have a thousand digits: %#",
  (number) => {
    expect(Number(parseJson(number))).toBe(Number(number));
  },
);

test("members keep their order and any name", () => {
  const value = parseJson('{"b":1,"10":2,"2":3,"__proto__":{"x":1}}');
  expect(isObject(value) && [...value.keys()]).toEqual(["b", "10", "2", "__proto__"]);
  expect(Object.prototype).not.toHaveProperty("x");
});

test("tells the position of members", () => {
  const value = parseJson('{\n  "a": 1,\n  "b": {}\n}');
  expect(isObject(value) && locationOfName(value, "b")).toEqual({ line: 3, col: 3 });
  expect(isObject(value) && locationOfValue(value, "b")).toEqual({ line: 3, col: 8 });
});

test("columns count bytes", () => {
  const value = parseJson(`{\n"ä雷😀":"${"é".repeat(2_000)}", "b": {}}`);
  expect(isObject(value) && locationOfName(value, "b")).toEqual({ line: 2, col: 4_017 });
});

// Fails by its time limit: quadratic time would be minutes.
test("members of a body of many lines are found quickly", () => {
  const names = Array.from({ length: 20_000 }, (_, n) => `m${n}`);
  const value = parseJson(`{${names.map((name) => `${"\n".repeat(100)}"${name}":1`).join(",")}}`);
  const lines = names.map((name) => isObject(value) && locationOfValue(value, name)?.line);
  expect(lines.slice(0, 2)).toEqual([101, 201]);
  expect(lines.at(-1)).toBe(2_000_001);
});

test.each([
  '{"a":1,"a":2}',
  '{"a":01}',
  "{a:1}",
  '["\\x"]',
  "[1,]",
  '{"a":tru}',
  "",
  '{"a"',
  `${"[".repeat(1001)}`,
  '"\n"',
])("%s is refused", (text) => {
  expect(() => parseJson(text)).toThrow(JsonSyntaxError);
});

test("a second value behind the first is refused", () => {
  expect(() => parseJson("{} 5")).toThrow(JsonTrailingValue);
});
