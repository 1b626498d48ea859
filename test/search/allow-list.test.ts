import { expect, test } from "vitest";
import { readAllowed } from "../../platform/search/elasticsearch/allow-list.ts";
import { SearchRejected } from "../../platform/search/port.ts";
import { random } from "./corpus.ts";
import { randomBody } from "./random-searches.ts";
import { isAnsweredWithoutFault, readRecorded } from "./recorded.ts";

/** The allow-list passes searches to Elasticsearch unchanged, so it must refuse everything that readers may not ask for. */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function isAllowed(body: string): boolean {
  try {
    readAllowed(Buffer.from(body), "catalogue");
    return true;
  } catch {
    return false;
  }
}

function refusalOf(body: string): unknown {
  try {
    readAllowed(Buffer.from(body), "catalogue");
  } catch (error) {
    return error instanceof SearchRejected ? error.error : error;
  }
  return undefined;
}

const recorded = readRecorded();
const chosen = Array.from({ length: 2_000 }, (_, n) => JSON.stringify(randomBody(random(n))));
const allowed = [...recorded.map(({ body }) => body), ...chosen.slice(0, 100)].filter(isAllowed);

test("every search that Elasticsearch answered is allowed, unless it answered without a faulty clause", () => {
  const refused = recorded.filter(({ body, status }) => status === 200 && !isAllowed(body));
  expect(refused).toEqual(recorded.filter(isAnsweredWithoutFault));
});

test("most of the random searches are allowed", () => {
  expect(chosen.filter(isAllowed).length).toBeGreaterThan(1_500);
});

test("no search with a script in any of its objects is allowed", () => {
  const refused: string[] = [];
  const ofEachShape = new Map(allowed.filter((body) => body.trim() !== "").map((body) => [shapeOf(body), body]));
  for (const body of ofEachShape.values()) {
    for (const spoilt of withScripts(JSON.parse(body))) {
      const text = JSON.stringify(spoilt);
      if (isAllowed(text)) refused.push(text);
    }
  }
  expect(refused).toEqual([]);
});

test("every list of sort keys, patterns or aggregations is bounded", () => {
  const repeated = (count: number, each: unknown) => Array.from({ length: count }, () => each);
  const facets = (count: number) =>
    Object.fromEntries(repeated(count, { terms: { field: "a.keyword" } }).map((each, n) => [`a${n}`, each]));
  const keys = (count: number) =>
    repeated(count, { terms: { field: "a.keyword" } }).map((each, n) => ({ [`s${n}`]: each }));
  const included = (include: string) => ({ terms: { field: "a.keyword", include } });
  for (const [longest, search] of [
    [64, (count: number) => ({ sort: repeated(count, "_score") })],
    [256, (count: number) => ({ _source: repeated(count, "a*") })],
    [4096, (count: number) => ({ _source: repeated(count, "a") })],
    [256, (count: number) => ({ aggs: facets(count) })],
    [6, (count: number) => ({ aggs: { a: { composite: { sources: keys(count) } } } })],
    [15, (count: number) => ({ query: { bool: { should: repeated(count, { regexp: { a: "b{2}" } }) } } })],
    [63, (count: number) => ({ query: { bool: { should: repeated(count, { regexp: { a: "b.*" } }) } } })],
    [
      15,
      (count: number) => ({ query: { query_string: { query: repeated(count, "/b{2}/").join(" "), fields: ["a"] } } }),
    ],
    [16, (count: number) => ({ aggs: Object.fromEntries(repeated(count, 0).map((_, n) => [n, included("b{2}")])) })],
    [64, (count: number) => ({ aggs: Object.fromEntries(repeated(count, 0).map((_, n) => [n, included("b.*")])) })],
    [4095, (count: number) => ({ query: { bool: { should: repeated(count, { match_all: {} }) } } })],
    [4095, (count: number) => ({ query: { match: { a: repeated(count, "b").join(" ") } } })],
    [63, (count: number) => ({ query: { bool: { should: repeated(count, { fuzzy: { a: "b" } }) } } })],
    ...["match", "match_bool_prefix"].map(
      (kind) =>
        [
          63,
          (count: number) => ({ query: { [kind]: { a: { query: repeated(count, "b").join(" "), fuzziness: 1 } } } }),
        ] as const,
    ),
    [
      62,
      (count: number) => ({
        query: { multi_match: { query: repeated(count, "b").join(" "), fuzziness: 1, fields: ["a", "b"] } },
      }),
    ],
    [63, (count: number) => ({ query: { bool: { should: repeated(count, { wildcard: { a: "*b" } }) } } })],
    [
      2047,
      (count: number) => ({ query: { multi_match: { query: repeated(count, "b").join(" "), fields: ["a", "b"] } } }),
    ],
  ] as const) {
    expect(isAllowed(JSON.stringify(search(longest)))).toBe(true);
    expect(isAllowed(JSON.stringify(search(longest + 1)))).toBe(false);
  }
});

