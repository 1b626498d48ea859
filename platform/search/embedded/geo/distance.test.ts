import { describe, expect, test } from "vitest";
import { arcDistance, planeDistance } from "./distance.ts";

describe("distance", () => {
  test("is Lucene's to the last bit", () => {
    const [latitude, longitude] = [49.99999999534339, 5.999999977648258];
    expect(arcDistance(51, 7, latitude, longitude)).toBe(131780.65691512);
    expect(planeDistance(51, 7, latitude, longitude)).toBe(131783.55276275007);
  });
});
