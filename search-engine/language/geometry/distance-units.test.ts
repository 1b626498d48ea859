import { describe, expect, test } from "vitest";
import { parseDistance } from "./distance-units.ts";

describe("distance", () => {
  test.each([
    ["12km", 12_000],
    ["12 km", 12_000],
    ["500", 500],
    ["3mi", 4_828.032],
    ["10nmi", 18_520],
    ["100cm", 1],
    ["1m", 1],
  ])("%s is %d metres", (text, metres) => {
    expect(parseDistance(text, 1)).toBe(metres);
  });
  test("with an unknown unit is undefined", () => {
    expect(parseDistance("10 parsec", 1)).toBeUndefined();
    expect(parseDistance("km", 1)).toBeUndefined();
  });
});
