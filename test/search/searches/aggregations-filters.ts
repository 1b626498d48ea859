import { aggregations, family, type Search } from "./search.ts";

const begin = "temporal_extent.time_period_begin";
const size = "distribution_information.transfersize.size";
const facility = "facility.identifier.keyword";
const repository = "dataset_metadata.repository.repository_id.keyword";
const product = "product_type.keyword";

const jülich = { term: { [facility]: "0lym" } };
const model = { term: { [product]: "model" } };
const cloud = { match: { "identification.title": "cloud" } };
const before2010 = { range: { [begin]: { lt: "2010" } } };
const around = { geo_distance: { distance: "900km", "facility.location": [6.4, 50.9] } };
const everything = { match_all: {} };

const most = { m: { max: { field: size } } };
const years = { y: { date_histogram: { field: begin, calendar_interval: "year", min_doc_count: 1 } } };
const products = { p: { terms: { field: product } } };
const facilities = (options: object, aggs: object) => ({ a: { terms: { field: facility, ...options }, aggs } });
const ordered = (path: string, aggs: object) => facilities({ order: { [path]: "desc" }, size: 3 }, aggs);

const filter = (clause: object, aggs?: object) => ({ a: { filter: clause, ...(aggs && { aggs }) } });
const missing = (options: object, aggs?: object) => ({ a: { missing: options, ...(aggs && { aggs }) } });
const filters = (options: object, aggs?: object) => ({ a: { filters: options, ...(aggs && { aggs }) } });

