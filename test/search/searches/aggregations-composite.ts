import { aggregations, family, type Search } from "./search.ts";

const begin = "temporal_extent.time_period_begin";
const size = "distribution_information.transfersize.size";
const facility = "facility.identifier.keyword";
const product = "product_type.keyword";
const variable = "variables.variable_name.keyword";
const matrix = "variables.variable_matrix.keyword";
const active = "facility.active";

const most = { m: { max: { field: size } } };
const products = { p: { terms: { field: product, size: 2 } } };

type Sources = readonly Record<string, unknown>[];

const terms = (field: string, options: object = {}, name = "t") => ({ [name]: { terms: { field, ...options } } });
const steps = (options: object = {}, name = "h") => ({
  [name]: { histogram: { field: size, interval: 100_000, ...options } },
});
const years = (options: object = {}, name = "d") => ({
  [name]: { date_histogram: { field: begin, calendar_interval: "year", ...options } },
});
const composite = (sources: Sources, options: object = {}, aggs?: object) => ({
  a: { composite: { sources, size: 4, ...options }, ...(aggs && { aggs }) },
});
const missing = { missing_bucket: true };
const after = (key: object) => ({ after: key });

export const compositeSearches: readonly Search[] = [
  ...aggregations("composite", [
    composite([terms(facility)]),
    composite([terms(facility, { order: "desc" }), terms(product, {}, "p")]),
    composite([terms(facility), terms(product, {}, "p")], after({ t: "0lym", p: "model" }), most),
    composite([terms(facility), terms(product, { order: "desc" }, "p")], after({ p: "model", t: "0lym" })),
    composite([terms(facility, missing)], { size: 2 }),
    composite([terms(facility, { ...missing, missing_order: "last" })], { size: 20 }, most),
    composite([terms(facility, { ...missing, order: "desc" })], { size: 20 }),
    composite([terms(facility, { ...missing, order: "DESC", missing_order: "first" })], after({ t: null })),
    composite([terms(variable, {}, "v"), terms(facility, { ...missing, missing_order: "last" })], {
      size: 9,
      ...after({ v: "drizzle", t: "aa05" }),
    }),
    composite([terms(facility, { ...missing, missing_order: "default" })], after({ t: null })),
    composite([terms(facility)], after({ t: "7" })),
    composite([terms(facility)], after({ t: "zzz" })),
    composite([terms(facility, { order: "desc" })], after({ t: "7é" })),
    composite([steps()]),
    composite([steps()], after({ h: 100000 }), products),
    composite([steps({ order: "desc", ...missing })], { size: 20, ...after({ h: "400000" }) }),
    composite([terms(size)], { size: 2 }),
    composite([terms(size)], { size: 2, ...after({ t: -350 }) }),
    composite([terms(size, { value_type: "long" })], { size: 2, ...after({ t: "-350.5" }) }),
    composite([terms(active)], {}, most),
    composite([terms(active)], after({ t: false })),
    composite([terms(active, missing)], after({ t: "false" })),
    composite([terms(begin)]),
    composite([terms(begin)], after({ t: 852076800000 })),
    composite([terms(begin, { order: "desc" })], after({ t: "1577836800000" })),
    composite([years()]),
    composite([years({ format: "yyyy-MM" })], after({ d: "1997-01" }), most),
    composite([years({ format: "yyyy-MM" })], after({ d: 946684800000 })),
    composite([years()], after({ d: 946684800000 })),
    composite([years()], after({ d: "946684800000" })),
    composite([years({ time_zone: "America/New_York", offset: "+6h", order: "desc", format: "yyyy-MM-dd HH:mm" })]),
    composite([years({ calendar_interval: undefined, fixed_interval: "365d", ...missing })], {}, products),
    composite([years({ field: size })]),
    composite([years({ field: active, calendar_interval: undefined, fixed_interval: "1ms" })]),
    composite([steps({ field: begin, interval: 1e11 })]),
    composite([steps({ field: active, interval: 1 })]),
    composite([terms(variable, {}, "v"), terms(matrix, {}, "m")], {}, most),
    composite([terms(variable, {}, "v"), terms(matrix, { order: "desc" }, "m"), years(), steps(missing)], {}, products),
    composite([years({ order: "desc" }), terms(facility, missing)], { size: 30 }, most),
    composite([terms("nowhere")]),
    composite([terms("nowhere", missing)], {}, most),
    composite([terms("nowhere", missing), terms(product, {}, "p")]),
    composite([steps({ field: "nowhere", ...missing })]),
    composite([years({ field: "nowhere", ...missing })]),
    { a: { composite: { sources: terms(product) } } },
    { a: { filter: { term: { [product]: "model" } }, aggs: composite([terms(facility)], {}, most) } },
    {
      a: { filter: { match_all: {} }, aggs: { b: { filter: { match_all: {} }, aggs: composite([terms(facility)]) } } },
    },
    { ...composite([terms(facility)]), b: { terms: { field: facility, size: 1 } } },
  ]),
  ...family("composite of cloud", [
    {
      size: 1,
      _source: false,
      query: { match: { "identification.title": "cloud" } },
      aggs: composite([terms(facility), years()], { size: 7 }, { ...most, ...products }),
    },
    { size: 0, query: { match_none: {} }, aggs: composite([terms(facility)]) },
  ]),
  ...aggregations("composite refused", [
    composite([]),
    { a: { composite: {} } },
    ...[0, -1, 70000, "x"].map((count) => composite([terms(facility)], { size: count })),
    composite([terms(facility)], after({ g: "x" })),
    composite([terms(facility)], after({})),
    ...[5, ["x"], {}, null, true, 5.5].map((value) => composite([terms(facility)], after({ t: value }))),
    composite([terms(size)], after({ t: "x" })),
    composite([terms(product), steps()], after({ t: "x", h: "x" })),
    composite([years()], after({ d: "x" })),
    composite([years()], after({ d: "2010-01-01" })),
    composite([terms(facility), terms(product)]),
    composite([{ f: { range: { field: size } } }]),
    composite([terms(facility, { x: 1 })]),
    composite([{ f: { terms: {} } }]),
    composite([terms(facility, { order: "up" })]),
    composite([terms(facility, { missing_order: "first" })]),
    composite([terms(facility, { ...missing, missing_order: "x" })]),
    composite([terms(facility, { missing_bucket: "x" })]),
    composite([steps({ interval: 0 })]),
    composite([years({ calendar_interval: undefined })]),
    composite([years({ calendar_interval: "2y" })]),
    composite([{ ...terms(facility), g: {} }]),
    composite([{ f: {} }]),
    composite([{}]),
    { a: { composite: { sources: [5] } } },
    { a: { composite: { sources: 5 } } },
    composite([terms("identification.title")]),
    composite([terms("facility.location")]),
    composite([terms("_id")]),
    composite([steps({ field: facility })]),
    composite([years({ field: facility })]),
    composite([terms(facility, { format: "x" })]),
    composite([steps({ format: "0.0" })]),
    composite([terms(facility, { value_type: "long" })]),
    composite([terms(facility)], { x: 2 }),
    ...[
      { terms: { field: product } },
      { terms: { field: product, order: { a: "asc" } } },
      { global: {} },
      { missing: { field: product } },
      { filters: { filters: [{ match_all: {} }] } },
      { histogram: { field: size, interval: 1000000 } },
      { date_histogram: { field: begin, calendar_interval: "year" } },
      { range: { field: size, ranges: [{}] } },
      { composite: { sources: [terms(product)] } },
    ].map((parent) => ({ b: { ...parent, aggs: composite([terms(facility)]) } })),
    {
      b: {
        filter: { match_all: {} },
        aggs: { c: { missing: { field: product }, aggs: composite([terms(facility)]) } },
      },
    },
    {
      b: { terms: { field: product }, aggs: { c: { filter: { match_all: {} }, aggs: composite([terms(facility)]) } } },
    },
  ]),
];
