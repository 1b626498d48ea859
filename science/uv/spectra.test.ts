import { expect, test } from "vitest";
import { erythemalEffect, previtaminDEffect, uvIndex, weights } from "./action-spectra.ts";
import { layerCount, layersOf } from "./atmosphere.ts";
import { requiredDose } from "./doses.ts";
import { indexClass } from "./index-classes.ts";
import { cloudDepthShare } from "./skies.ts";
import { extraterrestrial, wavelengths } from "./spectral-inputs.ts";
import { surface } from "./surfaces.ts";

test("the erythemal spectrum has the standard's value at 300 nm and has no steps", () => {
  expect(erythemalEffect(300)).toBeCloseTo(0.6486, 4);
  expect(erythemalEffect(298)).toBe(1);
  expect(erythemalEffect(328.001) / erythemalEffect(328)).toBeCloseTo(1, 2);
  expect(erythemalEffect(401)).toBe(0);
});

test("previtamin D weights are means over their bins", () => {
  expect(previtaminDEffect(298)).toBeCloseTo((0.996 + 6 + 0.977) / 8);
  expect(previtaminDEffect(330)).toBeCloseTo((1.17e-4 + 6 * 7.8e-5) / 8);
  expect(previtaminDEffect(332)).toBe(0);
});

test("the bins hold the sun's ultraviolet, and UV-A and UV-B share it", () => {
  const sum = (weight: Float64Array) =>
    extraterrestrial.reduce((all, value, i) => all + value * (weight[i] ?? Number.NaN), 0);
  expect([wavelengths[0], wavelengths.length]).toEqual([280, 121]);
  expect(sum(new Float64Array(121).fill(1))).toBeCloseTo(104.8, 1);
  weights.uva.forEach((share, i) => {
    // Half of the first bin and of the last lie outside 280–400 nm.
    expect(share + (weights.uvb[i] ?? Number.NaN)).toBe(i === 0 || i === 120 ? 0.5 : 1);
  });
});

test("layers hold the given ozone, and the standard atmosphere's air", () => {
  const layers = layersOf({ altitude: 1.5, ozone: 300, aerosolBeta: 0.1, cloudWater: 240 });
  const sum = (values: Float64Array) => values.reduce((all, value) => all + value, 0);
  expect(layers.ozone).toHaveLength(layerCount);
  expect(sum(layers.ozone) / 2.6867e16).toBeCloseTo(300);
  expect(sum(layers.cloudDepth)).toBeCloseTo(240 * 0.2166, 6);
  expect(sum(layers.aerosolShare)).toBeCloseTo(1, 12);
  // 1013.25 hPa over gravity and the mass of a molecule of air.
  expect(sum(layersOf({ altitude: 0, ozone: 300, aerosolBeta: 0, cloudWater: 0 }).air) / 2.149e25).toBeCloseTo(1, 2);
});

test("a cloud's optical depth is that of 360 nm there, and a little less at shorter wavelengths", () => {
  expect(cloudDepthShare(360)).toBe(1);
  // Sums of Lorenz-Mie series over droplets of 7.2 µm effective radius (variance 0.1): 0.9954 and 1.0031.
  expect(cloudDepthShare(300)).toBeCloseTo(0.9955, 3);
  expect(cloudDepthShare(400)).toBeCloseTo(1.003, 3);
});

test("a surface has the albedo measured at the nearest wavelength, 305 nm being nearer to the longer one", () => {
  const newSnow = (nm: number) => surface(12)?.albedo[wavelengths.indexOf(nm)];
  expect([280, 299, 304, 305, 310, 314, 315, 400].map(newSnow)).toEqual([
    0.9, 0.9, 0.9, 0.906, 0.906, 0.906, 0.891, 0.92,
  ]);
});

test("doses and classes are the published ones", () => {
  expect(([1, 2, 3, 4, 5, 6] as const).map((type) => requiredDose("vitaminD", type))).toEqual([
    87.5, 109.375, 131.25, 196.875, 262.5, 437.5,
  ]);
  expect(requiredDose("erythema", 4)).toBe(450);
  expect([0, 2.49, 2.5, 5.5, 7.49, 10.5, 17].map(indexClass)).toEqual([1, 1, 2, 3, 3, 5, 5]);
  expect(uvIndex(0.025)).toBe(1);
});
