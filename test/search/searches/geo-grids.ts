import { aggregations, type Search } from "./search.ts";

const location = "facility.location";
const facility = "facility.identifier.keyword";
const begin = "temporal_extent.time_period_begin";

const boxes: readonly unknown[] = [
  { top: 60, left: 0, bottom: 20, right: 10 },
  { top_left: "60,0", bottom_right: "20,10" },
  { top_left: "60,170", bottom_right: "-20,-170" },
  { top_left: { lat: 60, lon: 6.4 }, bottom_right: [25, 50] },
  { top_left: "u1", bottom_right: "u3" },
  { wkt: "BBOX (0,10,60,20)" },
  { top: 90, left: -180, bottom: -90, right: 180 },
  { top: 66.51326044311186, left: 0, bottom: 40.97989806962013, right: 45 },
  { top: 45, left: -45, bottom: 0, right: 45 },
  { top: 51, left: 6.3, bottom: 50.9, right: 6.5 },
  { top: 10, left: 0, bottom: 20, right: 10 },
  { top: 60, left: 0, bottom: 20 },
  {},
  { top: 100, left: 0, bottom: 20, right: 10 },
  { top: 80, left: -190, bottom: 20, right: 10 },
  { top: 60, left: 0, bottom: 20, right: 10, x: 1 },
  { top: "x" },
  { top_left: 5 },
  { wkt: "POINT(1 1)" },
  5,
];

const others: readonly object[] = [
  { field: location },
  { field: location, size: 2, precision: 1 },
  { field: location, size: 1, shard_size: 1, precision: 1 },
  { field: location, size: 70_000 },
  { field: location, size: 0 },
  { field: location, size: "x" },
  { field: location, shard_size: 0 },
  { field: location, shard_size: -1 },
  { field: location, missing: "10,10", precision: 3 },
  { field: location, missing: "abc,def" },
  { field: "unmapped" },
  { field: "unmapped", missing: "10,10" },
  { field: "spatial_extent" },
  { field: "facility.active" },
  { field: facility },
  { field: "identification.title" },
  { field: "_id" },
  {},
  { field: location, format: "0" },
  { field: location, keyed: true },
  { field: location, precision: 2.7 },
  { field: location, precision: "3" },
  { field: location, precision: null },
  { field: location, precision: [1] },
  { field: location, precision: true },
  { field: location, precision: "xx" },
  { field: location, precision: -1 },
  { field: location, precision: 13 },
  { field: location, precision: 30 },
  { field: location, precision: 0 },
];

const distances = [
  "1m",
  "10m",
  "150m",
  "1km",
  "5km",
  "156km",
  "630km",
  "2500km",
  "10000km",
  "50000km",
  "700mi",
  "-3km",
];

const grids = (kind: string, bodies: readonly object[]) => bodies.map((body) => ({ g: { [kind]: body } }));
const bounded = boxes.map((bounds) => ({ field: location, precision: 4, bounds }));
const page = (source: object, more: object = {}) => ({
  c: { composite: { sources: [{ t: { geotile_grid: { field: location, precision: 3, ...source } } }], ...more } },
});
const after = (t: unknown) => page({}, { after: { t } });

export const geoGridSearches: readonly Search[] = [
  ...["geohash_grid", "geotile_grid"].flatMap((kind) => [
    ...aggregations(kind, grids(kind, others)),
    ...aggregations(`${kind} in bounds`, grids(kind, bounded)),
    ...aggregations(`${kind} of every precision`, [
      ...grids(
        kind,
        [2, 4, 6, 8, 9, 10, 11, 12, 20, 29].map((precision) => ({ field: location, precision })),
      ),
    ]),
    ...aggregations(`${kind} and others`, [
      { g: { [kind]: { field: location, precision: 2 }, aggs: { b: { geo_bounds: { field: location } } } } },
      {
        g: {
          [kind]: { field: location, precision: 2 },
          aggs: { c: { composite: { sources: [{ x: { terms: { field: facility } } }] } } },
        },
      },
      { t: { terms: { field: facility }, aggs: grids(kind, [{ field: location, size: 3 }])[0] } },
      { t: { terms: { field: facility, order: { g: "asc" } }, aggs: grids(kind, [{ field: location }])[0] } },
      {
        d: { date_histogram: { field: begin, calendar_interval: "year" }, aggs: grids(kind, [{ field: location }])[0] },
      },
      { ...grids(kind, [{ field: location, precision: 3 }])[0], m: { max_bucket: { buckets_path: "g>_count" } } },
    ]),
  ]),
  ...aggregations(
    "geohash_grid by distance",
    grids(
      "geohash_grid",
      [...distances, "0m", "1mm", "2.5"].map((precision) => ({ field: location, precision })),
    ),
  ),
  ...aggregations("composite of tiles", [
    page({}),
    page({ order: "desc" }, { size: 3 }),
    page({ missing_bucket: true }, { size: 2 }),
    page({ missing_bucket: true, missing_order: "last" }),
    page({ field: "unmapped", missing_bucket: true }),
    page({ field: "unmapped" }),
    page({ field: "facility.active" }),
    page({ field: facility }),
    page({ field: "spatial_extent" }),
    page({ precision: 30 }),
    page({ precision: "12" }),
    page({ format: "x" }),
    page({ bounds: { top_left: "60,0", bottom_right: "20,10" } }),
    page({ bounds: 5 }),
    ...["3/4/1", "4/4/1", "2/4/1", "3/9/1", "3/-4/1", "3/4", "x", 5, true].map(after),
    page({ order: "desc" }, { after: { t: "3/4/2" } }),
  ]),
  ...aggregations("composite of tiles and more", [
    {
      c: {
        composite: {
          sources: [{ t: { geotile_grid: { field: location, precision: 1 } } }, { f: { terms: { field: facility } } }],
          size: 20,
        },
      },
    },
  ]),
];
