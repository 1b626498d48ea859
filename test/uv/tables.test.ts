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
import { surfaces } from "../../science/uv/surfaces.ts";
import { uvTables } from "../../services/query/uv/tables.ts";

// A thousand inputs take minutes on a busy machine: `npm run bench -- uv-model` does them.
const columns = 12;
const suns = 12;

test("dose rates of the tables are the engine's within 0.3 % over random places, skies and suns", () => {
  const errors = doseRateErrors(columns, suns);
  expect(errors.length).toBeGreaterThan(1.8 * columns * suns);
  expect(largestError(errors)).toBeLessThan(0.003);
});

test("UV indices of the tables are the engine's within 0.3 % over random airs, clouds and suns", () => {
  const errors = indexErrors(columns, suns);
  expect(errors.length).toBeGreaterThan(1.5 * columns * suns);
  expect(largestError(errors)).toBeLessThan(0.003);
});

test("cells of the tables are what the engine gives now", () => {
  const random = seeded(9);
  const any = ({ points }: { readonly points: readonly number[] }) => random.between(0, points.length - 1);

  const remade = new Float32Array(uvTables.doses.length);
  const [altitude, ozone] = [any(doseAxes.altitude), any(doseAxes.ozone)];
  for (const stretch of doseStretches.keys()) {
    writeDoseCell(remade, altitude, ozone, stretch);
    const cell = doseBlockAt(5, stretch, 1) + (altitude * doseAxes.ozone.points.length + ozone) * seriesLength;
    expectSame(uvTables.doses.subarray(cell, cell + seriesLength), remade.subarray(cell, cell + seriesLength));
  }
  expect(uvTables.doses).toHaveLength(doseBlockAt(surfaces.length, 0, 0));

  const [i, j] = [any(clearAxes.ozone), any(clearAxes.aerosolBeta)];
  const row = clearCell(i, j);
  expectSame(at(uvTables.clearSky, row.length, i * clearAxes.aerosolBeta.points.length + j), row);

  const [k, l, m] = [any(overcastAxes.cloudWater), any(overcastAxes.ozone), any(overcastAxes.aerosolBeta)];
  const share = overcastCell(k, l, m);
  const place = (k * overcastAxes.ozone.points.length + l) * overcastAxes.aerosolBeta.points.length + m;
  expectSame(at(uvTables.overcastSky, share.length, place), share);
});

const at = (table: Float64Array, width: number, place: number) => table.subarray(place * width, (place + 1) * width);

/** The same to what another processor's exponentials and 32-bit floats may change. */
function expectSame(actual: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(actual).toHaveLength(expected.length);
  for (let i = 0; i < expected.length; i++) expect(actual[i]).toBeCloseTo(expected[i]!, 5);
}
