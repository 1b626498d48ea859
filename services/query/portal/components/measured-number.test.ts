import { expect, test } from "vitest";
import { decimalsOf, measuredNumber } from "./measured-number.ts";

const written = (value: number, unit: string, region = "en-GB") => measuredNumber(region, decimalsOf(unit))(value);

test.each([
  [133.3251, "µg/m³", "133.3"],
  [250, "ug/m3", "250.0"],
  [1234.56, "\u03bcg/m³", "1,234.6"],
  [-3.25, "µg/m³", "-3.3"],
  [-1e-12, "µg/m³", "0.0"],
  [0.2849, "mg/m³", "0.28"],
  [0.0512, "ng/m³", "0.05"],
  [1013.256, "hPa", "1,013.26"],
  [0.0012345, "ppm", "0.001235"],
  [12, "", "12"],
  [1.5e300, "µg/m³", "1.5E300"],
  [1e-300, "x", "1E-300"],
])("%d %s is written %s", (value, unit, text) => {
  expect(written(value, unit)).toBe(text);
});

test("a value is written as the language does", () => {
  expect(written(-133.3251, "µg/m³", "nb-NO")).toBe("−133,3");
});
