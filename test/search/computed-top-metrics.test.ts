import { describe, expect, test } from "vitest";
import { aggregationsOf, answerOf, loaded } from "./asked.ts";
import { type Random, random } from "./corpus.ts";
import { loadEmbedded } from "./embedded.ts";

/**
 * Answers of `top_metrics`, which the available Elasticsearch lacks: examples of Elasticsearch's tests, and answers computed
 * from `top_hits`, which is checked by recorded answers.
 */

const begin = "temporal_extent.time_period_begin";
const end = "temporal_extent.time_period_end";
const size = "distribution_information.transfersize.size";
const facility = "facility.identifier.keyword";
const product = "product_type.keyword";
const active = "facility.active";

interface Top {
  readonly sort: readonly unknown[];
  readonly metrics: Record<string, unknown>;
}
interface Hit {
  readonly sort: readonly unknown[];
  readonly fields?: Record<string, readonly unknown[]>;
}
interface FoundBucket {
  readonly key: unknown;
  readonly doc_count: number;
  readonly tm: { readonly top: readonly Top[] };
  readonly h: { readonly hits: { readonly hits: readonly Hit[] } };
}

const engine = loaded();

const ask = (body: object) => answerOf(engine, body);

const found = <Answer>(aggs: object, query?: object) => aggregationsOf<Answer>(engine, aggs, query);

const topMetrics = (fields: readonly string[], sort: unknown, options: object = {}) => ({
  top_metrics: { metrics: fields.map((field) => ({ field })), sort, ...options },
});

/** The mean of numbers or the first of texts, as documents have them. */
function metricOf(field: string, values: readonly unknown[] | undefined): unknown {
  if (!values || values.length === 0) return null;
  if (field === size) return values.reduce((sum: number, each) => sum + Number(each), 0) / values.length;
  if (field === begin || field === end) {
    const mean = values.reduce((sum: number, each) => sum + Number(each), 0) / values.length;
    return new Date(Math.round(mean)).toISOString();
  }
  return field === active ? String(values[0]) : [...values].map(String).sort(byBytes)[0];
}
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

const sortOf = (field: string, [value]: readonly unknown[]) => {
  if (field === active) return [String(Number(value) !== 0)];
  return [field === begin || field === end ? new Date(Number(value)).toISOString() : value];
};

const docvalues = (fields: readonly string[]) =>
  fields.map((field) => (field === begin || field === end ? { field, format: "epoch_millis" } : { field }));

function randomCase(r: Random) {
  const by = r.pick([begin, end, size, active]);
  const missing = by === begin || by === end ? 1_000_000_000_000 : r.pick(["_first", "_last", 5]);
  const options = {
    order: r.pick(["asc", "desc"]),
    missing,
    ...(r.chance(0.4) ? { mode: r.pick(["min", "max", "avg", "sum", "median"]) } : {}),
  };
  const metrics = [size, begin, facility, product, active, "identification.title.keyword"].filter(() => r.chance(0.5));
  return { by, sort: [{ [by]: options }], metrics, count: 1 + r.below(10) };
}

test("finds the values of 200 random searches", async () => {
  const r = random(42);
  let compared = 0;
  for (let n = 0; n < 200; n++) {
    const { by, sort, metrics, count } = randomCase(r);
    const hits = { top_hits: { size: 100, sort, _source: false, docvalue_fields: docvalues(metrics) } };
    const parent = r.pick([
      { terms: { field: facility, size: 20 } },
      { date_histogram: { field: begin, calendar_interval: "year", min_doc_count: 1 } },
    ]);
    const { a } = await found<{ a: { buckets: FoundBucket[] } }>({
      a: { ...parent, aggs: { tm: topMetrics(metrics, sort, { size: count }), h: hits } },
    });
    for (const { tm, h } of a.buckets) {
      const expected = h.hits.hits.map((hit) => ({
        sort: sortOf(by, hit.sort),
        metrics: Object.fromEntries(metrics.map((field) => [field, metricOf(field, hit.fields?.[field])])),
      }));
      expect(tm.top.length).toBe(Math.min(count, expected.length));
      expect(tm.top.map((each) => each.sort)).toEqual(expected.slice(0, count).map((each) => each.sort));
      // Equal documents come in an order of their own.
      for (const each of tm.top) expect(expected, JSON.stringify([sort, metrics])).toContainEqual(rounded(each));
      compared += tm.top.length;
    }
  }
  expect(compared).toBeGreaterThan(5_000);
}, 60_000);

const rounded = ({ sort, metrics }: Top) => ({
  sort,
  metrics: Object.fromEntries(
    Object.entries(metrics).map(([field, value]) => [
      field,
      field === size && value !== null ? expect.closeTo(Number(value), 6) : value,
    ]),
  ),
});

