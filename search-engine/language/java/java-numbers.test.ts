import fc from "fast-check";
import { expect, test } from "vitest";
import { doubleIn, javaDouble, javaFloat, javaLong } from "./java-numbers.ts";

test.each([
  [1, "1.0"],
  [0, "0.0"],
  [-0, "-0.0"],
  [0.001, "0.001"],
  [0.0001, "1.0E-4"],
  [0.000123, "1.23E-4"],
  [9999999, "9999999.0"],
  [10000000, "1.0E7"],
  [1577836800000, "1.5778368E12"],
  [1e21, "1.0E21"],
  [-1.5e300, "-1.5E300"],
  [Number.POSITIVE_INFINITY, '"Infinity"'],
  [Number.NaN, '"NaN"'],
])("the double %d is written %s", (value, text) => {
  expect(javaDouble(value)).toBe(text);
});

test.each([
  [Math.fround(0.18232156), "0.18232156"],
  [Math.fround(0.1), "0.1"],
  [1, "1.0"],
  [Math.fround(1.2e-5), "1.2E-5"],
  [Math.fround(123456789), "1.2345679E8"],
])("the float %d is written %s", (value, text) => {
  expect(javaFloat(value)).toBe(text);
});

test("a written number reads back as the same number", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) =>
      Object.is(Number(javaDouble(value)), value),
    ),
  );
  fc.assert(
    fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) =>
      Object.is(Math.fround(Number(javaFloat(value))), value),
    ),
  );
});

test("a float is written with the fewest digits that read back as it, also next to powers of two", () => {
  const powers = Array.from({ length: 254 }, (_, at) => Math.fround(2 ** (at - 126)));
  const some = fc.sample(fc.float({ noNaN: true, noDefaultInfinity: true, min: Math.fround(1e-37) }), 5000);
  for (const float of [...powers, ...some]) {
    const precisions = Array.from({ length: 9 }, (_, at) => at + 1);
    const fewest = precisions.find((digits) => Math.fround(Number(float.toPrecision(digits))) === float);
    const written = javaFloat(float).replace(/E.*$/, "").replace(".", "");
    expect(written.replace(/^0+|0+$/g, "").length, String(float)).toBeLessThanOrEqual(fewest ?? 0);
  }
});

test.each([
  ["12", 12],
  ["+.5", 0.5],
  ["5.", 5],
  ["-1e3", -1_000],
  ["1f", 1],
  ["1.5D", 1.5],
  [" \t7\n", 7],
  ["0x10p2", 64],
  ["-0x.8P1f", -1],
  ["NaN", Number.NaN],
  ["+Infinity", Number.POSITIVE_INFINITY],
])("Java reads the text %j as %d", (text, number) => {
  expect(doubleIn(text)).toBe(number);
});

test.each([
  "",
  " ",
  "0x10",
  "0b1",
  "0o7",
  "1L",
  "1_000",
  "1,5",
  "1 0",
  ".",
  "e3",
  "nan",
  "infinity",
  "Infinityd",
  "0xp1",
  "1\u00a0",
])("Java reads no number in %j", (text) => {
  expect(doubleIn(text)).toBeUndefined();
});

test("doubles beyond the range of long become the nearest long", () => {
  expect([9.3e18, Number.NEGATIVE_INFINITY, -1.9].map(javaLong)).toEqual([
    9223372036854775807n,
    -9223372036854775808n,
    -1n,
  ]);
});
