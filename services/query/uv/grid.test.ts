import fc from "fast-check";
import { expect, test } from "vitest";
import { UV_GRID_CELLS } from "../../../contracts/uv-grid.ts";
import { between, cornersOf, inTime, placeInTime, placeOf, seriesAt } from "./grid.ts";

const anywhere = [
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.double({ min: -180, max: 180, noNaN: true }),
] as const;

test("the shares of the cells around a place add up to one, and the cells are in the grid", () => {
  fc.assert(
    fc.property(...anywhere, (latitude, longitude) => {
      const { cells, shares } = cornersOf(latitude, longitude);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
      expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
      expect(cells.every((cell) => Number.isInteger(cell) && cell >= 0 && cell < UV_GRID_CELLS)).toBe(true);
    }),
  );
});

test("a field that is linear in latitude and longitude is met exactly, away from the date line", () => {
  const plane = (_step: number, cell: number) => {
    const { latitude, longitude } = placeOf(cell);
    return 300 + latitude - longitude / 3;
  };
  fc.assert(
    fc.property(anywhere[0], fc.double({ min: -180, max: 179, noNaN: true }), (latitude, longitude) => {
      const [value] = seriesAt(plane, cornersOf(latitude, longitude), 1);
      expect(value).toBeCloseTo(300 + latitude - longitude / 3, 6);
    }),
  );
});

test("between 179° and 180° east the field is interpolated with the value at 180° west, and both names of the line agree", () => {
  const values = (_step: number, cell: number) => (placeOf(cell).longitude === -180 ? 400 : 300);
  const at = (longitude: number) => seriesAt(values, cornersOf(10, longitude), 1)[0];
  expect([at(179), at(179.5), at(180), at(-180), at(-179.5)]).toEqual([300, 350, 400, 400, 350]);
});

test("the poles are rows of the grid", () => {
  const values = (_step: number, cell: number) => placeOf(cell).latitude;
  expect(seriesAt(values, cornersOf(90, 12.3), 1)[0]).toBe(90);
  expect(seriesAt(values, cornersOf(-90, 12.3), 1)[0]).toBe(-90);
});

test("a missing cell leaves its share to the others; without any there is no value", () => {
  const values = (_step: number, cell: number) => (placeOf(cell).longitude === 10 ? Number.NaN : 300);
  expect(seriesAt(values, cornersOf(0.5, 10.9), 1)[0]).toBe(300);
  expect(seriesAt(values, cornersOf(0.5, 10), 1)[0]).toBeNaN();
});

test("values are linear in time between the steps, and end with them", () => {
  const steps = [0, 30, 40];
  const series = Float64Array.of(0, 300, 500);
  const at = (time: number) => {
    const place = placeInTime(steps, time);
    return place && inTime(series, place);
  };
  expect([at(0), at(15), at(30), at(35), at(40)]).toEqual([0, 150, 300, 400, 500]);
  expect([at(-1), at(41)]).toEqual([undefined, undefined]);
  expect([between(Number.NaN, 3, 0.1), between(2, Number.NaN, 0.9)]).toEqual([3, 2]);
});
