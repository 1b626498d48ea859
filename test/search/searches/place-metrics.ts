import { aggregations, type Search } from "./search.ts";

const begin = "temporal_extent.time_period_begin";
const size = "distribution_information.transfersize.size";
const created = "dataset_metadata.time_file_created";
const repository = "dataset_metadata.repository.repository_id.keyword";
const facility = "facility.identifier.keyword";
const active = "facility.active";
const title = "identification.title";
const location = "facility.location";

const each = (kind: string, list: readonly object[]) => list.map((options) => ({ m: { [kind]: options } }));
const places = [
  { field: location },
  { field: "unmapped" },
  { field: location, missing: "10,20" },
  { field: location, missing: "POINT (-170 12)" },
  { field: "unmapped", missing: "10, 20" },
  { field: "unmapped", missing: "u09tvw0" },
  { field: facility },
  { field: size },
  { field: begin },
  { field: title },
  {},
  { field: "_id" },
  { field: location, missing: null },
  { field: location, missing: [20, 10] },
  { field: location, missing: { lat: 10, lon: 20 } },
  { field: location, format: "0" },
  { field: location, value: 1 },
  { field: 5 },
];
const at = (identifiers: readonly string[]) => ({ query: { terms: { [facility]: identifiers } } });
const both = { b: { geo_bounds: { field: location } }, c: { geo_centroid: { field: location } } };

export const placeMetricSearches: readonly Search[] = [
  ...aggregations(
    "geo_bounds",
    each("geo_bounds", [
      ...places,
      { field: location, wrap_longitude: false },
      { field: location, wrap_longitude: "true" },
      { field: location, wrap_longitude: 5 },
    ]),
  ),
  ...aggregations("geo_centroid", each("geo_centroid", [...places, { field: location, wrap_longitude: false }])),
  ...[["aa05", "aa06"], ["aa06"], ["aa05"], ["aa02", "aa04"], ["aa06", "aa04"], ["bare"], ["0lym", "aa04"]].flatMap(
    (identifiers) =>
      aggregations(
        `places of ${identifiers.join(" and ")}`,
        [both, { b: { geo_bounds: { field: location, wrap_longitude: false } } }],
        at(identifiers),
      ),
  ),
  ...aggregations("places in buckets", [
    { t: { terms: { field: facility, size: 20 }, aggs: both } },
    { t: { terms: { field: repository }, aggs: both } },
    { d: { date_histogram: { field: begin, calendar_interval: "year" }, aggs: both } },
    { t: { terms: { field: repository, order: { b: "asc" } }, aggs: both } },
    { t: { terms: { field: repository, order: { "c.lat": "asc" } }, aggs: both } },
  ]),
  ...aggregations(
    "weighted_avg",
    each("weighted_avg", [
      { value: { field: size }, weight: { field: begin } },
      { value: { field: size }, weight: { field: active } },
      { value: { field: begin }, weight: { field: active } },
      { value: { field: active }, weight: { field: created } },
      { value: { field: size, missing: 3 }, weight: { field: active, missing: true } },
      { value: { field: size, missing: "3.5" }, weight: { field: "unmapped", missing: 2 } },
      { value: { field: "unmapped", missing: 1 }, weight: { field: active } },
      { value: { field: size }, weight: { field: "unmapped" } },
      { value: { field: "unmapped" }, weight: { field: size } },
      { value: { field: size, missing: null }, weight: { field: active } },
      { value: { field: begin, missing: "2001" }, weight: { field: active } },
      { value: { field: size }, weight: { field: active }, format: "#,##0.00" },
      { value: { field: size }, weight: { field: created }, format: "yyyy" },
      { value: { field: begin }, weight: { field: created }, format: "0.0" },
      { value: { field: size }, weight: { field: "unmapped", missing: 2 }, format: "#,##0.00" },
      { value: { field: begin }, weight: { field: active }, format: "0.0" },
      { value: { field: active }, weight: { field: size } },
      { value: { field: size } },
      { value: { field: facility }, weight: { field: active } },
      { value: { field: size }, weight: { field: facility } },
      { value: { field: title }, weight: { field: active } },
      { value: 5, weight: { field: active } },
      { value: { field: size, weight: 1 }, weight: { field: active } },
      { value: { field: size, missing: [] }, weight: { field: active } },
      { value: { field: size, missing: "x" }, weight: { field: active } },
      { field: size },
    ]),
  ),
  ...aggregations(
    "weighted_avg of nothing",
    each("weighted_avg", [{ value: { field: size }, weight: { field: active } }]),
    { query: { match_none: {} } },
  ),
  ...aggregations("weighted_avg in buckets", [
    {
      t: {
        terms: { field: repository, order: { w: "desc" } },
        aggs: { w: { weighted_avg: { value: { field: size }, weight: { field: active } } } },
      },
    },
  ]),
];
