import fc from "fast-check";
import { expect, test } from "vitest";
import { valueText } from "./value-text.ts";

test("every value has the text that JavaScript gives it", () => {
  const values = fc.oneof(
    fc.double(),
    fc.integer({ min: -200_000_000_000, max: 200_000_000_000 }).map((parts) => parts / 10_000),
    fc.integer({ min: -30_000, max: 30_000 }).map((parts) => parts / 10_000),
    fc.integer({ min: -30_000, max: 30_000 }).map((tenths) => tenths / 10),
    fc.integer({ min: 0, max: 10_000 }).map((tenths) => tenths * 0.1),
    fc.constantFrom(
      -0,
      0,
      0.05,
      0.0001,
      0.00001,
      9_999_999.9999,
      1e7,
      1e21,
      1e-7,
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ),
  );
  fc.assert(fc.property(values, (value) => void expect(valueText(value)).toBe(`${value}`)));
});
