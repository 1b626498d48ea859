import { family, type Search } from "./search.ts";

const begin = "temporal_extent.time_period_begin";
const valid = "variables.data_quality_control.validtime_start";
const size = "distribution_information.transfersize.size";
const pid = "identification.identifier.pid.keyword";
const active = "facility.active";
const keyword = "facility.name.keyword";

const sorted = (field: string, options: object, more: object = {}) => ({
  sort: [{ [field]: options }, pid],
  size: 12,
  _source: false,
  ...more,
});

/** Dates that have nanoseconds. */
const recent = { query: { range: { [begin]: { gte: "1990" } } } };
/** Records without a date. */
const undated = { query: { bool: { must_not: { exists: { field: valid } } } } };
const types = ["long", "double", "date", "date_nanos"];
const options = [
  {},
  { order: "desc" },
  { missing: "_first" },
  { missing: 5 },
  { missing: 5.5 },
  { missing: "x" },
  { mode: "max" },
  { format: "yyyy-MM-dd" },
  { format: "epoch_second" },
];
const after = [5, 5.5, "5", "5.5", "2015-01-01", true, "true", "x", 1_420_070_400_000, "1420070400000"];

const unmappedTypes = [
  ...["keyword", "text", "date", "date_nanos", "double", "float", "half_float", "boolean", "long", "integer", "short"],
  ...["byte", "geo_point", "nothing"],
];

const nests = [
  {},
  { path: "variables" },
  { path: "x", filter: { match_all: {} } },
  { filter: { match_all: {} } },
  { path: "x", filter: { foo: {} } },
  { path: "x", filter: 5 },
  { filter: {} },
  { max_children: 5 },
  { max_children: "x" },
  { path: "x", nested: { path: "y" } },
  { nested: { max_children: 1 } },
  { nested: { path: "y" } },
  { path: "x", nested: { path: "y", max_children: 2 } },
  { path: 5 },
  { path: null },
  { path: {} },
  { foo: 1 },
  { nested: 5 },
  { nested: { foo: 1 } },
];

const distance = (nested: unknown) => ({
  sort: [{ _geo_distance: { "facility.location": [0, 0], nested } }, pid],
  size: 3,
  _source: false,
});

