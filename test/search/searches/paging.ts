import { family, type Search } from "./search.ts";

const pid = "identification.identifier.pid.keyword";
const begin = "temporal_extent.time_period_begin";
const size = "distribution_information.transfersize.size";
const cloud = { match: { "identification.abstract": "cloud" } };
const bare = { _source: false };
const dated = (format: string | undefined, order: string, more: object = {}) => ({
  [begin]: { order, ...(format && { format }), ...more },
});

/** Sorts by dates that are printed as digits, followed to the end. */
const digits: readonly Search[] = [
  "yyyyMMdd",
  "yyyy",
  "epoch_second",
  "epoch_millis",
  "yyyyMM||yyyy",
  "basic_date",
].flatMap((format) =>
  ["asc", "desc"].map((order) => ({
    name: `pages by date as ${format}, ${order}`,
    body: { query: { exists: { field: begin } }, sort: [dated(format, order), pid], size: 120, ...bare },
    pages: 5,
  })),
);

const after = (sort: unknown, search_after: unknown, more: object = {}) => ({
  sort,
  search_after,
  size: 4,
  ...bare,
  ...more,
});

export const pagingSearches: readonly Search[] = [
  ...digits,
  ...family("search_after values", [
    after([dated(undefined, "asc"), pid], ["2015", ""]),
    after([dated(undefined, "asc"), pid], [2015, ""]),
    after([dated(undefined, "asc"), pid], ["1420070400000", ""]),
    after([dated("yyyyMMdd", "asc"), pid], ["20150101", ""]),
    after([dated("yyyyMMdd", "asc"), pid], [1420070400000, ""]),
    after([dated("yyyyMMdd", "asc"), pid], ["2015-01-01", ""]),
    after([dated("yyyy", "desc"), pid], ["2015", "zzz"]),
    after([dated("epoch_second", "asc"), pid], ["1420070400", ""]),
    after([dated(undefined, "asc"), pid], ["nonsense", ""]),
    after([dated(undefined, "asc"), pid], [1.5e12, ""]),
    after([size, pid], ["x", ""]),
    after([size, pid], [12, ""]),
    after([size, pid], ["Infinity", ""]),
    after([size, pid], ["-Infinity", ""]),
    after([pid], [5]),
    after([pid], [true]),
    after(["facility.active", pid], ["true", ""]),
    after(["facility.active", pid], [1, ""]),
    after(["facility.active", pid], ["1", ""]),
    after(["_score", pid], [0.5, ""], { query: cloud }),
    after(["_score", pid], ["0.5", ""], { query: cloud }),
    after(["_score", pid], ["x", ""], { query: cloud }),
    after(["_doc"], [10]),
    after(["_doc"], ["10"]),
    after(["_doc"], ["x"]),
    after(["_doc"], ["-2147483648"]),
    after(["_doc"], ["2147483648"]),
  ]),
  ...family(
    "search_after beyond Java's numbers",
    [
      "9223372036854775808",
      "-9223372036854775809",
      "9223372036854775807",
      "1e30",
      '"1e30"',
      '"9223372036854775808"',
    ].flatMap((digits) =>
      [
        { nope: { unmapped_type: "long" } },
        { nope: { unmapped_type: "long", order: "desc" } },
        { nope: { unmapped_type: "boolean" } },
        { [size]: { numeric_type: "long" } },
        dated(undefined, "asc"),
        "_doc",
      ].map((key) => `{"size":2,"_source":false,"sort":[${JSON.stringify(key)}],"search_after":[${digits}]}`),
    ),
  ),
  ...family(
    "dates with nanoseconds",
    ["2012-01-01T00:00:00.123456789Z", "2012-01-01T00:00:00.1Z", "2012-01-01T00:00:00Z", "2012-01-01T00:00:00"].flatMap(
      (text) => [
        { ...bare, size: 2, query: { range: { [begin]: { gt: text, format: "strict_date_time" } } } },
        { ...bare, size: 2, query: { range: { [begin]: { lte: text, format: "date_time" } } } },
        {
          size: 0,
          aggs: { a: { date_range: { field: begin, format: "strict_date_time", ranges: [{ from: text }] } } },
        },
        {
          size: 0,
          aggs: { a: { terms: { field: begin, format: "strict_date_time", missing: text, order: { _key: "desc" } } } },
        },
        after([dated("strict_date_time", "asc")], [text]),
      ],
    ),
  ),
  ...family("search_after refused", [
    after([pid], []),
    after([pid], ["a", "b"]),
    after([pid, size], ["a"]),
    after(undefined, ["a"]),
    after([pid], "a"),
    after([pid], { a: 1 }),
    after([pid], [{}]),
    after([pid], [[]]),
    after([pid], ["a"], { from: 1 }),
    after([dated(undefined, "asc")], [{}]),
  ]),
];