test("phrases are suggested without templates, and from as many candidates as Elasticsearch can compare", () => {
  const suggest = (phrase: object) =>
    isAllowed(
      JSON.stringify({ suggest: { a: { text: "a b c d e f g h", phrase: { field: "a", max_errors: 8, ...phrase } } } }),
    );
  const candidates = (size: number) => ({ size, direct_generator: [{ field: "a", size }] });
  expect(suggest({})).toBe(true);
  expect(suggest({ collate: { query: { source: {} } } })).toBe(false);
  expect(suggest(candidates(6))).toBe(true);
  expect(suggest(candidates(7))).toBe(true);
  expect(suggest(candidates(8))).toBe(false);
  expect(suggest({ ...candidates(8), max_errors: 4 })).toBe(true);
  expect(suggest({ shard_size: 10_000 })).toBe(true);
  expect(suggest({ shard_size: 10_001 })).toBe(false);
});

test("nanoseconds are sorted by the least or the greatest of a document, and filters of sorts are read", () => {
  const sort = (options: object) => isAllowed(JSON.stringify({ sort: [{ [begin]: options }] }));
  const nanos = (mode: string) => sort({ numeric_type: "date_nanos", mode });
  expect(["min", "MAX", "avg", "sum", "median"].filter(nanos)).toEqual(["min", "MAX"]);
  expect(sort({ nested: { path: "a", filter: { term: { a: "b" } } } })).toBe(true);
  expect(sort({ nested: { path: "a", filter: { script: { script: "1" } } } })).toBe(false);
  expect(sort({ nested: { path: "a", filter: { terms: { a: { index: "x", id: "1", path: "b" } } } } })).toBe(false);
});

const facility = "facility.identifier.keyword";
const begin = "temporal_extent.time_period_begin";
const metadataFields = ["_id", "_index", "_source", "_routing", "_version", "_seq_no", "_doc_count"];
const point = { shape: { type: "point", coordinates: [0, 0] } };
const square = { top: 1, left: 0, bottom: 0, right: 1 };

test.each([
  ...["moving_fn", "bucket_script", "bucket_selector", "scripted_metric", "variable_width_histogram"],
  ...["significant_terms", "significant_text", "diversified_sampler", "boxplot", "rate", "string_stats", "inference"],
  ...["cumulative_cardinality", "moving_percentiles", "t_test", "matrix_stats", "ip_range", "ip_prefix", "geo_line"],
  ...["geohex_grid", "geo_distance", "time_series", "random_sampler", "categorize_text", "frequent_item_sets"],
])("the aggregation %s is refused by its name", (kind) => {
  const inside = { aggs: { h: { terms: { field: facility }, aggs: { a: { [kind]: { field: facility } } } } } };
  for (const search of [{ aggs: { a: { [kind]: { field: facility } } } }, inside]) {
    const error = refusalOf(JSON.stringify(search));
    expect(JSON.stringify(error)).toContain(`Unknown aggregation type [${kind}]`);
  }
});

