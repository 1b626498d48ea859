import { describe, expect, test } from "vitest";
import { arcDistance, distanceKey, keyWithin, planeDistance } from "./distance.ts";

describe("distance", () => {
  test("equals Lucene's to the last bit", () => {
    const [latitude, longitude] = [49.99999999534339, 5.999999977648258];
    expect(arcDistance(51, 7, latitude, longitude)).toBe(131780.65691512);
    expect(planeDistance(51, 7, latitude, longitude)).toBe(131783.55276275007);
  });

  test("is within a radius exactly when its key is", () => {
    const places = Array.from({ length: 40 }, (_, n) => [
      ((n * 37) % 180) - 90 + n / 7,
      ((n * 97) % 360) - 180 + n / 3,
    ]);
    for (const [latitude = 0, longitude = 0] of places) {
      const metres = arcDistance(51, 7, latitude, longitude);
      const key = distanceKey(51, 7, latitude, longitude);
      expect(key <= keyWithin(metres)).toBe(true);
      expect(key <= keyWithin(metres * (1 - 1e-9))).toBe(false);
    }
    expect(keyWithin(30_000_000)).toBeGreaterThanOrEqual(distanceKey(90, 0, -90, 0));
  });
});
