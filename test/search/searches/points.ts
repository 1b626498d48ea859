import { family, queries, type Search } from "./search.ts";

const place = "facility.location";
const bare = { size: 2, _source: false };

/** Spellings of one point, right and wrong. */
const points: readonly unknown[] = [
  ...[[1], [], [1, 2, 3], [1, 2, 3, 4], ["1"], ["1", 2], [1, "2"], [1, 2, null], [null, 1], [true], [{}], [[1, 2]]],
  ...["1,2,3", "1,2,3,4", "1, 2,", "x,1", "1,x", " ,1", "POINT (1 2)", "point(1 2)", "POINT (1 2 3)", "POINT(1)"],
  ...["LINESTRING(1 2,3 4)", "apoint", "", "zzzzzzzzzzzzzzz", "a", "u1"],
  ...[{ lat: 1 }, { lon: 1 }, { lat: "", lon: 1 }, { lat: "x", lon: 1 }, { lat: "1", lon: "2" }, {}, { x: 1 }],
  ...[{ lat: 1, lon: 2, z: 3 }, { lat: true, lon: 1 }, { lat: 1, lon: 2, x: 1 }, { geohash: "u1" }, { geohash: "" }],
  ...[
    { geohash: "u1", lat: 1 },
    { type: "Point", coordinates: [1, 2] },
    { type: "point", coordinates: ["1", 2] },
  ],
  ...[{ type: "Point", coordinates: [1] }, { type: "Point", coordinates: [1, 2, 3] }, { type: "Point" }],
  ...[{ type: "Point", coordinates: [1, 2, 3, 4] }, { type: "Point", coordinates: 1 }, { coordinates: [1, 2] }],
  ...[
    { type: "Line", coordinates: [1, 2] },
    { type: 1, coordinates: [1, 2] },
    { lat: 1, lon: 1, type: "Point" },
  ],
  ...[
    { lat: 1, lon: 1, coordinates: [1, 2] },
    { lat: 1, lon: 1, type: "Point", coordinates: [1, 2] },
  ],
  { type: "Point", coordinates: ["x", 2] },
];

export const pointSearches: readonly Search[] = [
  ...queries(
    "points of a geo_distance",
    [...points, 1, true, null].map((point) => ({ geo_distance: { distance: "100km", [place]: point } })),
  ),
  ...queries(
    "points of a geo_bounding_box",
    points.map((point) => ({ geo_bounding_box: { [place]: { top_left: point, bottom_right: [10, 1] } } })),
  ),
  ...family(
    "points of a sort by distance",
    [
      ...points,
      [1, 2, 3, 4, 5],
      [[1, 2], 5, 6, "7,8"],
      ["u1", "POINT(1 2)"],
      [{ lat: 1, lon: 1 }, 5],
      "NaN,1",
      { lat: "Infinity", lon: 1 },
    ].map((point) => ({
      ...bare,
      sort: [{ _geo_distance: { [place]: point } }],
    })),
  ),
  ...queries(
    "points of a decay",
    points.map((point) => ({ function_score: { gauss: { [place]: { origin: point, scale: "10km" } } } })),
  ),
  ...family(
    "points of a geo_centroid",
    points
      .filter((point) => typeof point === "string")
      .map((missing) => ({ size: 0, aggs: { a: { geo_centroid: { field: place, missing } } } })),
  ),
];
