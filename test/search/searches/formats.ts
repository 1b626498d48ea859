import { aggregations, family, type Search } from "./search.ts";

/** Formats of values: geometries, and numbers by Java's patterns. */

const size = "distribution_information.transfersize.size";
const point = "facility.location";
const shape = "spatial_extent";

const page = { size: 20, _source: false, sort: ["_doc"] };
const odd = { ...page, query: { prefix: { "identification.identifier.pid.keyword": "odd" } } };
const sized = { ...page, query: { exists: { field: size } } };

const formats = [undefined, "wkt", "geojson", "WKT", "", "#.0", "nope"];
const fields = [point, shape, size, "facility.active", "identification.title", "product_type.keyword"];

const fetched = ["fields", "docvalue_fields"].flatMap((member) =>
  fields.flatMap((field) => formats.map((format) => ({ ...page, [member]: [{ field, format }] }))),
);
const matched = formats.slice(1).map((format) => ({ ...page, fields: [{ field: "facility.*", format }] }));

const patterns = [
  ...["#.0", "#", "0", "#.##", "0.###", "#,##0.00", "00000", "#.#E0", "0.###E0", "##0.##E0", "00.00E00", "#E0", "0%"],
  ...[
    "#.#%",
    "0‰",
    "'#'0",
    "it''s 0",
    "0;(0)",
    "#,##0.00;(#,##0.00)",
    "0;-0",
    "0;0-",
    "-0",
    "¤0",
    "¤¤ 0",
    "0.0#",
    "#.",
  ],
  ...[".0", "#,#", "x", "", "0.0.0", "#0#", "0#", "0E", "'", "0;", ";", "0;;0", "% 0 %", "0,", "0.E0", "##00.00E0"],
];
const written = patterns.flatMap((format) => [
  { ...sized, docvalue_fields: [{ field: size, format }] },
  { ...sized, size: 3, sort: [{ [size]: { order: "asc", format } }] },
]);
const computed = patterns.map((format) => ({
  a: { sum: { field: size, format } },
  b: { avg: { field: "unmapped", missing: 12_345, format } },
  c: { avg: { field: "unmapped", missing: -1_234.5, format } },
  d: { avg: { field: "unmapped", missing: 0.000_012_5, format } },
  h: { histogram: { field: size, interval: 300_000, format } },
  r: { range: { field: size, format, ranges: [{ to: 10.5 }, { from: 10.5 }] } },
  t: { terms: { field: size, size: 4, format } },
  s: { stats: { field: size, format } },
}));

export const formatSearches: readonly Search[] = [
  ...family("values in a format", [...fetched, ...matched]),
  ...family(
    "odd shapes in a format",
    ["geojson", "wkt"].map((format) => ({ ...odd, fields: [{ field: shape, format }] })),
  ),
  ...family("numbers by a pattern", written),
  ...aggregations("computed numbers by a pattern", computed),
];
