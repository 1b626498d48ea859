import { describe, expect, test } from "vitest";
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
    expect(parsePoint(value, "ignored")).toEqual({ latitude: 50.9, longitude: 6.4 });
  });
  test("may be a geohash, which stands for a corner of its cell", () => {
    expect(geohashCell("u1")).toEqual({ west: 0, east: 11.25, south: 50.625, north: 56.25 });
    expect(parsePoint("u1", "refused")).toEqual({ latitude: 50.625, longitude: 0 });
  });
  test("may leave out a coordinate", () => {
    expect(parsePoint([6.4], "refused")).toEqual({ latitude: Number.NaN, longitude: 6.4 });
  });
  test.each(["nowhere at all", ["1", "2"], { latitude: 1 }, 7, { lat: 1, lon: 2, alt: 3 }, { lat: 1 }])(
    "may not be written %j",
    (value) => {
      expect(() => parsePoint(value, "ignored")).toThrow();
    },
  );
  test("beyond a pole or the antimeridian is normalised", () => {
    expect(normalised({ latitude: 95, longitude: 10 })).toEqual({ latitude: 85, longitude: -170 });
    expect(normalised({ latitude: 5, longitude: 370 })).toEqual({ latitude: 5, longitude: 10 });
  });
});
