import { facilities, type Random } from "./corpus.ts";
import { type Ingredients, randomBuckets, randomComposite } from "./random-aggregations.ts";
import { randomBoost } from "./random-boosts.ts";
import { randomCompound } from "./random-compounds.ts";
import { randomDateFormat, randomFormatted } from "./random-dates.ts";
import { randomFetch } from "./random-fetch.ts";
import { randomMetric } from "./random-metrics.ts";
import { withNames } from "./random-names.ts";
import { randomOrderPath, randomPipelines, randomRunning } from "./random-paths.ts";
import { randomBox, randomValidation } from "./random-places.ts";
import { randomQueryString } from "./random-query-strings.ts";
import { randomRescore } from "./random-rescore.ts";
import { randomSuggest } from "./random-suggest.ts";
import { randomTextQuery } from "./random-text.ts";
import { randomTopHits } from "./random-top-hits.ts";
import { randomVectors } from "./random-vectors.ts";
import { keywordFields, keywordValues, textFields, words } from "./random-vocabulary.ts";

/** Random bodies from the corpus's own words, values and places, to find differences between two engines. */

const dateFields = [
  "temporal_extent.time_period_begin",
  "temporal_extent.time_period_end",
  "dataset_metadata.time_content_revised",
  "dataset_metadata.time_file_created",
];
const size = "distribution_information.transfersize.size";
const pid = "identification.identifier.pid.keyword";
const zones = ["Europe/Berlin", "America/New_York", "+05:30", "Asia/Kathmandu", "Pacific/Apia", "Australia/Lord_Howe"];

/** Texts that Java reads as numbers, and some that it does not. */
const NUMBER_TEXTS = ["1f", "12.5d", "1e3", "0x10p2", ".5", " 16 ", "NaN", "-Infinity", "0x10", "1L"];

/** Depth of aggregations below the first one. */
const DEPTH = 2;

type Clause = Record<string, unknown>;

/** A whole body: a query with hits in some order, or aggregations over it. */
export function randomBody(r: Random): Clause {
  if (r.chance(0.05)) return { ...randomSuggest(r), ...(r.chance(0.2) ? { query: randomQuery(r, 1), size: 2 } : {}) };
  const query = randomQuery(r, 3);
  if (r.chance(0.35)) {
    const everywhere = r.chance(0.1) ? { g: { global: {}, aggs: { a: randomAggregation(r, 1) } } } : {};
    const page = r.chance(0.1)
      ? { c: { ...randomComposite(r, ingredients(r)), aggs: { b: randomAggregation(r, 1) } } }
      : {};
    const aggs = { a: randomAggregation(r, DEPTH), ...everywhere, ...page };
    return { query, size: 0, aggs: { ...aggs, ...(r.chance(0.3) ? randomPipelines(r, aggs) : {}) } };
  }
  const sort = r.chance(0.4) ? { sort: randomSort(r) } : r.chance(0.2) ? randomRescore(r, () => randomQuery(r, 2)) : {};
  const fetch = randomFetch(r, () => randomQuery(r, 2));
  const collapse = r.chance(0.1)
    ? {
        collapse: {
          field: r.pick(["facility.identifier.keyword", "product_type.keyword"]),
          ...(r.chance(0.5) ? { inner_hits: randomInnerHits(r) } : {}),
        },
      }
    : {};
  const near = r.chance(0.03) ? { knn: randomVectors(r, () => randomQuery(r, 1)) } : {};
  const filter = r.chance(0.15) ? { post_filter: randomQuery(r, 1) } : {};
  const page = { size: 1 + r.below(15), _source: false, ...collapse, ...sort, ...fetch, ...near };
  return { ...(r.chance(0.3) ? withNames(r, { query, ...filter }) : { query, ...filter }), ...page };
}

