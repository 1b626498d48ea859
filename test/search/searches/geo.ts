import { family, queries, type Search } from "./search.ts";

const place = "facility.location";
const extent = "spatial_extent";
const polygon = (...ring: number[][]) => ({ type: "polygon", coordinates: [ring] });
const envelope = (west: number, north: number, east: number, south: number) => ({
  type: "envelope",
  coordinates: [
    [west, north],
    [east, south],
  ],
});
const shapes: readonly unknown[] = [
  envelope(-10, 60, 25, 40),
  envelope(5, 52, 7, 50),
  envelope(175, -10, -175, -25),
  envelope(-180, 90, 180, -90),
  { type: "point", coordinates: [6.4131, 50.9086] },
  { type: "Point", coordinates: [6.4131, 50.9086] },
  { type: "linestring", coordinates: [[0, 40], [25, 65]] },
  { type: "linestring", coordinates: [[6.4131, 50.9086, 1], [6.4131, 50.9086, 2]] },
  polygon([0, 45], [20, 45], [20, 60], [0, 60], [0, 45]),
  polygon([0, 45], [0, 60], [20, 60], [20, 45], [0, 45]),
  polygon([0, 45], [20, 45], [10, 48], [20, 60], [0, 60], [0, 45]),
  { type: "polygon", coordinates: [[[-10, 30], [30, 30], [30, 70], [-10, 70], [-10, 30]], [[0, 48], [10, 48], [10, 55], [0, 55], [0, 48]]] },
  { type: "multipolygon", coordinates: [[[[5, 50], [8, 50], [8, 52], [5, 52], [5, 50]]], [[[20, 60], [27, 60], [27, 65], [20, 65], [20, 60]]]] },
  { type: "multipoint", coordinates: [[6.4131, 50.9086], [-0.7453, 46.6567]] },
  { type: "multilinestring", coordinates: [[[0, 50], [10, 52]], [[20, 62], [26, 63]]] },
  { type: "geometrycollection", geometries: [{ type: "point", coordinates: [0, 90] }, envelope(5, 52, 7, 50)] },
  "POLYGON ((0 45, 20 45, 20 60, 0 60, 0 45))",
  "BBOX (5, 7, 52, 50)",
  "POINT (6.4131 50.9086)",
  polygon([170, -30], [-170, -30], [-170, 0], [170, 0], [170, -30]),
]; // biome-ignore format: one shape a row

