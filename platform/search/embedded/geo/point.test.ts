import { describe, expect, test } from "vitest";
import { arcDistance, parseDistance, planeDistance } from "./distance.ts";
import { encodePoint } from "./encode.ts";
import { geohashCell, normalised, parsePoint } from "./point.ts";

describe("a point", () => {
  test.each([
    { lat: 50.9, lon: 6.4 },
    { lat: "50.9", lon: "6.4" },
    [6.4, 50.9],
    [6.4, 50.9, 120],
    "50.9,6.4",
    "50.9, 6.4",
    "POINT (6.4 50.9)",
    { type: "Point", coordinates: [6.4, 50.9] },
  ])("may be written %j", (value) => {
    expect(parsePoint(value)).toEqual({ latitude: 50.9, longitude: 6.4 });
  });
  test("may be a geohash, whose corner counts", () => {
    expect(geohashCell("u1")).toEqual({ west: 0, east: 11.25, south: 50.625, north: 56.25 });
    expect(parsePoint("u1")).toEqual({ latitude: 50.625, longitude: 0 });
  });
  test.each(["nowhere at all", [1], ["1", "2"], { latitude: 1 }, 7, { lat: 1, lon: 2, alt: 3 }])(
    "may not be written %j",
    (value) => {
      expect(() => parsePoint(value)).toThrow();
    },
  );
  test("off the earth is not indexed", () => {
    expect(encodePoint([6.4, 95])).toBeUndefined();
    expect(encodePoint([181, 5])).toBeUndefined();
    expect(encodePoint(null)).toEqual([]);
    expect(
      encodePoint([
        [1, 2],
        [3, 4],
      ]),
    ).toHaveLength(2);
  });
  test("is indexed a ten-millionth of a degree fine", () => {
    const [indexed] = encodePoint([6.4131, 50.9086]) ?? [];
    expect(indexed?.longitude).toBeCloseTo(6.4131, 6);
    expect(encodePoint([indexed?.longitude, indexed?.latitude])).toEqual([indexed]);
  });
  test("beyond a pole or the antimeridian has a usual name", () => {
    expect(normalised({ latitude: 95, longitude: 10 })).toEqual({ latitude: 85, longitude: -170 });
    expect(normalised({ latitude: 5, longitude: 370 })).toEqual({ latitude: 5, longitude: 10 });
  });
});

describe("distance", () => {
  test("is Lucene's to the last bit", () => {
    const [latitude, longitude] = [49.99999999534339, 5.999999977648258];
    expect(arcDistance(51, 7, latitude, longitude)).toBe(131780.65691512);
    expect(planeDistance(51, 7, latitude, longitude)).toBe(131783.55276275007);
  });
  test.each([
    ["12km", 12_000],
    ["12 km", 12_000],
    ["500", 500],
    ["3mi", 4_828.032],
    ["10nmi", 18_520],
    ["100cm", 1],
    ["1m", 1],
  ])("%s is %d metres", (text, metres) => {
    expect(parseDistance(text, 1)).toBe(metres);
  });
  test("with an unknown unit is none", () => {
    expect(parseDistance("10 parsec", 1)).toBeUndefined();
    expect(parseDistance("km", 1)).toBeUndefined();
  });
});