function randomQuery(r: Random, depth: number): Clause {
  if (depth > 0 && r.chance(0.4)) return randomBool(r, depth);
  if (depth > 0 && r.chance(0.15)) {
    const inner = () => randomQuery(r, depth - 1);
    const ingredients = { keywordFields, dateFields, numberField: size };
    return randomCompound(r, { ...ingredients, query: inner, date: () => randomDate(r), place: () => place(r) });
  }
  if (r.chance(0.25)) return randomTextQuery(r);
  if (r.chance(0.15)) return randomQueryString(r);
  if (r.chance(0.01)) return { knn: randomVectors(r, () => randomQuery(r, 0)) };
  const boost = r.chance(0.2) ? { boost: randomBoost(r) } : {};
  const field = r.pick(textFields);
  const keyword = r.pick(keywordFields);
  const value = r.pick(keywordValues);
  switch (r.below(15)) {
    case 0:
    case 1:
    case 2:
      return {
        match: {
          [field]: {
            query: phrase(r, 1 + r.below(4)),
            ...(r.chance(0.3) ? { operator: "and" } : {}),
            ...(r.chance(0.3) ? { minimum_should_match: r.pick([2, "60%", "-1", "2<70%"]) } : {}),
            ...boost,
          },
        },
      };
    case 3:
      return { match_phrase: { [field]: { query: phrase(r, 2 + r.below(2)), slop: r.below(5), ...boost } } };
    case 4:
      return {
        multi_match: {
          query: phrase(r, 1 + r.below(3)),
          fields: [`${field}^${1 + r.below(3)}`, r.pick(textFields)],
          ...(r.chance(0.4) ? { tie_breaker: r.pick([0, 0.3, 1]) } : {}),
          ...(r.chance(0.3) ? { operator: "and" } : {}),
          ...boost,
        },
      };
    case 5:
      return { term: { [keyword]: { value, ...boost } } };
    case 6:
      return { term: { [field]: { value: r.pick(words), ...boost } } };
    case 7:
      return { terms: { [keyword]: [value, r.pick(keywordValues), r.pick(keywordValues)], ...boost } };
    case 8:
      return { range: { [r.pick(dateFields)]: dateRange(r) } };
    case 9:
      return {
        range: {
          [size]: {
            [r.pick(["gt", "gte", "from"])]: r.chance(0.1) ? r.pick(NUMBER_TEXTS) : r.below(1000) - 300,
            [r.pick(["lt", "lte", "to"])]: r.below(900_000),
            ...(r.chance(0.2) ? { [r.pick(["include_lower", "include_upper"])]: r.chance(0.5) } : {}),
            ...(r.chance(0.1) ? { relation: r.pick(["within", "contains", "intersects"]) } : {}),
            ...boost,
          },
        },
      };
    case 10:
      return r.pick([
        { prefix: { [keyword]: { value: value.slice(0, 2), ...boost } } },
        { wildcard: { [keyword]: { value: `*${value.slice(1, 3)}*` } } },
        { prefix: { [field]: r.pick(words).slice(0, 3) } },
      ]);
    case 11:
      return {
        exists: {
          field: r.pick([
            "facility",
            "spatial_extent",
            size,
            "facility.location",
            "variables.framework",
            "dataset_metadata.version.number",
          ]),
          ...boost,
        },
      };
    case 12:
      return { constant_score: { filter: randomQuery(r, 0), ...boost } };
    default:
      return randomGeo(r, boost);
  }
}

const phrase = (r: Random, length: number): string => Array.from({ length }, () => r.pick(words)).join(" ");

function randomBool(r: Random, depth: number): Clause {
  const clauses = (most: number) => Array.from({ length: r.below(most + 1) }, () => randomQuery(r, depth - 1));
  const body: Clause = {};
  for (const [occur, most] of [
    ["must", 2],
    ["filter", 2],
    ["should", 3],
    ["must_not", 1],
  ] as const) {
    const list = clauses(most);
    if (list.length > 0) body[occur] = list;
  }
  if (body["should"] && r.chance(0.3)) body["minimum_should_match"] = r.pick([0, 1, 2, "50%"]);
  if (r.chance(0.2)) body["boost"] = r.pick([0.3, 2]);
  return { bool: body };
}

function randomDate(r: Random): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const [year, month, day] = [String(1998 + r.below(28)), two(1 + r.below(12)), two(1 + r.below(28))];
  const date = r.pick([
    year,
    `${year}-${month}`,
    `${year}-${month}-${day}`,
    `${year}-${month}-${day}T${two(r.below(24))}:00:00Z`,
    String(Date.UTC(Number(year), Number(month), Number(day), r.below(24))),
  ]);
  return r.chance(0.4) ? `${date}||${r.pick(["/M", "/y", "+1M", "-3d/d", "/w", "+1y-1d", "/h", "-36h/d"])}` : date;
}