export const sortOptionSearches: readonly Search[] = [
  ...family("sort by numbers of a type", [
    ...types.flatMap((numeric_type) =>
      options.flatMap((more) => [
        sorted(begin, { numeric_type, ...more }, recent),
        sorted(size, { numeric_type, ...more }),
        sorted(active, { numeric_type, ...more }),
      ]),
    ),
    ...["long", "double", "date"].flatMap((numeric_type) =>
      ["min", "max", "avg", "sum", "median"].flatMap((mode) => [
        sorted(valid, { numeric_type, mode }),
        sorted(size, { numeric_type, mode, order: "desc" }),
      ]),
    ),
    ...types.flatMap((numeric_type) => [
      sorted(begin, { numeric_type }, { from: 340, size: 40 }),
      sorted(valid, { numeric_type, order: "desc" }),
      sorted(keyword, { numeric_type }),
      sorted("facility.location", { numeric_type }),
      sorted("facility.name", { numeric_type }),
      sorted("nothing", { numeric_type }),
      ...unmappedTypes.map((unmapped_type) => sorted("nothing", { numeric_type, unmapped_type })),
    ]),
    ...["DATE", "x", "", 5, null, []].map((numeric_type) => sorted(begin, { numeric_type })),
    sorted(keyword, { numeric_type: "long", mode: "avg" }),
    ...after.flatMap((value) => [
      ...[undefined, ...types].map((numeric_type) =>
        sorted(begin, { ...(numeric_type && { numeric_type }) }, { ...recent, search_after: [value, "a"] }),
      ),
      ...["long", "double"].flatMap((numeric_type) => [
        sorted(size, { numeric_type }, { search_after: [value, "a"] }),
        sorted(active, { numeric_type }, { search_after: [value, "a"] }),
      ]),
      sorted("nothing", { unmapped_type: "long" }, { search_after: [value, "a"] }),
      sorted("nothing", { unmapped_type: "integer" }, { search_after: [value, "a"] }),
    ]),
    ...types.flatMap((numeric_type) =>
      ["yyyy", "epoch_second"].map((format) =>
        sorted(begin, { numeric_type, format }, { ...recent, search_after: ["2015", "a"] }),
      ),
    ),
  ]),
  ...family("sort by nanoseconds in a format", [
    ...[1_500_001, "1500000", 999_999, 1.5, 1_500_000_000_000_000_000, -1, -1_500_001].flatMap((missing) =>
      ["epoch_millis", "epoch_second", "strict_date_optional_time", "HH:mm:ss.SSSSSSSSS", "ss.SSSS"].map((format) =>
        sorted(valid, { numeric_type: "date_nanos", missing, format }, undated),
      ),
    ),
  ]),
  ...family(
    "search_after beyond an integer",
    ["1e999", "-1e999", "1e30", "-1e30", "2147483648", "-2147483649", "-4294967297", "9".repeat(400)].flatMap(
      (digits) =>
        [{}, { order: "desc", missing: 5 }].map((more) => {
          const body = sorted("nothing", { unmapped_type: "integer", ...more }, { search_after: [digits, ""] });
          return JSON.stringify(body).replace(`"${digits}"`, digits);
        }),
    ),
  ),
  {
    name: "pages by nanoseconds",
    body: sorted(begin, { numeric_type: "date_nanos" }, { ...recent, size: 70 }),
    pages: 5,
  },
  {
    name: "pages by whole numbers",
    body: sorted(size, { numeric_type: "long", order: "desc" }, { size: 70 }),
    pages: 6,
  },
  { name: "pages by doubles", body: sorted(begin, { numeric_type: "double" }, { size: 70 }), pages: 6 },
  ...family("sort by fields without a mapping", [
    ...unmappedTypes.flatMap((unmapped_type) => [
      sorted("nothing", { unmapped_type }),
      sorted("nothing", { unmapped_type, order: "desc", missing: "_first" }),
      sorted("nothing", { unmapped_type, mode: "avg" }),
      sorted("nothing", { unmapped_type, format: "yyyy" }),
    ]),
  ]),
  ...family("sort by a format", [
    sorted(size, { format: "yyyy" }),
    sorted(size, { format: "0.0" }),
    sorted(active, { format: "yyyy" }),
    sorted(keyword, { format: "yyyy" }),
  ]),
  ...family("sort inside nested objects", [
    ...nests.map((nested) => sorted(begin, { nested })),
    ...["x", 5, null, [], true].map((nested) => sorted(begin, { nested })),
    sorted("nothing", { nested: { path: "x" }, unmapped_type: "long" }),
    sorted("nothing", { nested: { path: "x" } }),
    sorted("_score", { nested: { path: "x" } }),
    sorted(keyword, { nested: { path: "x" }, mode: "avg" }),
    sorted("facility.name", { nested: { path: "x" } }),
    ...[{}, { path: "x" }, { foo: 1 }, { nested: { path: "y" } }, { filter: { match_all: {} } }].map(distance),
  ]),
  ...family("sort by the place in the index", [
    { sort: "_shard_doc", size: 3, _source: false },
    { sort: [{ _shard_doc: "desc" }], size: 3, _source: false },
    { sort: [{ _shard_doc: { order: "desc" } }], size: 3, _source: false, query: recent.query },
    { sort: [active, "_shard_doc"], size: 3, _source: false, search_after: [1, 5] },
    { sort: ["_shard_doc"], search_after: ["x"] },
    { sort: ["_shard_doc"], search_after: [null] },
    { sort: [{ _shard_doc: { foo: 1 } }] },
    ...["_doc", "_shard_doc"].map((place) =>
      sorted(place, { nested: { path: "x" }, missing: 5, mode: "avg", format: "x", numeric_type: "long" }),
    ),
  ]),
  { name: "pages by place", body: { sort: "_shard_doc", size: 70, _source: false }, pages: 6 },
  ...family("sort in other forms", [
    { sort: 5 },
    { sort: true },
    { sort: [{ _geoDistance: { "facility.location": [0, 0] } }, pid], size: 3, _source: false },
    { sort: [{ _geoDistance: "asc" }] },
  ]),
];
