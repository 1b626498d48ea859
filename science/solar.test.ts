import fc from "fast-check";
import { expect, test } from "vitest";
import { modelInstant, sunAt, sunBetween, zenithAngle } from "./solar.ts";

test("zenith angles equal those of NREL's solar position algorithm", () => {
  // Its own example: Golden, 17 October 2003, 12:30:30 local time; topocentric elevation without refraction 39.872°.
  const sun = sunAt(Date.UTC(2003, 9, 17, 19, 30, 30));
  expect(zenithAngle(sun, 39.742476, -105.1786)).toBeCloseTo(90 - 39.872, 2);
  expect(sun.distance).toBeCloseTo(0.9965, 4);
});

test("irradiance is 3.4 % up in early January and 3.2 % down in early July", () => {
  expect(sunAt(Date.UTC(2025, 0, 4)).distance ** -2).toBeCloseTo(1.034, 3);
  expect(sunAt(Date.UTC(2025, 6, 4)).distance ** -2).toBeCloseTo(0.9675, 3);
});

test("interpolation between two times is exact within a thousandth of a degree", () => {
  const from = Date.UTC(2025, 2, 30, 7, 13);
  const hours72 = 72 * 3_600_000;
  const sunFrom = sunBetween(from, from + hours72);
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: hours72, noNaN: true }),
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      (after, latitude, longitude) => {
        const [fast, exact] = [sunFrom(from + after), sunAt(from + after)];
        expect(fast.distance).toBeCloseTo(exact.distance, 6);
        expect(Math.abs(zenithAngle(fast, latitude, longitude) - zenithAngle(exact, latitude, longitude))).toBeLessThan(
          1e-3,
        );
      },
    ),
  );
});

test("29 February is day 60 of the model's year, 1 March", () => {
  expect(modelInstant(2, 29, 12)).toBe(modelInstant(3, 1, 12));
});