function dateRange(r: Random): Clause {
  if (r.chance(0.25)) {
    const { format, text } = randomFormatted(r);
    const zone = r.chance(0.3) ? { time_zone: r.pick(zones) } : {};
    return { [r.pick(["gt", "gte", "lt", "lte"])]: text, format, ...zone };
  }
  return {
    [r.pick(["gt", "gte"])]: randomDate(r),
    ...(r.chance(0.5) ? { [r.pick(["lt", "lte"])]: randomDate(r) } : {}),
    ...(r.chance(0.3) ? { time_zone: r.pick(zones) } : {}),
  };
}

function place(r: Random): readonly [number, number] {
  const { location } = r.pick(facilities);
  const [lon = 0, lat = 0] = location?.coordinates ?? [0, 0];
  return r.chance(0.3)
    ? [lon, lat]
    : [lon + (r.next() - 0.5) * 8, Math.max(-89, Math.min(89, lat + (r.next() - 0.5) * 8))];
}

function randomGeo(r: Random, boost: Clause): Clause {
  const field = r.pick(["facility.location", "spatial_extent"]);
  const [x, y] = place(r);
  const [w, h] = [r.next() * 12, r.next() * 8];
  const wrap = (lon: number) => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon);
  if (r.chance(0.25))
    return { geo_bounding_box: { [field]: randomBox(r, [x, y], [w, h]), ...randomValidation(r), ...boost } };
  if (r.chance(0.25)) {
    const from = r.chance(0.2) ? [x + 360, y * 2] : [wrap(x), y];
    return { geo_distance: { distance: `${1 + r.below(2000)}km`, [field]: from, ...randomValidation(r), ...boost } };
  }
  const relation = r.pick(["intersects", "disjoint", "within", "contains"]);
  return { geo_shape: { [field]: { shape: randomShape(r, x, y, w, h, relation), relation }, ...boost } };
}

function randomShape(r: Random, x: number, y: number, w: number, h: number, relation: string): Clause {
  const clamp = (lat: number) => Math.max(-90, Math.min(90, lat));
  const star = (cx: number, cy: number, size: number): number[][] => {
    const corners = 3 + r.below(6);
    const ring = Array.from({ length: corners }, (_, n) => {
      const angle = (2 * Math.PI * n) / corners;
      const radius = size * (0.4 + r.next() * 0.6);
      return [cx + radius * Math.cos(angle), clamp(cy + radius * Math.sin(angle))];
    });
    return [...ring, ...ring.slice(0, 1)];
  };
  switch (r.below(relation === "within" ? 4 : 6)) {
    case 0:
      return {
        type: "envelope",
        coordinates: [
          [Math.max(-180, x - w), clamp(y + h)],
          [Math.min(180, x + w), clamp(y - h)],
        ],
      };
    case 1:
      return { type: "polygon", coordinates: [star(x, y, w)] };
    case 2:
      return { type: "multipolygon", coordinates: [[star(x, y, w / 2)], [star(x + 3 * w, y, w / 2)]] };
    case 3:
      return { type: "polygon", coordinates: [star(x, y, w + 1), [...star(x, y, (w + 1) * 0.3)].reverse()] };
    case 4:
      return {
        type: "linestring",
        coordinates: [
          [x, y],
          [x + w, clamp(y + h)],
          [x - w, clamp(y + 1)],
        ],
      };
    default:
      return { type: "point", coordinates: [x, y] };
  }
}

function randomInnerHits(r: Random): Clause {
  const sort = r.chance(0.5) ? { sort: randomSort(r), track_scores: r.chance(0.5) } : {};
  const collapse = r.chance(0.3)
    ? { collapse: { field: r.pick(["product_type.keyword", "facility.name.keyword"]) } }
    : {};
  return { name: "inside", _source: false, size: r.below(8), from: r.below(3), ...sort, ...collapse };
}

