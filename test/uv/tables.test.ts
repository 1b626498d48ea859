import { expect, test } from "vitest";
import { doseRateErrors, indexErrors, largestError } from "../../bench/uv/interpolation.ts";
import { seeded } from "../../cli/demo/random.ts";
import {
  clearAxes,
  clearCell,
  doseAxes,
  doseBlockAt,
  doseStretches,
  overcastAxes,
  overcastCell,
  seriesLength,
  writeDoseCell,
} from "../../science/uv/grids.ts";
import type { Axis } from "../../science/uv/interpolation.ts";
import { surfaces } from "../../science/uv/surfaces.ts";
import { uvTables } from "../../services/query/uv/tables.ts";

// A thousand inputs take minutes on a busy machine: `npm run bench -- uv-model` does them.
const columns = 12;
const suns = 12;

test("dose rates of the tables agree with the engine's within 0.3 % over random places, skies and suns", () => {
  const errors = doseRateErrors(columns, suns);
  expect(errors.length).toBeGreaterThan(1.8 * columns * suns);
  expect(largestError(errors)).toBeLessThan(0.003);
});

test("UV indices of the tables agree with the engine's within 0.3 % over random airs, clouds and suns", () => {
  const errors = indexErrors(columns, suns);
  expect(errors.length).toBeGreaterThan(1.5 * columns * suns);
  expect(largestError(errors)).toBeLessThan(0.003);
});

test("cells of the tables are the engine's present values", () => {
  const random = seeded(9);
  const any = ({ points }: Axis) => random.pick([...points].map((value, index) => ({ value, index })));

  const remade = new Float32Array(uvTables.doses.length);
  const [altitude, altitudeOzone] = [any(doseAxes.altitude), any(doseAxes.ozone)];
  writeDoseCell(remade, altitude.index, altitudeOzone.index);
  for (const stretch of doseStretches.keys()) {
    const point = altitude.index * doseAxes.ozone.points.length + altitudeOzone.index;
    const cell = doseBlockAt(5, stretch, "vitaminD") + point * seriesLength;
    expectSame(uvTables.doses.subarray(cell, cell + seriesLength), remade.subarray(cell, cell + seriesLength));
  }
  expect(uvTables.doses).toHaveLength(doseBlockAt(surfaces.length, 0, "erythema"));

  const [ozone, beta] = [any(clearAxes.ozone), any(clearAxes.aerosolBeta)];
  const row = clearCell(ozone.value, beta.value);
  const clearPlace = ozone.index * clearAxes.aerosolBeta.points.length + beta.index;
  expectSame(at(uvTables.clearSky, row.length, clearPlace), row);

  const [water, cloudOzone, cloudBeta] = [
    any(overcastAxes.cloudWater),
    any(overcastAxes.ozone),
    any(overcastAxes.aerosolBeta),
  ];
  const share = overcastCell(water.value, cloudOzone.value, cloudBeta.value);
  const { ozone: ozones, aerosolBeta: betas } = overcastAxes;
  const place = (water.index * ozones.points.length + cloudOzone.index) * betas.points.length + cloudBeta.index;
  expectSame(at(uvTables.overcastSky, share.length, place), share);
});

const at = (table: Float64Array, width: number, place: number) => table.subarray(place * width, (place + 1) * width);

/** Equal, except for differences between processors' exponentials and the rounding to 32-bit floats. */
function expectSame(actual: Float64Array, expected: Float32Array): void {
  expect(actual).toHaveLength(expected.length);
  for (const [i, value] of expected.entries()) expect(actual[i]).toBeCloseTo(value, 5);
}