describe("the examples of Elasticsearch", () => {
  const examples = loaded(() => {
    const cities = [
      { location: { lat: 40.7128, lon: -74.006 }, population: 8_623_000, s: 1, v: 3.25, t: "big cat" },
      { location: { lat: 34.0522, lon: -118.2437 }, population: 4_000_000, s: 2, v: 1, t: "cat" },
      { location: { lat: 41.8781, lon: -87.6298 }, population: 2_716_000, s: 3, v: 2.5, t: "the small dog" },
    ];
    const times = ["2020-01-01T01:01:01Z", "2020-01-01T02:01:01Z", "2020-01-01T02:01:01Z"];
    return loadEmbedded(
      "examples",
      cities.map((city, n) => ({
        id: String(n),
        document: { ...city, ip: n < 2 ? "192.168.0.1" : "192.168.0.2", date: times[n] },
      })),
      {
        mapping: {
          properties: {
            location: { type: "geo_point" },
            population: { type: "double" },
            s: { type: "double" },
            v: { type: "double" },
            t: { type: "text" },
            ip: { type: "keyword" },
            date: { type: "date" },
          },
        },
      },
    );
  });

  async function topOf(definition: object, query: object = { match_all: {} }): Promise<readonly Top[]> {
    const { text } = await examples(JSON.stringify({ size: 0, query, aggs: { tm: definition } }));
    return JSON.parse(text).aggregations.tm.top;
  }

  test.each([
    [{ s: "desc" }, { sort: [3], metrics: { v: 2.5 } }],
    [{ s: "asc" }, { sort: [1], metrics: { v: 3.25 } }],
    ["s", { sort: [1], metrics: { v: 3.25 } }],
    [["s"], { sort: [1], metrics: { v: 3.25 } }],
    [[{ s: { order: "desc" } }], { sort: [3], metrics: { v: 2.5 } }],
    [{ date: { order: "desc", format: "yyyy" } }, { sort: ["2020-01-01T02:01:01.000Z"], metrics: { v: 1 } }],
  ])("sorted by %j", async (sort, expected) => {
    const definition = { top_metrics: { metrics: { field: "v" }, sort } };
    expect(await topOf(definition)).toEqual([expected]);
  });

  test("sorted by score", async () => {
    const definition = topMetrics(["v"], "_score");
    const [first] = await topOf(definition, { match: { t: "big cat" } });
    expect(first?.metrics).toEqual({ v: 3.25 });
    // A float32, with all digits of its double.
    expect(Math.fround(Number(first?.sort[0]))).toBe(first?.sort[0]);
    const ascending = await topOf(topMetrics(["v"], { _score: "asc" }), { match: { t: "big cat" } });
    expect(ascending[0]?.metrics).toEqual({ v: 1 });
  });

  test("sorted by distance", async () => {
    const sort = { _geo_distance: { location: "35.7796, -78.6382" } };
    const top = await topOf(topMetrics(["population"], sort, { size: 3 }));
    expect(top.map(({ metrics }) => metrics["population"])).toEqual([8_623_000, 2_716_000, 4_000_000]);
    const distances = [681_335.0456554737, 1_031_665.3103809588, 3_591_714.92471555];
    expect(top.map((each) => each.sort[0])).toEqual(distances.map((each) => expect.closeTo(each, 3)));
  });

  test("inside terms that are ordered by it", async () => {
    const tm = topMetrics(["v"], { date: "desc" });
    const terms = { terms: { field: "ip", order: { "tm.v": "desc" } }, aggs: { tm } };
    const { text } = await examples(JSON.stringify({ size: 0, aggs: { terms } }));
    const { buckets } = JSON.parse(text).aggregations.terms as { buckets: FoundBucket[] };
    expect(buckets.map(({ key }) => key)).toEqual(["192.168.0.2", "192.168.0.1"]);
    expect(buckets[0]?.tm.top).toEqual([{ sort: ["2020-01-01T02:01:01.000Z"], metrics: { v: 2.5 } }]);
  });
});