export const filterSearches: readonly Search[] = [
  ...aggregations("filter", [
    ...[jülich, model, cloud, before2010, around, everything, { match_none: {} }].map((clause) => filter(clause)),
    filter({ bool: { must: [cloud, model], must_not: jülich } }, most),
    filter({ bool: { filter: [] } }),
    filter({ exists: { field: "spatial_extent" } }, years),
    filter({ terms: { [facility]: ["0lym", "5qss"] } }, products),
    filter({ prefix: { [facility]: "aa" } }, { b: { filter: model, aggs: { c: { filter: before2010, aggs: most } } } }),
    filter({ wildcard: { "variables.variable_name.keyword": "*cloud*" } }, products),
    filter({ ids: { values: ["odd-empty", "odd-pole"] } }, { c: { cardinality: { field: facility } } }),
    filter({ geo_bounding_box: { "facility.location": { top: 60, left: 0, bottom: 40, right: 20 } } }, products),
    filter({ match_phrase: { "identification.abstract": "cloud radar" } }, most),
    filter({ constant_score: { filter: cloud } }, most),
    facilities({}, filter(model, most)),
    facilities({ size: 2 }, { ...filter(before2010, years), b: { filter: cloud } }),
    { ...filter(model, products), b: { filter: cloud, aggs: years, meta: { kept: [1] } } },
    filter(model, {}),
    { d: { date_histogram: { field: begin, calendar_interval: "year" }, aggs: filter(jülich, products) } },
    { v: { terms: { field: "variables.variable_name.keyword", size: 3 }, aggs: filter(model, filter(cloud, most)) } },
    filter({}),
    filter({ term: { [facility]: "0lym" }, terms: {} }),
    filter({ nope: {} }),
    { a: { filter: 5 } },
    filter({ range: { [begin]: { gte: "x" } } }),
  ]),
  ...aggregations("filter of cloud", [filter(model, most), filter(cloud), facilities({}, filter(model))], {
    query: cloud,
  }),
  ...aggregations("order by a path", [
    ordered("f", { f: { filter: model } }),
    ordered("f.doc_count", { f: { filter: model } }),
    ordered("f>m", { f: { filter: model, aggs: most } }),
    ordered("f>m.value", { f: { filter: model, aggs: most } }),
    ordered("f>g>m", { f: { filter: model, aggs: { g: { filter: before2010, aggs: most } } } }),
    ordered("f>g", { f: { missing: { field: begin }, aggs: { g: { filter: before2010 } } } }),
    ordered("f[x]>m", { f: { filter: model, aggs: most } }),
    ordered("f>", { f: { filter: model } }),
    ordered(">f", { f: { filter: model } }),
    ...["f._count", "f>_count", "f>_key", "f>m.x", "f>x", "f[m]", "x>m", "f[", "", "f.", ".f", "[f]", "f>m>x"].map(
      (path) => ordered(path, { f: { filter: model, aggs: most } }),
    ),
    ordered("m>x", most),
    ordered("p", products),
    ordered("p>m", { p: { terms: { field: product }, aggs: most } }),
    ordered("a", filters({ filters: [model] })),
    ordered("a>m", filters({ filters: [model] }, most)),
    ordered("y", years),
    {
      d: {
        date_histogram: { field: begin, calendar_interval: "year", min_doc_count: 1, order: { "f>m": "desc" } },
        aggs: { f: { filter: model, aggs: most } },
      },
    },
  ]),
  ...aggregations("missing", [
    ...[facility, begin, size, "facility.active", "facility.location", "facility", "nowhere", product].map((field) =>
      missing({ field }),
    ),
    missing({ field: facility, missing: "x" }),
    missing({ field: begin, missing: "2020-01-01" }),
    missing({ field: "nowhere", missing: 5 }),
    missing({ field: begin }, most),
    missing({ field: begin }, { ...products, b: { missing: { field: facility }, aggs: most } }),
    facilities({ missing: "none" }, missing({ field: begin }, most)),
    facilities({ order: { a: "asc" } }, missing({ field: begin })),
    missing({ field: facility, value_type: "string" }),
    missing({ field: size, value_type: "long" }),
    missing({ field: size, value_type: "float", format: "0.0" }),
    missing({ field: "nowhere", value_type: "ip", format: "yyyy" }),
    missing({ field: facility, value_type: "long" }),
    missing({ field: begin, value_type: "boolean" }),
    missing({ field: "facility.active", format: "0" }),
    missing({ field: facility, format: "yyyy" }),
    missing({ field: begin, value_type: "x" }),
    missing({ field: "identification.title" }),
    missing({ field: "spatial_extent" }),
    missing({ field: 5 }),
    missing({ field: "_id" }),
    missing({}),
    missing({ field: facility, missing: null }),
    missing({ field: facility, sizes: 5 }),
  ]),
  ...aggregations("missing of cloud", [missing({ field: begin }, products), missing({ field: "nowhere" })], {
    query: cloud,
  }),
  ...aggregations("filters", [
    filters({ filters: { x: everything, y: jülich } }),
    filters({ filters: { y: everything, x: jülich } }, most),
    filters({ filters: { y: everything, x: jülich }, keyed: false }, products),
    filters({ filters: [everything, jülich, cloud] }),
    filters({ filters: [jülich, cloud, before2010, around] }, { ...most, ...years }),
    filters({ filters: [jülich], other_bucket: true }, most),
    filters({ filters: { x: jülich, w: model }, other_bucket: true }, products),
    filters({ filters: { x: jülich }, other_bucket_key: "rest" }),
    filters({ filters: { x: jülich }, other_bucket_key: "rest", other_bucket: false }),
    filters({ other_bucket: false, other_bucket_key: "rest", filters: { x: jülich } }),
    filters({ filters: [cloud], other_bucket_key: "rest", keyed: false }),
    filters({ filters: { x: cloud }, other_bucket_key: "rest", keyed: false }, most),
    filters({ filters: { é: cloud, "": model, "10": jülich, "9": before2010 } }),
    filters({ keyed: true, filters: [everything] }),
    filters({ filters: { a: model, b: cloud } }, filters({ filters: { c: jülich }, other_bucket: true }, most)),
    facilities({ size: 4 }, filters({ filters: [model, before2010], other_bucket: true }, most)),
    { v: { terms: { field: "variables.variable_name.keyword", size: 3 }, aggs: filters({ filters: [model, cloud] }) } },
    {
      d: { date_histogram: { field: begin, calendar_interval: "year" }, aggs: filters({ filters: [model] }, products) },
    },
    filters({ filters: {} }),
    filters({ filters: [] }),
    filters({}),
    ...[1, {}, [], "s", true, null].map((value) => filters({ x: value })),
    ...["yes", "true", 1].map((value) => filters({ filters: [model], other_bucket: value })),
    filters({ filters: 5 }),
    filters({ filters: [5] }),
    filters({ filters: { x: 5 } }),
    filters({ filters: [{}] }),
    filters({ filters: { x: {} } }),
    filters({ filters: [model], keyed: "x" }),
    filters({ filters: [model], other_bucket_key: 5 }),
    filters({ filters: [{ range: { [begin]: { gte: "x" } } }] }),
  ]),
  ...aggregations("filters of cloud", [filters({ filters: [model, before2010], other_bucket: true }, years)], {
    query: cloud,
  }),
  ...aggregations("global beside all", [
    { a: { global: {} } },
    { a: { global: { x: 1 } } },
    { a: { global: { x: {} } } },
    { a: { global: { x: [] } } },
    { a: { global: {}, aggs: { g: { global: {} } } } },
    filter(everything, { g: { global: {} } }),
    facilities({}, { f: { filter: model, aggs: { g: { global: {} } } } }),
  ]),
  ...[{ query: cloud }, { query: { match_none: {} } }, { query: jülich, size: 1, _source: false }].flatMap((more, n) =>
    aggregations(
      `global beside matches ${n + 1}`,
      [
        { a: { global: {} } },
        { a: { global: {}, aggs: most }, ...most },
        { a: { global: {}, aggs: { ...products, ...years } }, ...products },
        { a: { global: {}, aggs: filter(model, most) }, b: { filter: model, aggs: most } },
        { a: { global: {}, meta: { of: "all" }, aggs: { c: { cardinality: { field: facility } } } } },
        { a: { global: {}, aggs: filters({ filters: [jülich], other_bucket: true }) }, b: { global: {} } },
        { a: { global: {}, aggs: missing({ field: begin }, { r: { terms: { field: repository } } }) } },
      ],
      more,
    ),
  ),
  ...family("no aggregations", [
    { size: 0, aggs: {} },
    { size: 0, aggregations: {} },
    { size: 0, aggs: 5 },
  ]),
  ...aggregations("no aggregations below", [
    { a: { terms: { field: product }, aggs: {} } },
    { a: { max: { field: size }, aggs: {} } },
    { a: { terms: { field: product }, aggs: 5 } },
  ]),
];
