import fc from "fast-check";
import { expect, test } from "vitest";
import { uvTables } from "../../test/uv-tables.ts";
import { indexCurve, overcastSeries, overcastShare, overcastShareOf } from "./index-curve.ts";

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });

test("series prepared for any cloud water give the same share as the curve of one cloud water", () => {
  const air = fc.record({ ozone: between(80, 700), aerosolBeta: between(0, 2.8), albedo: between(0, 1) });
  fc.assert(
    fc.property(air, between(0.1, 2000), between(0, 95), (given, cloudWater, zenith) => {
      const share = overcastShareOf(overcastSeries(uvTables, given), cloudWater, zenith);
      expect(share).toBeCloseTo(overcastShare(indexCurve(uvTables, { ...given, cloudWater }), zenith), 9);
    }),
  );
});
