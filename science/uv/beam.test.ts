import fc from "fast-check";
import { expect, test } from "vitest";
import { layerCount, layersOf } from "./atmosphere.ts";
import { type BeamPaths, flatPaths, lastFlat, shellPaths } from "./beam.ts";

const { edges } = layersOf({ altitude: 1.5, ozone: 300, aerosolBeta: 0, cloudWater: 0 });

/** The paths through the layers above each edge. */
function pathsAt(angle: number, pathsOf: BeamPaths): number[] {
  const paths = pathsOf(angle, edges);
  return Array.from({ length: layerCount }, (_, above) => above + 1).flatMap((edge) =>
    Array.from(paths.subarray(edge * layerCount, edge * layerCount + edge)),
  );
}

const ratios = (of: number[], to: number[]) => of.map((path, i) => path / (to[i] ?? Number.NaN));

test("a beam from the zenith goes straight down, through shells and flat air alike", () => {
  for (const pathsOf of [shellPaths, flatPaths]) {
    for (const path of pathsAt(0, pathsOf)) expect(path).toBeCloseTo(1, 12);
  }
});

test("up to 75° flat air makes every path 1/cos of the zenith angle, longer than through any shell", () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: lastFlat, noNaN: true }), (angle) => {
      const flat = pathsAt(angle, flatPaths);
      expect(new Set(flat)).toEqual(new Set([1 / Math.cos((angle * Math.PI) / 180)]));
      expect(Math.min(...ratios(flat, pathsAt(angle, shellPaths)))).toBeGreaterThan(1);
    }),
  );
});

test("beyond 75° each path grows in proportion to the shells' paths, to the horizon", () => {
  const atLast = ratios(pathsAt(lastFlat, flatPaths), pathsAt(lastFlat, shellPaths));
  for (const angle of [75.000001, 80, 90]) {
    const now = ratios(pathsAt(angle, flatPaths), pathsAt(angle, shellPaths));
    expect(Math.max(...now.map((ratio, i) => Math.abs(ratio - (atLast[i] ?? Number.NaN))))).toBeLessThan(1e-9);
  }
  expect(Math.max(...atLast)).toBeLessThan(1.2);
});
