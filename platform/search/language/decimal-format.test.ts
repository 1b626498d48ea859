import { describe, expect, test } from "vitest";
import { decimalFormat, InvalidDecimalPattern } from "./decimal-format.ts";

/** What Java 17's DecimalFormat prints with the symbols of Locale.ROOT. */
test.each([
  ["0.00", 0.005, "0.01"],
  ["0.00", 999.995, "1000.00"],
  ["0.0", 0.15, "0.1"],
  ["0.0", 0.25, "0.2"],
  ["0", 2.5, "2"],
  ["0", 1.5, "2"],
  ["0", -0.1, "-0"],
  ["#,##0.00", -98_765.4321, "-98,765.43"],
  ["#,##0.00;(#)", -98_765.4321, "(98,765.43)"],
  ["", 1234.5678, "1,234.5678"],
  ["#.##", 0, "0"],
  [".##", 0.5, ".5"],
  ["#.", 64, "64."],
  ["000.0#", 1.5, "001.5"],
  ["0.0%", 0.1234, "12.3%"],
  ["0.###E0", 12_345, "1.234E4"],
  ["##0.##E0", 12_345, "12.345E3"],
  ["00.###E00", 0.000_95, "95E-05"],
  ["0.0 'km'", 12.34, "12.3 km"],
  ["yyyy", 15.25, "yyyy15"],
  ["'%'0", 0.5, "%0"],
  ["#,###", 1e300, `1${",000".repeat(100)}`],
  ["0", Number.POSITIVE_INFINITY, "∞"],
  ["0.0", Number.NaN, "NaN"],
])("%s prints %f as %s", (pattern, value, text) => {
  expect(decimalFormat(pattern)(value)).toBe(text);
});

describe("refuses", () => {
  test.each([
    ["0.0.0", 'Multiple decimal separators in pattern "0.0.0"'],
    ["#0#", 'Malformed pattern "#0#"'],
    ["0.#0", "Unexpected '0' in pattern \"0.#0\""],
    ["x;y", "Unquoted special character ';' in pattern \"x;y\""],
    ["0E", 'Malformed exponential pattern "0E"'],
    ["%0%", 'Too many percent/per mille characters in pattern "%0%"'],
    ["0'x", 'Malformed pattern "0\'x"'],
  ])("%s", (pattern, message) => {
    expect(() => decimalFormat(pattern)).toThrow(new InvalidDecimalPattern(message));
  });
});
