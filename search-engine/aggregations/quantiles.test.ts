import fc from "fast-check";
import { expect, test } from "vitest";
import { quantile, rank } from "./quantiles.ts";

const values = fc
  .array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 40 })
  .map((list) => Float64Array.from(list).sort());

test("quantiles rise from the least value to the greatest", () => {
  fc.assert(
    fc.property(values, (sorted) => {
      const all = Array.from({ length: 51 }, (_, n) => quantile(sorted, n / 50));
      expect([all[0], all[50]]).toEqual([sorted[0], sorted.at(-1)]);
      expect(all).toEqual([...all].sort((a, b) => a - b));
    }),
  );
});

test("ranks rise from 0 below all values to 1 above them", () => {
  fc.assert(
    fc.property(values, (sorted) => {
      const all = Array.from({ length: 101 }, (_, n) => rank(sorted, n / 2 - 25));
      expect([all[0], all[100]]).toEqual([0, 1]);
      expect(all).toEqual([...all].sort((a, b) => a - b));
    }),
  );
});

test("no values have no quantile and no rank", () => {
  expect([quantile(new Float64Array(0), 0.5), rank(new Float64Array(0), 1)]).toEqual([Number.NaN, Number.NaN]);
});