const numericType = (r: Random): Clause => (r.chance(0.2) ? { numeric_type: r.pick(["long", "double", "date"]) } : {});

function randomSort(r: Random): unknown[] {
  const order = () => r.pick(["asc", "desc"]);
  const keys = [
    { [r.pick(dateFields)]: { order: order(), missing: r.pick(["_first", "_last"]), ...numericType(r) } },
    { [r.pick(dateFields)]: { order: order(), format: randomDateFormat(r) } },
    { [size]: { order: order(), mode: r.pick(["min", "max", "avg", "sum", "median"]), ...numericType(r) } },
    { [r.pick(keywordFields)]: { order: order() } },
    { _geo_distance: { "facility.location": place(r), order: order(), unit: r.pick(["m", "km"]) } },
    { _score: order() },
  ];
  return [r.pick(keys), ...(r.chance(0.4) ? [r.pick(keys)] : []), pid];
}

const ingredients = (r: Random): Ingredients => ({
  query: () => randomQuery(r, 1),
  date: () => randomDate(r),
  keywordFields,
  dateFields,
  numberField: size,
  zones,
});

const hits = (r: Random): Clause =>
  r.chance(0.3)
    ? {
        h: {
          top_hits: randomTopHits(
            r,
            () => randomSort(r),
            () => randomQuery(r, 1),
          ),
        },
      }
    : {};

function randomAggregation(r: Random, depth: number): Clause {
  const below =
    depth > 0 && r.chance(0.5) ? { aggs: { b: randomAggregation(r, depth - 1), m: randomMetric(r), ...hits(r) } } : {};
  const order =
    below.aggs && r.chance(0.3) ? { order: { [randomOrderPath(r, below.aggs)]: r.pick(["asc", "desc"]) } } : {};
  const running = r.chance(0.3) && below.aggs ? { aggs: { ...below.aggs, ...randomRunning(r, below.aggs) } } : below;
  switch (r.below(7)) {
    case 0:
      return {
        terms: {
          field: r.pick(keywordFields),
          size: 1 + r.below(8),
          ...(r.chance(0.2) ? { missing: "zzz" } : {}),
          ...(r.chance(0.1) ? { shard_min_doc_count: 2, min_doc_count: 3 } : {}),
          ...(r.chance(0.2)
            ? { [r.pick(["include", "exclude"])]: r.pick([".*a.*", "[a-z0-9]+", "@&~(P.*)", "z*|.{4}"]) }
            : r.chance(0.2)
              ? { include: { partition: r.below(3), num_partitions: 3 } }
              : {}),
          ...(r.chance(0.2) ? { order: { [r.pick(["_key", "_count"])]: r.pick(["asc", "desc"]) } } : order),
        },
        ...below,
      };
    case 1:
      return {
        terms: { field: r.pick([size, "facility.active", ...dateFields]), size: 1 + r.below(8), ...order },
        ...below,
      };
    case 2:
      return {
        date_histogram: {
          field: r.pick(dateFields),
          ...r.pick([
            { calendar_interval: "year" },
            { calendar_interval: "quarter", min_doc_count: 1 },
            { calendar_interval: "month", min_doc_count: 1 },
            { calendar_interval: "week", min_doc_count: 1 },
            { fixed_interval: "100d", min_doc_count: 1 },
            { fixed_interval: "36h", min_doc_count: 1 },
            { fixed_interval: "90m", min_doc_count: 1 },
            { fixed_interval: "1h", min_doc_count: 1 },
          ]),
          ...(r.chance(0.5) ? { time_zone: r.pick(zones) } : {}),
          ...(r.chance(0.2) ? { offset: r.pick(["+1d", "-6h", "+90m"]) } : {}),
          ...order,
        },
        ...running,
      };
    case 3:
      return randomMetric(r);
    default: {
      const { aggs, ...buckets } = randomBuckets(r, ingredients(r));
      // Elasticsearch answers values of other buckets if rare terms are in several buckets and none is dropped.
      const inside = "rare_terms" in buckets && depth < DEPTH ? undefined : below.aggs;
      return { ...buckets, ...(aggs || inside ? { aggs: { ...(aggs as object), ...inside } } : {}) };
    }
  }
}