describe("as a number", () => {
  const tm = topMetrics([size, begin, active, product], { [end]: { order: "desc", missing: 0 } });
  type WithTop = FoundBucket & Record<string, { readonly value?: number | null }>;
  const bucketsOf = async (parent: object, below: object, query?: object): Promise<readonly WithTop[]> =>
    (await found<{ a: { buckets: WithTop[] } }>({ a: { ...parent, aggs: below } }, query)).a.buckets;
  const sizeIn = ({ tm: { top } }: FoundBucket) => top[0]?.metrics[size] as number | null;

  test.each(["asc", "desc"])(
    "orders terms, those without a value at the place of the largest: %s",
    async (direction) => {
      const order = { [`tm[${size}]`]: direction };
      const buckets = await bucketsOf({ terms: { field: facility, size: 20, order } }, { tm });
      const numbers = buckets.map((each) => sizeIn(each) ?? Number.POSITIVE_INFINITY);
      expect(numbers.length).toBeGreaterThan(5);
      expect(numbers).toEqual([...numbers].sort((a, b) => (direction === "asc" ? a - b : b - a)));
    },
  );

  test("orders histograms and combinations", async () => {
    const order = { [`tm[${begin}]`]: "desc" };
    const inYears = await bucketsOf(
      { date_histogram: { field: begin, calendar_interval: "year", min_doc_count: 1, order } },
      { tm },
    );
    const begins = inYears.map(({ tm: { top } }) => String(top[0]?.metrics[begin]));
    expect(begins).toEqual([...begins].sort().reverse());
    const terms = [{ field: facility }, { field: product }];
    const combined = await bucketsOf({ multi_terms: { terms, size: 100, order } }, { tm });
    expect(combined.length).toBeGreaterThan(10);
  });

  test("is sorted, added up and compared by pipelines", async () => {
    const path = `tm[${size}]`;
    const years = { date_histogram: { field: begin, calendar_interval: "year" } };
    const query = { range: { [begin]: { gte: "2005", lt: "2015" } } };
    const plain = await bucketsOf(years, { tm }, query);
    expect(plain.every(({ doc_count: documents }) => documents > 0)).toBe(true);
    const sorted = await bucketsOf(years, { tm, s: { bucket_sort: { sort: [{ [path]: "desc" }] } } }, query);
    const known = plain.map(sizeIn).filter((each): each is number => each !== null);
    expect(sorted.map(sizeIn)).toEqual([...known].sort((a, b) => b - a));
    const summed = await bucketsOf(years, { tm, c: { cumulative_sum: { buckets_path: path } } }, query);
    expect(summed.at(-1)?.["c"]?.value).toBeCloseTo(
      known.reduce((sum, each) => sum + each, 0),
      6,
    );
    const { best } = await found<{ best: { value: number } }>(
      { a: { ...years, aggs: { tm } }, best: { max_bucket: { buckets_path: `a>${path}` } } },
      query,
    );
    expect(best.value).toBeCloseTo(Math.max(...known), 6);
  });

  const inTerms = (order: string, definition: object = tm) => ({
    terms: { field: facility, order: { [order]: "asc" } },
    aggs: { tm: definition },
  });
  const inYears = (below: object, options: object = {}) => ({
    date_histogram: { field: begin, calendar_interval: "year", ...options },
    aggs: { tm, ...below },
  });

  test.each([
    [inTerms("tm"), "Invalid aggregation order path [tm]. unknown metric [null]"],
    [inTerms("tm.nothing"), "Invalid aggregation order path [tm.nothing]. unknown metric [nothing]"],
    [inTerms(`tm[${product}]`), `[top_metrics] can't order buckets by [${product}]: its values are texts`],
    [
      { ...inYears({}, { order: { "tm.x": "asc" } }) },
      "Unknown metric name [x] on multi-value metrics aggregation [tm]",
    ],
    [
      inYears({ tm: topMetrics([size], "_score", { size: 2 }) }, { order: { [`tm[${size}]`]: "asc" } }),
      "[top_metrics] can only the be target if [size] is [1] but was [2]",
    ],
    [inYears({ c: { cumulative_sum: { buckets_path: "tm" } } }), "got: [InternalTopMetrics] at aggregation [tm]"],
    [inYears({ c: { cumulative_sum: { buckets_path: "tm[x]" } } }), "path not supported for [tm]: [x]"],
    [
      inYears({ c: { cumulative_sum: { buckets_path: `tm[${size}]` } } }, { min_doc_count: 0 }),
      "must reference either",
    ],
    [
      inYears({ c: { serial_diff: { buckets_path: `tm[${product}]` } } }, { min_doc_count: 1 }),
      "got: [BytesRef] at aggregation [tm]",
    ],
  ])("refuses %j", async (definition, reason) => {
    const { status, answer } = await ask({ aggs: { a: definition } });
    expect(status).toBe(400);
    expect(JSON.stringify(answer["error"])).toContain(reason);
  });

  test("terms take the first of several documents", async () => {
    const several = topMetrics([size], { [end]: { order: "desc", missing: 0 } }, { size: 3 });
    const one = await bucketsOf(inTerms(`tm[${size}]`), { tm });
    const first = await bucketsOf(inTerms(`tm[${size}]`), { tm: several });
    expect(first.map(sizeIn)).toEqual(one.map(sizeIn));
  });
});

