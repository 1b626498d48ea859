import fc from "fast-check";
import { expect, test } from "vitest";
import { histogramQuantile, histogramRank } from "./histogram-quantiles.ts";

const values = fc
  .array(fc.double({ min: 0.001, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 40 })
  .map((list) => Float64Array.from(list).sort());
const digits = fc.integer({ min: 1, max: 5 });

test("quantiles have the significant digits asked for", () => {
  fc.assert(
    fc.property(values, digits, fc.integer({ min: 1, max: 100 }), (sorted, kept, percent) => {
      const found = histogramQuantile(sorted, percent, kept);
      const nearest = Math.min(...[...sorted].map((value) => Math.abs(found - value) / value));
      expect(nearest).toBeLessThanOrEqual(10 ** -kept);
    }),
  );
});

test("quantiles and ranks rise", () => {
  fc.assert(
    fc.property(values, digits, (sorted, kept) => {
      const quantiles = Array.from({ length: 101 }, (_, percent) => histogramQuantile(sorted, percent, kept));
      expect(quantiles).toEqual([...quantiles].sort((a, b) => a - b));
      const ranks = [0, ...sorted, 2e9].map((value) => histogramRank(sorted, value, kept));
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
      expect([ranks[0], ranks.at(-1)]).toEqual([0, 100]);
    }),
  );
});

test("a step stands for its end, less the width of the steps of the least value", () => {
  const sorted = Float64Array.of(1, 1000);
  // Two digits: 128 steps between two powers of two, so 1000 lies in the step from 1000 to 1004.
  expect(histogramQuantile(sorted, 100, 2)).toBe(1004 - 1 / 128);
  expect(histogramQuantile(sorted, 0, 2)).toBe(1);
  expect(histogramRank(sorted, 999, 2)).toBe(50);
  expect(histogramRank(sorted, 1003, 2)).toBe(100);
});

test("zeros are kept as they are", () => {
  const sorted = Float64Array.of(0, 0, 5);
  expect([histogramQuantile(sorted, 50, 3), histogramRank(sorted, 1, 3)]).toEqual([0, (100 * 2) / 3]);
});

test("no values have no quantile and no rank", () => {
  const none = new Float64Array(0);
  expect([histogramQuantile(none, 50, 3), histogramRank(none, 1, 3)]).toEqual([Number.NaN, Number.NaN]);
});

test("below the step of the least value there are only zeros", () => {
  const sorted = Float64Array.of(0, 1003);
  // Two digits: 1003 lies in the step from 1000 to 1004.
  expect(histogramRank(sorted, 999, 2)).toBe(50);
  expect(histogramRank(sorted, 1000, 2)).toBe(100);
  expect([histogramRank(sorted, Number.NaN, 2), histogramRank(sorted, Number.POSITIVE_INFINITY, 2)]).toEqual([50, 100]);
});
