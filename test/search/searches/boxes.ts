import { family, queries, type Search } from "./search.ts";

/** Places beyond the earth, by how they are validated. */

const point = "facility.location";
const shape = "spatial_extent";

const methods = [undefined, "STRICT", "COERCE", "IGNORE_MALFORMED", "ignore_malformed", "x"];
const boxes = [
  [60, -60, 170, 190],
  [60, -60, 0, 360],
  [60, -60, -190, -170],
  [60, -60, 190, 170],
  [60, -60, 0, 720],
  [60, -60, -190, 190],
  [60, -60, 180, -180],
  [95, -60, 0, 10],
  [60, -95, 0, 10],
  [200, 100, 0, 10],
  [91, -91, -181, 181],
  [-60, 60, 0, 10],
  [95, 85, 175, 185],
  ["NaN", -60, 0, 10],
  [60, -60, "abc", 10],
];
const validated = (method: string | undefined) => (method === undefined ? {} : { validation_method: method });

const inBoxes = methods.flatMap((method) =>
  boxes.flatMap(([top, bottom, left, right]) =>
    [point, shape].map((field) => ({
      geo_bounding_box: { [field]: { top, bottom, left, right }, ...validated(method) },
    })),
  ),
);

const corners = [
  { top_left: [170, 60], bottom_right: [190, -60] },
  { wkt: "BBOX (170, 190, 60, -60)" },
  { top_left: "60,170", bottom_right: "-60,190" },
];
const otherBoxes = methods.flatMap((method) =>
  corners.map((box) => ({ geo_bounding_box: { [shape]: box, ...validated(method) } })),
);

const places = [[190, 60], [0, 95], [370, 100], [540, 0], "95,190", "POINT (190 95)"];
const near = methods.flatMap((method) =>
  places.flatMap((place) =>
    [point, shape].map((field) => ({ geo_distance: { [field]: place, distance: "1000km", ...validated(method) } })),
  ),
);

const sorts = methods.flatMap((method) =>
  [
    [190, 60],
    [0, 95],
    [370, 100],
  ].flatMap((place) =>
    [{}, { unit: "km" }, { order: "desc" }, { distance_type: "plane", unit: "km" }].map((more) => ({
      size: 4,
      _source: false,
      sort: [{ _geo_distance: { [point]: place, ...validated(method), ...more } }],
    })),
  ),
);

export const boxSearches: readonly Search[] = [
  ...queries("a box", inBoxes, { size: 40 }),
  ...queries("a box by its corners", otherBoxes, { size: 40 }),
  ...queries("a place", near, { size: 40 }),
  ...family("sorted by the distance from a place", sorts),
  ...queries("a shape in an unknown kind of text", [{ geo_shape: { [shape]: { shape: "ENVELOPE (1, 2, 4, 3)" } } }]),
];
