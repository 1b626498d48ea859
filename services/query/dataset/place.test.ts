import { expect, test } from "vitest";
import { record } from "../../../test/records.ts";
import { placeOf } from "./place.ts";

const facility = {
  identifier: "56kt",
  name: "Jülich",
  country_code: "DE",
  location: { type: "Point", coordinates: [6, 50, 111] },
};
const extentOf = (spatial_extent: object) => placeOf(record("a", { spatial_extent }))?.extent;

test.each([
  [
    { type: "Point", coordinates: [6.4, 50.9] },
    { kind: "point", longitude: 6.4, latitude: 50.9, altitude: undefined },
  ],
  [
    {
      type: "LineString",
      coordinates: [
        [6, 50, 0],
        [6, 50, 9000],
      ],
    },
    { kind: "point", longitude: 6, latitude: 50, altitude: undefined },
  ],
  [
    {
      type: "MultiPoint",
      coordinates: [
        [6, 50],
        [-5, 60],
      ],
    },
    { kind: "box", west: -5, south: 50, east: 6, north: 60 },
  ],
  [
    {
      type: "Polygon",
      coordinates: [
        [
          [0, 0],
          [2, 0],
          [2, 1],
          [0, 0],
        ],
        [
          [1, 0],
          [1, 0],
          [1, 0],
          [1, 0],
        ],
      ],
    },
    { kind: "box", west: 0, south: 0, east: 2, north: 1 },
  ],
  [
    {
      type: "Envelope",
      coordinates: [
        [0, 1],
        [2, 3],
      ],
    },
    undefined,
  ],
])("the extent of %j", (geometry, extent) => {
  expect(extentOf(geometry)).toEqual(extent);
});

/** The ring of a box, with this longitude first. */
const ring = (from: number, to: number) => [
  [from, -20],
  [to, -20],
  [to, -16],
  [from, -16],
  [from, -20],
];

test("a polygon that crosses the antimeridian, as searches find it, is a box that does", () => {
  const crossing = { kind: "box", west: 177, south: -20, east: -178, north: -16 };
  expect(extentOf({ type: "Polygon", coordinates: [ring(177, -178)] })).toEqual(crossing);
  const withHole = [ring(177, -178), [...ring(178, -179)].reverse()];
  expect(extentOf({ type: "Polygon", coordinates: withHole })).toEqual(crossing);
});

test("a polygon that ends at the antimeridian does not cross it", () => {
  expect(extentOf({ type: "Polygon", coordinates: [ring(177, -180)] })).toMatchObject({ west: 177, east: 180 });
});

test.each([
  ["goes around counterclockwise", ring(-178, 177), [-178, 177]],
  ["is not wider than half the world", [...ring(-90, 90)].reverse(), [-90, 90]],
  ["holds all longitudes", [...ring(-180, 180)].reverse(), [-180, 180]],
])("a polygon that %s does not cross the antimeridian", (_, coordinates, [west, east]) => {
  expect(extentOf({ type: "Polygon", coordinates: [coordinates] })).toMatchObject({ west, east });
});

test("a record without an extent of its own has its facility's place", () => {
  const place = { name: "Jülich", country: "DE" };
  expect(placeOf(record("a", { facility }))).toEqual({
    ...place,
    extent: { kind: "point", longitude: 6, latitude: 50, altitude: 111 },
  });
  const spatial_extent = { type: "Point", coordinates: [1, 2] };
  expect(placeOf(record("a", { facility, spatial_extent }))).toMatchObject({
    ...place,
    extent: { longitude: 1, latitude: 2 },
  });
  expect(placeOf(record("a", { facility: { identifier: "56kt" } }))).toBeUndefined();
});
