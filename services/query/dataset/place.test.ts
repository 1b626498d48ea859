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
