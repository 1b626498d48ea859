import { family, type Search } from "./search.ts";

const begin = "temporal_extent.time_period_begin";
const size = "distribution_information.transfersize.size";
const active = "facility.active";
const product = "product_type.keyword";
const title = "identification.title";
const pid = "identification.identifier.pid.keyword";

/** Numbers as clients write them; integers and decimals differ. */
const numbers = [
  ...["9.22337203685478e+18", "9223372036854775807.0", "-9.22337203685478e+18", "9223372036854775808", "-9223372036854775809"],
  ...["1.4e12", "1400000000000.0", "1400000000000.5", "16.0", "16", "1e-5", "1e400", "-0", "5000000000", "5e9"],
]; // biome-ignore format: two rows read better

/** Texts that Java reads as numbers, and others that JavaScript reads. */
const texts = [
  ...["0x10", "0x10p2", "NaN", "Infinity", "-Infinity", "infinity", "1f", "1D", "1e3", "1e3d", ".5", "5.", "+5", " 16 ", "1L"],
  ...["0b1", "1,5", "", "now", "now/d", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1.4e12"],
].map((text) => JSON.stringify(text)); // biome-ignore format: two rows read better

const values = [...numbers, ...texts];

const bodies = (name: string, templates: readonly ((value: string) => string)[], of = values): Search[] =>
  family(
    name,
    of.flatMap((value) => templates.map((template) => template(value))),
  );

const query = (text: string) => `{"query":${text},"_source":false,"size":1}`;
const sorted = (key: string, after: string) =>
  `{"_source":false,"size":1,"sort":[${key},{"${pid}":"asc"}],"search_after":[${after},"a"]}`;
const keyOf = (field: string, order: string, more = "") => `{"${field}":{"order":"${order}"${more}}}`;

/** Records with a date since 1970, and records without one. */
const dated = { bool: { must_not: { range: { [begin]: { lt: "1970" } } } } };

/** JSON numbers by their spelling, and texts that are numbers to Java. */
export const spelledNumberSearches: readonly Search[] = [
  ...bodies("search_after with a number as it is written", [
    (value) => sorted(keyOf(begin, "asc"), value),
    (value) => sorted(keyOf(begin, "desc"), value),
    (value) => sorted(keyOf(begin, "asc", ',"format":"epoch_millis"'), value),
    (value) => sorted(keyOf(size, "asc", ',"numeric_type":"long"'), value),
    (value) => sorted(keyOf(active, "desc"), value),
    (value) => sorted(keyOf("unknown", "desc", ',"unmapped_type":"integer"'), value),
    (value) => `{"_source":false,"size":1,"sort":["_doc"],"search_after":[${value}]}`,
  ]),
  ...bodies("a number as it is written in clauses", [
    (value) => query(`{"range":{"${begin}":{"gte":${value}}}}`),
    (value) => query(`{"range":{"${size}":{"gt":${value}}}}`),
    (value) => query(`{"range":{"${size}":{"lte":${value}}}}`),
    (value) => query(`{"range":{"${product}":{"lt":${value}}}}`),
    (value) => query(`{"term":{"${begin}":${value}}}`),
    (value) => query(`{"term":{"${size}":{"value":${value}}}}`),
    (value) => query(`{"terms":{"${product}":[${value},"model"]}}`),
    (value) => query(`{"terms":{"${size}":[16,${value}]}}`),
    (value) => query(`{"fuzzy":{"${product}":{"value":${value}}}}`),
    (value) => query(`{"match":{"${title}":${value}}}`),
    (value) => query(`{"multi_match":{"query":${value},"fields":["${begin}"]}}`),
    (value) => query(`{"query_string":{"query":${value},"fields":["${active}"]}}`),
  ]),
  ...bodies(
    "a text as a number of an aggregation",
    [
      (value) => `{"size":0,"aggs":{"a":{"avg":{"field":"${size}","missing":${value}}}}}`,
      (value) => `{"size":0,"aggs":{"a":{"missing":{"field":"${active}","missing":${value}}}}}`,
      (value) => `{"size":0,"aggs":{"a":{"range":{"field":"${size}","ranges":[{"from":${value}}]}}}}`,
      (value) => `{"size":0,"aggs":{"a":{"composite":{"size":2,"sources":[{"t":{"terms":{"field":"${size}"}}}],"after":{"t":${value}}}}}}`,
      (value) => `{"size":0,"aggs":{"a":{"composite":{"size":2,"sources":[{"t":{"histogram":{"field":"${begin}","interval":1e11}}}],"after":{"t":${value}}}}}}`,
      (value) => `{"size":0,"aggs":{"a":{"histogram":{"field":"${size}","interval":1e6,"hard_bounds":{"min":${value}}}}}}`,
    ],
    texts.filter((text) => !/NaN|nfinity|92233/.test(text)),
  ), // biome-ignore format: a body a row
  ...bodies(
    "date_range from a large number",
    [(value) => `{"size":0,"aggs":{"a":{"date_range":{"field":"${begin}","ranges":[{"from":${value}}]}}}}`],
    numbers,
  ),
  ...family("what documents without a value sort as", [
    ...["asc", "desc"].flatMap((order) =>
      ["_first", "_last"].flatMap((missing) => [
        ...["long", "integer", "date", "date_nanos", "double", "boolean"].map((unmapped_type) => ({
          size: 1,
          _source: false,
          sort: [{ unknown: { order, missing, unmapped_type } }],
        })),
        { size: 2, _source: false, sort: [{ [begin]: { order, missing, numeric_type: "date_nanos" } }], query: dated },
        {
          size: 2,
          _source: false,
          sort: [{ [begin]: { order, missing, numeric_type: "date_nanos", format: "yyyy-MM-dd" } }],
          query: dated,
        },
      ]),
    ),
    ...["1.4e12", "1.0", "5", "-5", "x"].flatMap((missing) =>
      [begin, size, active].map((field) => ({ size: 1, _source: false, sort: [{ [field]: { missing } }] })),
    ),
  ]),
  ...family(
    "range with a list",
    ["gt", "gte", "lt", "lte", "from", "to", "format", "time_zone"].flatMap((bound) =>
      [begin, size, active, product, title, "unknown"].flatMap((field) => [
        { size: 1, _source: false, query: { range: { [field]: { [bound]: [1] } } } },
        { size: 1, _source: false, query: { range: { [field]: { lt: "2020", [bound]: [[], "a"] } } } },
      ]),
    ),
  ),
];