test("metadata fields are neither searched nor aggregated nor sorted by", () => {
  const searches = [
    ...metadataFields.flatMap((field) => [
      { aggs: { a: { terms: { field } } } },
      { aggs: { a: { cardinality: { field } } } },
      { aggs: { a: { min: { field } } } },
      { aggs: { a: { avg: { field, missing: 1 } } } },
      { aggs: { a: { date_histogram: { field, calendar_interval: "year" } } } },
      { aggs: { a: { terms: { field: facility }, aggs: { b: { terms: { field } } } } } },
      { sort: field },
      { sort: [{ [field]: "asc" }] },
      { sort: [{ [field]: { unmapped_type: "keyword" } }] },
      { sort: [{ _geo_distance: { [field]: [0, 0], ignore_unmapped: true } }] },
    ]),
    { sort: [{ _script: { unmapped_type: "long" } }] },
    { query: { multi_match: { query: "a", fields: ["identification.title", "_index^2"] } } },
    { query: { multi_match: { query: "a", fields: ["_in*"] } } },
    { query: { exists: { field: "_*" } } },
    { query: { geo_distance: { distance: "1km", _index: [0, 0], ignore_unmapped: true } } },
    { query: { geo_bounding_box: { _index: square, ignore_unmapped: true } } },
    { query: { geo_shape: { _index: point, ignore_unmapped: true } } },
  ];
  expect(searches.map((search) => JSON.stringify(search)).filter(isAllowed)).toEqual([]);
});

test("searches that Elasticsearch refuses with any mapping are refused", () => {
  const searches = [
    ...[[], {}].map((missing) => ({ sort: [{ [begin]: { missing } }] })),
    ...[null, 5, [], {}].flatMap((value) =>
      ["order", "mode", "unmapped_type", "format"].map((member) => ({ sort: [{ [begin]: { [member]: value } }] })),
    ),
    { sort: [{ _score: { order: [] } }] },
    { sort: [{ _doc: { order: null } }] },
    ...["nothing", "m.x", "m[x]", "m.", "", "inner", "inner>m", "m>inner", "_term"].flatMap((path) => {
      const order = { [path]: "asc" };
      const aggs = { m: { max: { field: begin } }, inner: { terms: { field: facility } } };
      return [
        { aggs: { a: { terms: { field: facility, order }, aggs } } },
        { aggs: { a: { date_histogram: { field: begin, calendar_interval: "year", order }, aggs } } },
      ];
    }),
    { aggs: { a: { terms: { field: facility, order: [] } } } },
    { aggs: { a: { terms: { field: facility, min_doc_count: "" } } } },
    { aggs: { a: { terms: { field: facility, collect_mode: "x" } } } },
    { aggs: { a: { cardinality: { field: facility, execution_hint: 5 } } } },
    { aggs: { a: { cardinality: { field: facility, rehash: true } } } },
    { query: { term: { "": "a" } } },
    { query: { terms: { "": ["a"] } } },
    { query: { range: { "": { gte: 1 } } } },
    { query: { ids: { values: 5 } } },
    { query: { match_none: { boost: "x" } } },
    { _source: { includes: [5] } },
  ];
  expect(searches.map((search) => JSON.stringify(search)).filter(isAllowed)).toEqual([]);
});

/** The body without its texts and numbers. */
const shapeOf = (body: string): string =>
  JSON.stringify(JSON.parse(body), (_name, value) => (typeof value === "object" ? value : typeof value));

/** Copies of the value with a script as a further member, each time of another object inside it. */
function* withScripts(value: unknown, isData = false): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [place, each] of value.entries())
      for (const spoilt of withScripts(each, isData)) yield value.with(place, spoilt);
  }
  if (!isObject(value)) return;
  // Engines read only the members of GeoJSON that they know, return `meta` unchanged, and ignore a highlighter's `options`.
  if (!isData) yield { ...value, script: { source: "1" } };
  for (const [name, each] of Object.entries(value)) {
    for (const spoilt of withScripts(each, isData || ["shape", "meta", "options"].includes(name)))
      yield { ...value, [name]: spoilt };
  }
}