export const geoSearches: readonly Search[] = [
  ...queries("geo_bounding_box", [
    { geo_bounding_box: { [place]: { top_left: { lat: 60, lon: -10 }, bottom_right: { lat: 40, lon: 25 } } } },
    { geo_bounding_box: { [place]: { top_left: [-10, 60], bottom_right: [25, 40] }, boost: 2 } },
    { geo_bounding_box: { [place]: { top_left: "60,-10", bottom_right: "40,25" } } },
    { geo_bounding_box: { [place]: { top_right: [25, 60], bottom_left: [-10, 40] } } },
    { geo_bounding_box: { [place]: { top: 60, left: -10, bottom: 40, right: 25 } } },
    { geo_bounding_box: { [place]: { wkt: "BBOX (-10, 25, 60, 40)" } } },
    { geo_bounding_box: { [place]: { top_left: "u0", bottom_right: "u4" } } },
    { geo_bounding_box: { [place]: { top_left: "POINT (-10 60)", bottom_right: "POINT (25 40)" } } },
    { geo_bounding_box: { [place]: { top: 0, left: 175, bottom: -30, right: -170 } } },
    { geo_bounding_box: { [place]: { top: 90, left: -180, bottom: -90, right: 180 } } },
    { geo_bounding_box: { [place]: { top: 50.9086, left: 6.4131, bottom: 50.9086, right: 6.4131 } } },
    { geo_bounding_box: { [place]: { top: 0, left: 170, bottom: -30, right: 190 }, validation_method: "COERCE" } },
    { geo_bounding_box: { [place]: { top: 60, left: -10, bottom: 40, right: 25 }, type: "indexed" } },
    { geo_bounding_box: { unmapped: { top: 60, left: -10, bottom: 40, right: 25 }, ignore_unmapped: true } },
    { geo_bounding_box: { [extent]: { top: 60, left: -10, bottom: 40, right: 25 } } },
    { geo_bounding_box: { [extent]: { top: 0, left: 175, bottom: -30, right: -170 } } },
    { geo_bounding_box: { [extent]: { top: 50.9086, left: 6.4131, bottom: 50.9086, right: 6.4131 } } },
    { geo_bounding_box: { [extent]: { top: 90, left: -180, bottom: -90, right: 180 } } },
  ]),
  ...queries("geo_distance", [
    { geo_distance: { distance: "100km", [place]: { lat: 50.9, lon: 6.4 } } },
    { geo_distance: { distance: "1500km", [place]: [6.4, 50.9] } },
    { geo_distance: { distance: 1_000_000, [place]: "50.9,6.4", boost: 1.3 } },
    { geo_distance: { distance: "500", unit: "mi", [place]: "POINT (6.4 50.9)" } },
    { geo_distance: { distance: "1200km", distance_type: "plane", [place]: [6.4, 50.9] } },
    { geo_distance: { distance: "400km", [place]: "u1jt" } },
    { geo_distance: { distance: "800nmi", [place]: [6.4, 50.9], validation_method: "STRICT" } },
    { geo_distance: { distance: "2000km", [place]: [-179.9, -16] } },
    { geo_distance: { distance: "10m", [place]: [6.4131, 50.9086] } },
    { geo_distance: { distance: "30000km", [place]: [0, 0] } },
    { geo_distance: { distance: "3000km", [place]: { lat: 89.9, lon: 0 } } },
    { geo_distance: { distance: "100km", unmapped: [0, 0], ignore_unmapped: true } },
    { geo_distance: { distance: "200km", [extent]: [6.4, 50.9] } },
    { geo_distance: { distance: "900km", [extent]: [180, -17] } },
  ]),
  ...shapes.flatMap((shape, index) =>
    ["intersects", "within", "disjoint", "contains"].map((relation) => ({
      name: `geo_shape ${index + 1} ${relation}`,
      body: {
        query: { geo_shape: { [extent]: { shape, relation } } },
        size: relation === "within" ? 12 : 5,
        _source: false,
      },
    })),
  ),
  ...queries("geo_shape", [
    { geo_shape: { [extent]: { shape: envelope(5, 52, 7, 50) } } },
    { geo_shape: { [extent]: { shape: envelope(5, 52, 7, 50), relation: "INTERSECTS" }, boost: 2 } },
    { geo_shape: { [place]: { shape: envelope(5, 52, 7, 50), relation: "intersects" } } },
    { geo_shape: { [place]: { shape: polygon([0, 45], [20, 45], [20, 60], [0, 60], [0, 45]), relation: "within" } } },
    { geo_shape: { [place]: { shape: polygon([0, 45], [20, 45], [20, 60], [0, 60], [0, 45]), relation: "disjoint" } } },
    { geo_shape: { [place]: { shape: { type: "point", coordinates: [6.4131, 50.9086] }, relation: "contains" } } },
    { geo_shape: { [place]: { shape: { type: "circle", coordinates: [6.4, 50.9], radius: "100km" } } } },
    { geo_shape: { [extent]: { shape: { type: "circle", coordinates: [6.4, 50.9], radius: "100km" } } } },
    { geo_shape: { unmapped: { shape: envelope(5, 52, 7, 50) }, ignore_unmapped: true } },
    {
      bool: {
        filter: [{ geo_shape: { [extent]: { shape: envelope(-10, 60, 25, 40), relation: "within" } } }],
        must: [{ match: { "identification.title": "cloud" } }],
      },
    },
    { bool: { must_not: [{ geo_shape: { [extent]: { shape: envelope(-20, 80, 40, 30), relation: "intersects" } } }] } },
  ]),
  ...family("sort by distance", [
    {
      sort: [
        { _geo_distance: { [place]: [6.4, 50.9], order: "asc", unit: "km" } },
        "identification.identifier.pid.keyword",
      ],
      size: 8,
      _source: false,
    },
    {
      sort: [
        { _geo_distance: { [place]: { lat: 50.9, lon: 6.4 }, order: "desc" } },
        "identification.identifier.pid.keyword",
      ],
      size: 8,
      _source: false,
    },
    {
      sort: [
        { _geo_distance: { [place]: "50.9,6.4", distance_type: "plane" } },
        "identification.identifier.pid.keyword",
      ],
      size: 8,
      _source: false,
    },
    {
      sort: [
        {
          _geo_distance: {
            [place]: [
              [6.4, 50.9],
              [24, 62],
            ],
            mode: "max",
            unit: "mi",
          },
        },
        "identification.identifier.pid.keyword",
      ],
      size: 8,
      _source: false,
    },
  ]),
  ...family(
    "sort by distance otherwise",
    [
      { [place]: [6.4, 50.9], distance_type: "plane", unit: "km" },
      { [place]: [6.4, 50.9], distance_type: "plane", order: "desc" },
      {
        [place]: [
          [6.4, 50.9],
          [24, 62],
          [0, 0],
        ],
        mode: "avg",
      },
      { [place]: ["50.9,6.4", "62,24"], mode: "median", unit: "nmi" },
      { [place]: [366.4, 50.9], validation_method: "COERCE" },
      { unmapped: [6.4, 50.9], ignore_unmapped: true },
      { unmapped: [6.4, 50.9] },
      { [place]: [6.4, 95] },
      { [place]: [6.4, 50.9], mode: "sum" },
      { [place]: [6.4, 50.9], unit: "parsec" },
      { [place]: [6.4, 50.9], foo: 1 },
      {},
    ].map((each) => ({
      sort: [{ _geo_distance: each }, "identification.identifier.pid.keyword"],
      size: 5,
      _source: false,
    })),
  ),
  {
    name: "pages by distance",
    body: {
      sort: [{ _geo_distance: { [place]: [10, 50], unit: "km" } }, "identification.identifier.pid.keyword"],
      size: 150,
      _source: false,
    },
    pages: 4,
  },
];
