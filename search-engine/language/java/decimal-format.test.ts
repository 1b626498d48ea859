import { expect, test } from "vitest";
import { decimalFormat } from "./decimal-format.ts";

test.each([
  ["0.0", 0.15, "0.1"],
  ["0.0", -1234567.895, "-1234567.9"],
  ["#.##", 0.25, "0.25"],
  ["#,###.0;(#)", 0.35, ".3"],
  ["#,###.0;(#)", -1234.5, "(1,234.5)"],
  ["0", 2.5, "2"],
  ["0", 3.5, "4"],
  ["0", -0.2, "-0"],
  ["#", 0.5, "0"],
  ["#.#", 0, "0"],
  [".00", 0.005, ".01"],
  ["0.##%", 0.125, "12.5%"],
  ["0‰", 1.5, "1500‰"],
  ["0.##E0", 12345, "1.23E4"],
  ["0.##E0", 0.00012345, "1.23E-4"],
  ["##0.##E0", 12345, "12.345E3"],
  ["##0.##E0", 0.00012345, "123.45E-6"],
  ["00.###E00", 123456, "12.346E04"],
  ["0.0", 1e21, "1000000000000000000000.0"],
  ["0.0", 123456789012345680, "123456789012345680.0"],
  ["00%", 4.430000545357629e14, "44300005453576288%"],
  ["0", 2 ** 60 + 256, "1152921504606847230"],
  ["0", 2 ** 61 - 512, "2305843009213693440"],
  ["0", 2 ** 62, "4611686018427387900"],
  ["0.00000000000000000000000", 0.1, "0.10000000000000000000000"],
  ["'a'0' b'", 1, "a1 b"],
  ["'it''s' 0", 1, "it's 1"],
  ["abc", -2, "-abc2"],
  ["", 1234.25, "1,234.25"],
  ["0.00", 999.995, "1000.00"],
  ["#.", 64, "64."],
  ["000.0#", 1.5, "001.5"],
  ["0.###E0", 12_345, "1.235E4"],
  ["0.###E0", 1_234.5, "1.234E3"],
  ["#E00%", 1e-300, ".1E-297%"],
  ["¤0 ¤¤", 5, "¤5 XXX"],
  ["00.###E00", 0.000_95, "95E-05"],
  ["'%'0", 0.5, "%0"],
  ["#,###", 1e300, `1${",000".repeat(100)}`],
  ["0;", -1, "-1"],
  ["#,##,###", 1234567890, "1,234,567,890"],
  ["0 x 0", 1.5, "02 x "],
  ["0000000.0", 1005.5, "0001005.5"],
  ["0.00", Number.NaN, "NaN"],
  ["0.00 B", Number.POSITIVE_INFINITY, "∞ B"],
])("%s writes %d as %s", (pattern, value, text) => {
  expect(decimalFormat(pattern).print(value)).toBe(text);
});

// Fails by its time limit: quadratic time would be a minute.
test("thousands of numbers of a thousand groups are written in a short time", () => {
  const { print } = decimalFormat(`${"0".repeat(997)},0`);
  for (let value = 0; value < 30_000; value++) print(value);
  expect(print(7)).toBe(`0${",0".repeat(996)},7`);
});

test.each([
  ["0.0.0", "Multiple decimal separators in pattern"],
  ["0#", "Malformed pattern"],
  ["#.#0", "Malformed pattern"],
  ["#,", "Malformed pattern"],
  ["0'", "Malformed pattern"],
  ["0.#0", "Unexpected '0' in pattern"],
  ["x;y", "Unquoted special character ';' in pattern"],
  ["0E", "Malformed exponential pattern"],
  ["%0%", "Too many percent/per mille characters in pattern"],
])("%s is refused", (pattern, reason) => {
  expect(() => decimalFormat(pattern)).toThrow(`${reason} "${pattern}"`);
});

test.each([
  ["#,##0.0", "1.234,5", 1.234],
  ["#,##0.0", "5,5", 55],
  ["#,##0.0", "1,234.5x", 1234.5],
  ["#,##0.0", "2e3", 2],
  ["#,##0.0", "-2E3", -2000],
  ["0%", "12%", 0.12],
  ["0%", "12", undefined],
  ["0.0", "x", undefined],
])("%s reads %s as %s", (pattern, text, value) => {
  expect(decimalFormat(pattern).parse(text)).toBe(value);
});
