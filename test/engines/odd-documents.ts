/** Documents that must be indexed unchanged: PID and text. */
export const awkwardDocuments: readonly (readonly [pid: string, document: string])[] = [
  ["text where others have objects", variable({ insitu: { note: "searchable" } })],
  ["object where others have text", variable({ insitu: { note: { deep: [1, { er: [[true]] }] } } })],
  ["list where others have text", variable({ insitu: { note: [[], [1, "a", null], { b: 1 }] } })],
  ["text where others have an object", variable({ insitu: "searchable" })],
  ["own members of many types", text({ unknown: { member: "x" }, variables: [{ extra_metadata: { many: [1, "a", { b: false }] } }] })],
  ["unknown member as text", text({ unknown: "x" })],
  ["text like a date", variable({ insitu: { when: "2020-01-01T00:00:00Z" } })],
  ["text where others have a date", variable({ insitu: { when: "soon" } })],
  ["null everywhere", text({ extra_metadata: null, facility: { extra_metadata: null }, identification: null, variables: null, spatial_extent: null })],
  ["a ring that crosses itself", extent("Polygon", [[[0, 50], [4, 54], [4, 50], [0, 54], [0, 50]]])],
  ["a ring without area", extent("Polygon", [[[1, 51], [3, 51], [5, 51], [1, 51]]])],
  ["a vertical profile", extent("LineString", [[6, 50, 1], [6, 50, 9_000]])],
  ["the whole world", extent("Polygon", [[[-180, -90], [180, -90], [180, 90], [-180, 90], [-180, -90]]])],
  ["a place that is no shape", text({ spatial_extent: { type: "Region", description: "Northern Europe" } })],
  ["a place without coordinates", text({ facility: { location: { type: "Point", coordinates: [] } } })],
  ["a year of five digits", text({ temporal_extent: { time_period_begin: "+12345-01-01T00:00:00Z" } })],
  ["a leap second", text({ temporal_extent: { time_period_begin: "2016-12-31T23:59:60Z" } })],
  ["twelve digits of a second", text({ temporal_extent: { time_period_begin: "2020-01-01T00:00:00.123456789123Z" } })],
  ["20,000 characters", variable({ insitu: { long: "y".repeat(20_000) } })],
  ["20,000 ideographs", text({ identification: { title: "雲".repeat(20_000) } })],
  ["one word of 200,000 letters", text({ identification: { abstract: "x".repeat(200_000) } })],
  ["a name of 40,000 letters", variable({ ["n".repeat(40_000)]: "x" })],
  ["an unknown name of 40,000 letters", text({ ["n".repeat(40_000)]: "x" })],
  ["100 levels", `{"unknown":${'{"a":'.repeat(99)}1${"}".repeat(99)}}`],
  ["100 levels of one's own", `{"variables":[{"extra_metadata":${'{"a":'.repeat(97)}1${"}".repeat(97)}}]}`],
  ["3,000 names", variable(Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`n${n}`, n])))],
  ["a number beyond doubles", '{"facility":{"extra_metadata":{"n":1e308,"m":123456789012345678901234567890}}}'],
  ["characters of control", variable({ "a\u0000b": "c\u0000d\u2028" })],
  ["a name that fields have", variable({ free: "x", "free.keyword": "y", _id: "z" })],
  ['späces & "quotes" / #?', text({ product_type: "observation" })],
  ["é".repeat(256), text({ product_type: "observation" })],
]; // biome-ignore format: one document a row

/** Documents with member names that Elasticsearch refuses, whatever its mapping. */
export const unnameableDocuments: readonly (readonly [pid: string, document: string])[] = [
  ["empty", text({ "": 1, identification: { title: "odd names" } })],
  ["blank", text({ identification: { " ": 1, title: "odd names" } })],
  ["dots", text({ identification: { title: "odd names", roles: [{ "a..b": { c: 1 } }] }, ".": 2 })],
  [
    "fields of the engine's own",
    text({ _id: "x", _source: {}, _doc_count: -1, identification: { title: "odd names" } }),
  ],
  [
    "blank names of one's own",
    variable({ " ": 2, "a..b": 3, ".": 4, "a.": 5, kept: "yes" }, { identification: { title: "odd names" } }),
  ],
  ["a path for a name", text({ identification: { title: "odd names" }, "identification.abstract": { a: 1 } })],
  ["a name twice", '{"a":1,"a":2,"identification":{"title":"odd names"}}'],
  ["2,000 digits", `{"n":1${"0".repeat(2_000)},"identification":{"title":"odd names"}}`],
  [
    "1,500 levels",
    `{"facility":{"extra_metadata":${'{"a":'.repeat(1_500)}1${"}".repeat(1_500)}},"identification":{"title":"odd names"}}`,
  ],
];

function text(document: object): string {
  return JSON.stringify(document);
}

/** A record whose variable has extra metadata. */
function variable(extra: object, others: object = {}): string {
  return text({ ...others, variables: [{ variable_name: "ozone", extra_metadata: extra }] });
}

function extent(type: string, coordinates: readonly unknown[]): string {
  return text({ spatial_extent: { type, coordinates } });
}
