import fc from "fast-check";
import { expect, test } from "vitest";
import { distance } from "./distance.ts";

const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

test("a degree of latitude is the 360th part of a meridian", () => {
  expect(distance({ latitude: 59, longitude: 10 }, { latitude: 60, longitude: 10 })).toBeCloseTo(111.1949, 3);
});

test("from Oslo to Bergen are 305 km", () => {
  // Oslo 59.9139 N 10.7522 E, Bergen 60.3913 N 5.3221 E.
  const kilometres = distance({ latitude: 59.9139, longitude: 10.7522 }, { latitude: 60.3913, longitude: 5.3221 });
  expect(kilometres).toBeCloseTo(304.9, 0);
});

test("on the equator, across the date line", () => {
  expect(distance({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(111.1949, 3);
});

test("points opposite each other are half a circle apart", () => {
  expect(distance({ latitude: 30, longitude: 20 }, { latitude: -30, longitude: -160 })).toBeCloseTo(6371 * Math.PI, 6);
});

test("a metre is distinguished from no distance", () => {
  const metre = distance({ latitude: 60, longitude: 10 }, { latitude: 60.000009, longitude: 10 });
  expect(metre).toBeCloseTo(0.001, 5);
});

test("it is the same both ways, never more than half a circle, and nothing to the point itself", () => {
  fc.assert(
    fc.property(point, point, (a, b) => {
      expect(distance(a, b)).toBeCloseTo(distance(b, a), 9);
      expect(distance(a, b)).toBeLessThanOrEqual(6371 * Math.PI + 1e-9);
      expect(distance(a, a)).toBe(0);
    }),
  );
});