test("answers nothing of nothing, null without a value, and a value for those without one", async () => {
  const none = topMetrics([size], begin);
  expect(await found({ tm: none }, { match_none: {} })).toEqual({ tm: { top: [] } });
  const without = { bool: { must_not: { exists: { field: size } } } };
  const metrics = [
    { field: size },
    { field: product, missing: "none" },
    { field: "nowhere" },
    { field: "elsewhere", missing: 7 },
    { field: active, missing: true },
  ];
  const sort = { [size]: { order: "asc", missing: -2.5 } };
  const { tm } = await found<{ tm: { top: Top[] } }>({ tm: { top_metrics: { metrics, sort } } }, without);
  expect(tm.top).toEqual([
    {
      sort: [-2.5],
      metrics: {
        [size]: null,
        [product]: expect.any(String),
        nowhere: null,
        elsewhere: 7,
        [active]: expect.stringMatching(/^(true|false)$/),
      },
    },
  ]);
  const last = await found<{ tm: { top: Top[] } }>({ tm: topMetrics([], size) }, without);
  expect(last.tm.top).toEqual([{ sort: ["Infinity"], metrics: {} }]);
  const unmapped = await found<{ tm: { top: Top[] } }>({ tm: topMetrics([], { nowhere: { unmapped_type: "long" } }) });
  expect(JSON.stringify(unmapped.tm.top)).toContain('"sort":[9223372036854776000]');
});

test.each([
  [{}, "Required [sort, metrics]"],
  [{ sort: begin }, "Required [metrics]"],
  [{ metrics: [{ field: size }] }, "Required [sort]"],
  [{ metrics: [{ field: size }], sort: [] }, "[sort] must contain exactly one sort"],
  [{ metrics: [{ field: size }], sort: [begin, end] }, "[sort] must contain exactly one sort"],
  [{ metrics: [{ field: size }], sort: begin, size: 0 }, "[size] must be more than 0 but was [0]"],
  [
    { metrics: [{ field: size }], sort: begin, size: 11 },
    "[top_metrics.size] must not be more than [10] but was [11].",
  ],
  [{ metrics: [{ field: size }], sort: 1 }, "[top_metrics] sort doesn't support values of type: VALUE_NUMBER"],
  [{ metrics: size, sort: begin }, "[top_metrics] metrics doesn't support values of type: VALUE_STRING"],
  [{ metrics: [{ missing: 1 }], sort: begin }, "[field] and [script] cannot both be null."],
  [{ metrics: [{ field: size, script: "1" }], sort: begin }, "[field_config] unknown field [script]"],
  [{ metrics: [{ field: "facility.location" }], sort: begin }, "is not supported for aggregation [top_metrics]"],
  [{ metrics: [{ field: "identification.title" }], sort: begin }, "Fielddata is disabled"],
  [{ metrics: [{ field: size }], sort: "_doc" }, "sorting by _doc is not supported"],
  [
    { metrics: [{ field: size }], sort: facility },
    `error building sort for field [${facility}] of type [keyword] in index [catalogue]: only supported on numeric fields`,
  ],
  [{ metrics: [{ field: size }], sort: { [facility]: { mode: "avg" } } }, "we only support AVG, MEDIAN and SUM"],
  [{ metrics: [{ field: size }], sort: "facility.location" }, "can't sort on geo_point or point field"],
  [{ metrics: [{ field: size }], sort: "nowhere" }, "No mapping found for [nowhere] in order to sort on"],
  [{ metrics: [{ field: size }], sort: { _script: {} } }, "No mapping found for [_script] in order to sort on"],
  [{ metrics: [{ field: size }], sort: { [begin]: "desc", x: 1 } }, "[field_sort] Expected START_OBJECT"],
  [{ metrics: [{ field: size }], sort: begin, missing: 1 }, "[top_metrics] unknown field [missing]"],
  [{ metrics: [{ field: size }], sort: { [begin]: { missing: "_first" } } }, "use [missing] in its sort, or filter"],
])("refuses %j", async (top_metrics, reason) => {
  const { status, answer } = await ask({ aggs: { tm: { top_metrics } } });
  expect(status).toBe(400);
  expect(JSON.stringify(answer["error"])).toContain(reason);
});

test("each of its values counts as an aggregation", async () => {
  const { answer } = await ask({ aggs: { tm: topMetrics(new Array(256).fill(size), begin) } });
  expect(JSON.stringify(answer["error"])).toContain("there are more than [256] aggregations");
});
