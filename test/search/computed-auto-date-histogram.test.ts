import { describe, expect, test } from "vitest";
import { aggregationsOf, answerOf, loaded } from "./asked.ts";
import { type Random, random } from "./corpus.ts";
import { type LoadedEmbedded, loadEmbedded } from "./embedded.ts";
import type { Ask } from "./exchange.ts";

/**
 * Answers of `auto_date_histogram`, which the available Elasticsearch lacks: examples of Elasticsearch's documentation and
 * tests, and answers computed from `date_histogram`, which is checked by recorded answers.
 */

interface FoundBucket {
  readonly key: number;
  readonly key_as_string?: string;
  readonly doc_count: number;
  readonly m?: { readonly value: number | null };
}
interface Found {
  readonly buckets: readonly FoundBucket[];
  readonly interval: string;
}

const begin = "temporal_extent.time_period_begin";
const size = "distribution_information.transfersize.size";
const facility = "facility.identifier.keyword";

const published = (dates: readonly string[]): Promise<LoadedEmbedded> =>
  loadEmbedded(
    "published",
    dates.map((date, n) => ({ id: String(n), document: { date, v: n } })),
    { mapping: { properties: { date: { type: "date" }, v: { type: "double" } } } },
  );

const every = (count: number, date: (n: number) => number): string[] =>
  Array.from({ length: count }, (_, n) => new Date(date(n)).toISOString());
const start = Date.UTC(2017, 0, 1);
const seconds = every(120, (n) => start + n * 1_000);
const minutes = every(120, (n) => start + n * 60_000);
const hours = every(72, (n) => start + n * 3_600_000);
const days = every(140, (n) => start + n * 86_400_000);
const months = every(60, (n) => Date.UTC(2017, n, 1));
const years = every(300, (n) => Date.UTC(2017 + n, 0, 1));

describe("the examples of Elasticsearch", () => {
  const sales = ["01-01", "01-01", "01-01", "02-01", "02-01", "03-01", "03-01"].map((day) => `2015-${day}T00:00:00Z`);
  const days5 = ["01", "02", "02", "03", "03", "03", "05"].map((day) => `2017-02-${day}T00:00:00Z`);
  const hours9 = ["09:02", "09:35", "10:15", "13:06", "14:04", "14:05", "15:59", "16:06", "16:48", "16:59"];
  const day = hours9.map((time) => `2017-02-01T${time}:00Z`);
  const hours3 = ["00:30", "01:30", "02:30"].map((time) => `2015-10-01T${time}:00Z`);
  const minutes5 = ["02:35", "02:59", "15:37", "16:04", "16:42"].map((time) => `2017-02-01T09:${time}Z`);
  const march = ["01", "02", "08", "09"].map((each) => `2020-03-${each}T00:00:00Z`);
  const months3 = ["01-01", "02-02", "02-03", "03-04", "03-05", "03-06"].map((each) => `2017-${each}T00:00:00Z`);

  test.each([
    ["months of sales", sales, 5, {}, "1M", { "2015-01-01": 3, "2015-02-01": 2, "2015-03-01": 2 }],
    ["weeks", march, 2, {}, "7d", { "2020-03-01": 2, "2020-03-08": 2 }],
    ["months", months3, 4, {}, "1M", { "2017-01-01": 1, "2017-02-01": 2, "2017-03-01": 3 }],
    [
      "days with an empty one",
      days5,
      5,
      {},
      "1d",
      { "2017-02-01": 1, "2017-02-02": 2, "2017-02-03": 3, "2017-02-04": 0, "2017-02-05": 1 },
    ],
    [
      "days in a zone",
      days5,
      5,
      { time_zone: "-01:00", format: "yyyy-MM-dd'T'XXX" },
      "1d",
      {
        "2017-01-31T-01:00": 1,
        "2017-02-01T-01:00": 2,
        "2017-02-02T-01:00": 3,
        "2017-02-03T-01:00": 0,
        "2017-02-04T-01:00": 1,
      },
    ],
    [
      "hours",
      day,
      10,
      { format: "HH:mm" },
      "1h",
      { "09:00": 2, "10:00": 1, "11:00": 0, "12:00": 0, "13:00": 1, "14:00": 2, "15:00": 1, "16:00": 3 },
    ],
    ["hours of a day", hours3, 3, { format: "HH:mm" }, "1h", { "00:00": 1, "01:00": 1, "02:00": 1 }],
    ["three hours", day, 6, { format: "HH:mm" }, "3h", { "09:00": 3, "12:00": 3, "15:00": 4 }],
    ["five minutes", minutes5, 4, { format: "HH:mm" }, "5m", { "09:02": 2, "09:07": 0, "09:12": 3 }],
  ] as const)("%s", async (_name, dates, buckets, options, interval, expected) => {
    const engine = await published(dates);
    const histogram = { field: "date", buckets, format: "yyyy-MM-dd", ...options };
    const { a } = await aggregationsOf<{ a: Found }>(engine.ask, { a: { auto_date_histogram: histogram } });
    expect(Object.fromEntries(a.buckets.map((each) => [each.key_as_string, each.doc_count]))).toEqual(expected);
    expect(a.interval).toBe(interval);
    await engine.close();
  });

  test.each([
    ["seconds", seconds, { 120: [1, "1s"], 60: [5, "5s"], 20: [10, "10s"], 10: [30, "30s"], 3: [60, "1m"] }],
    ["minutes", minutes, { 120: [1, "1m"], 60: [5, "5m"], 20: [10, "10m"], 10: [30, "30m"], 3: [60, "1h"] }],
    ["hours", hours, { 72: [1, "1h"], 36: [3, "3h"], 12: [12, "12h"], 3: [24, "1d"] }],
    ["days", days, { 140: [1, "1d"], 60: [7, "7d"], 6: [31, "1M"] }],
    ["months", months, { 60: [1, "1M"], 30: [3, "3M"], 6: [12, "1y"] }],
    [
      "years",
      years,
      { 300: [1, "1y"], 150: [5, "5y"], 50: [10, "10y"], 25: [20, "20y"], 10: [50, "50y"], 5: [100, "100y"] },
    ],
  ] as const)("each multiple of %s", async (_name, dates, expected) => {
    const engine = await published(dates);
    for (const [buckets, [documents, interval]] of Object.entries(expected)) {
      const histogram = { field: "date", buckets: Number(buckets) };
      const { a } = await aggregationsOf<{ a: Found }>(engine.ask, { a: { auto_date_histogram: histogram } });
      expect(a.interval).toBe(interval);
      expect(a.buckets.length).toBe(Math.ceil(dates.length / documents));
      expect(a.buckets[0]?.doc_count).toBe(documents);
    }
    await engine.close();
  });

  test("metrics and pipelines of weeks", async () => {
    const engine = await published(march);
    const { a, mean } = await aggregationsOf<{ a: Found; mean: unknown }>(engine.ask, {
      a: { auto_date_histogram: { field: "date", buckets: 2 }, aggs: { m: { sum: { field: "v" } } } },
      mean: { avg_bucket: { buckets_path: "a>m" } },
    });
    expect(a.buckets.map(({ m }) => m?.value)).toEqual([1, 5]);
    expect(mean).toEqual({ value: 3 });
    await engine.close();
  });
});

const UNITS = [
  { unit: "second", letter: "s", ms: 1_000, multiples: [1, 5, 10, 30] },
  { unit: "minute", letter: "m", ms: 60_000, multiples: [1, 5, 10, 30] },
  { unit: "hour", letter: "h", ms: 3_600_000, multiples: [1, 3, 12] },
  { unit: "day", letter: "d", ms: 86_400_000, multiples: [1, 7] },
  { unit: "month", letter: "M", ms: 30 * 86_400_000, multiples: [1, 3] },
  { unit: "year", letter: "y", ms: 365 * 86_400_000, multiples: [1, 5, 10, 20, 50, 100] },
] as const;

interface Options {
  readonly field: string;
  readonly buckets: number;
  readonly time_zone?: string;
  readonly minimum_interval?: string;
}

const aggs = { m: { max: { field: size } } };

/** The same from `date_histogram`, with the finest unit whose buckets can be merged to few enough. */
async function expectedOf(engine: Ask, options: Options, query: object): Promise<Found> {
  const { field, buckets: target, time_zone, minimum_interval: minimum = "second" } = options;
  const ends = await aggregationsOf<{ min: { value: number | null }; max: { value: number | null } }>(
    engine,
    { min: { min: { field } }, max: { max: { field } } },
    query,
  );
  const allowed = UNITS.slice(UNITS.findIndex(({ unit }) => unit === minimum));
  const length = Number(ends.max.value) - Number(ends.min.value);
  for (const { unit, letter, ms, multiples } of allowed) {
    const most = target * Number(multiples.at(-1));
    // Months may be some days shorter than thirty days each, and years shorter than 365.
    if (unit !== "year" && length > (most + 2) * ms) continue;
    const date_histogram = { field, calendar_interval: unit, ...(time_zone && { time_zone }) };
    const { buckets } = (
      await aggregationsOf<{ a: { buckets: FoundBucket[] } }>(engine, { a: { date_histogram, aggs } }, query)
    ).a;
    const range = (buckets.at(-1)?.key ?? 0) - (buckets[0]?.key ?? 0);
    if (unit !== "year" && (buckets.length > most || range > most * ms)) continue;
    const multiple = multiples.find((each) => Math.ceil(buckets.length / each) <= target) ?? 1;
    return { buckets: merged(buckets, multiple), interval: `${multiple}${letter}` };
  }
  throw new Error("years fit always");
}

function merged(buckets: readonly FoundBucket[], multiple: number): FoundBucket[] {
  return buckets
    .filter((_, place) => place % multiple === 0)
    .map((bucket, place) => {
      const part = buckets.slice(place * multiple, (place + 1) * multiple);
      const values = part.flatMap(({ m }) => (typeof m?.value === "number" ? [m.value] : []));
      const value = values.length > 0 ? Math.max(...values) : null;
      return { ...bucket, doc_count: part.reduce((sum, each) => sum + each.doc_count, 0), m: { value } };
    });
}

describe("beside date_histogram", () => {
  const engine = loaded();

  const fields = [begin, "temporal_extent.time_period_end", "dataset_metadata.time_file_created"];

  function randomCase(r: Random): { options: Options; query: object } {
    const field = r.pick(fields);
    const from = Date.UTC(1995 + r.below(25), r.below(12), 1 + r.below(28));
    const to = from + r.pick([1, 30, 400, 5_000, 40_000]) * 86_400_000;
    return {
      options: {
        field,
        buckets: r.pick([1, 2, 3, 5, 10, 20, 50, 200]),
        ...(r.chance(0.4)
          ? { time_zone: r.pick(["Europe/Berlin", "+05:30", "America/New_York", "Pacific/Apia"]) }
          : {}),
        ...(r.chance(0.3) ? { minimum_interval: r.pick(["second", "minute", "hour", "day", "month"]) } : {}),
      },
      query: { range: { [field]: { gte: from, lt: to } } },
    };
  }

  test("150 random searches", async () => {
    const r = random(31);
    const intervals = new Set<string>();
    for (let n = 0; n < 150; n++) {
      const { options, query } = randomCase(r);
      const { a } = await aggregationsOf<{ a: Found }>(engine, { a: { auto_date_histogram: options, aggs } }, query);
      expect(a, JSON.stringify({ options, query })).toEqual(await expectedOf(engine, options, query));
      intervals.add(a.interval);
    }
    expect(intervals.size).toBeGreaterThan(8);
  }, 60_000);

  test("in each of many buckets, and in single ones", async () => {
    const options = { field: begin, buckets: 7 };
    const inner = { a: { auto_date_histogram: options, aggs } };
    const { t } = await aggregationsOf<{ t: { buckets: { key: string; doc_count: number; a: Found }[] } }>(engine, {
      t: { terms: { field: facility, size: 50 }, aggs: inner },
    });
    expect(t.buckets.length).toBeGreaterThan(5);
    for (const { key, a } of t.buckets) {
      const query = { term: { [facility]: key } };
      expect(a, key).toEqual(await expectedOf(engine, options, query));
      const { f } = await aggregationsOf<{ f: { a: Found } }>(engine, { f: { filter: query, aggs: inner } });
      expect(f.a).toEqual(a);
    }
  });

  const monthly = { range: { [begin]: { gte: "2012-03", lt: "2012-11" } } };
  const auto = (options: object = {}) => ({ auto_date_histogram: { field: begin, buckets: 12, ...options } });
  const plain = (options: object = {}) => ({
    date_histogram: { field: begin, calendar_interval: "month", min_doc_count: 0, ...options },
  });

  test.each([
    ["hits with their scores", { h: { top_hits: { size: 3, _source: false } } }],
    [
      "hits by a sort",
      { h: { top_hits: { size: 2, sort: [{ [size]: "desc" }], track_scores: true, _source: false } } },
    ],
    ["samples of the best", { s: { sampler: { shard_size: 2 }, aggs: { f: { terms: { field: facility } } } } }],
    ["other buckets", { f: { terms: { field: facility }, aggs: { y: plain({ calendar_interval: "year" }) } } }],
    ["a sum so far", { m: { sum: { field: size } }, c: { cumulative_sum: { buckets_path: "m" } } }],
    ["derivatives", { d: { derivative: { buckets_path: "_count" } }, s: { serial_diff: { buckets_path: "_count" } } }],
    ["the best buckets", { s: { bucket_sort: { sort: [{ _count: "desc" }, "_key"], size: 3 } } }],
    ["shares", { n: { normalize: { buckets_path: "_count", method: "percent_of_sum" } } }],
  ])("holds %s", async (_name, inside) => {
    const query = { bool: { must: { match: { "identification.abstract": "cloud data" } }, filter: monthly } };
    const beside = { b: { max_bucket: { buckets_path: "a>_count" } } };
    const auto12 = await aggregationsOf<{ a: Found }>(engine, { a: { ...auto(), aggs: inside }, ...beside }, query);
    const months = await aggregationsOf<{ a: object }>(engine, { a: { ...plain(), aggs: inside }, ...beside }, query);
    expect(auto12).toEqual({ ...months, a: { ...months.a, interval: "1M" } });
    expect(auto12.a.buckets.length).toBeGreaterThan(2);
  });

  test("stands inside itself", async () => {
    const inner = auto({ buckets: 3 });
    const { a } = await aggregationsOf<{ a: { buckets: (FoundBucket & { b: Found })[] } }>(
      engine,
      { a: { ...auto(), aggs: { b: inner } } },
      monthly,
    );
    for (const { key, doc_count: documents, b } of a.buckets) {
      const next = new Date(key);
      next.setUTCMonth(next.getUTCMonth() + 1);
      const query = { range: { [begin]: { gte: key, lt: next.getTime() } } };
      expect(b).toEqual((await aggregationsOf<{ b: Found }>(engine, { b: inner }, query)).b);
      expect(b.buckets.reduce((sum, each) => sum + each.doc_count, 0)).toBe(documents);
    }
  });

  test("takes a value for documents without one, a format and a zone as date_histogram does", async () => {
    const options = { missing: Date.UTC(2012, 4, 1), format: "MM/yy XXX", time_zone: "+03:00" };
    const query = { bool: { should: [monthly, { bool: { must_not: { exists: { field: begin } } } }] } };
    const { a, b } = await aggregationsOf<{ a: Found; b: Found }>(
      engine,
      { a: auto(options), b: plain(options) },
      query,
    );
    expect(a).toEqual({ ...b, interval: "1M" });
    expect(a.buckets[0]?.key_as_string).toMatch(/^\d\d\/12 \+03:00$/);
  });

  test("answers nothing of nothing at the finest interval, and numbers as milliseconds", async () => {
    expect(await aggregationsOf(engine, { a: auto({ field: "nowhere" }) })).toEqual({
      a: { buckets: [], interval: "1s" },
    });
    const nothing = { a: auto({ minimum_interval: "day" }), b: auto({ minimum_interval: null }) };
    expect(await aggregationsOf(engine, nothing, { match_none: {} })).toEqual({
      a: { buckets: [], interval: "1d" },
      b: { buckets: [], interval: "1s" },
    });
    const { a } = await aggregationsOf<{ a: Found }>(engine, {
      a: auto({ field: "nowhere", missing: "2020-02-03T04:05:06.7Z" }),
    });
    expect(a).toMatchObject({ interval: "1s", buckets: [{ key_as_string: "2020-02-03T04:05:06.000Z" }] });
    const { n } = await aggregationsOf<{ n: Found }>(
      engine,
      { n: auto({ field: size }) },
      { range: { [size]: { gte: 0 } } },
    );
    expect(n.buckets[0]).toEqual({ key: expect.any(Number), doc_count: expect.any(Number) });
    expect(n.interval).toMatch(/^\d+[sm]$/);
  });

  test.each([
    [{ buckets: 0 }, "buckets must be greater than 0 for [a]"],
    [{ buckets: "x" }, "[auto_date_histogram] failed to parse field [buckets]"],
    [{ buckets: 2_185 }, "buckets must be less than 2184"],
    [{ buckets: 5_462, minimum_interval: "hour" }, "buckets must be less than 5461"],
    [{ buckets: 9_363, minimum_interval: "day" }, "buckets must be less than 9362"],
    [{ buckets: 21_846, minimum_interval: "month" }, "buckets must be less than 21845"],
    [{ minimum_interval: "week" }, "minimum_interval must be one of"],
    [{ minimum_interval: "year" }, "minimum_interval must be shorter than [year]"],
    [{ minimum_interval: 1 }, "[auto_date_histogram] minimum_interval doesn't support values of type: VALUE_NUMBER"],
    [{ time_zone: "Mars" }, "[auto_date_histogram] failed to parse field [time_zone]"],
    [{ field: undefined }, "Required one of fields [field, script], but none were specified."],
    [{ field: facility }, "is not supported for aggregation [auto_date_histogram]"],
    [{ field: "identification.title" }, "Fielddata is disabled"],
    [{ field: size, time_zone: "+01:00" }, "does not support custom time zones"],
    [{ missing: "x" }, "failed to parse date field [x]"],
    [{ missing: null }, "[missing] must not be null: [a]"],
    [{ format: "yyyy-qq-oo-b" }, "Invalid format"],
    [{ script: "1" }, "[auto_date_histogram] unknown field [script]"],
    [{ keyed: true }, "[auto_date_histogram] unknown field [keyed]"],
    [{ min_doc_count: 1 }, "[auto_date_histogram] unknown field [min_doc_count]"],
    [{ calendar_interval: "year" }, "[auto_date_histogram] unknown field [calendar_interval]"],
  ])("refuses %j", async (options, reason) => {
    const { status, answer } = await answerOf(engine, { aggs: { a: auto(options) } });
    expect(status).toBe(400);
    expect(JSON.stringify(answer["error"])).toContain(reason);
  });

  test.each([
    [{ c: { cumulative_sum: { buckets_path: "_key" } } }, "got: [ZonedDateTime] at aggregation [_key]"],
    [{ n: { normalize: { buckets_path: "_key", method: "mean" } } }, "got: [ZonedDateTime] at aggregation [_key]"],
  ])("refuses %j inside", async (inside, reason) => {
    const { status, answer } = await answerOf(engine, { aggs: { a: { ...auto(), aggs: inside } } });
    expect(status).toBe(400);
    expect(JSON.stringify(answer["error"])).toContain(reason);
  });

  test("gives terms no number to be ordered by", async () => {
    const terms = { terms: { field: facility, order: { a: "asc" } }, aggs: { a: auto() } };
    const { answer } = await answerOf(engine, { aggs: { t: terms } });
    expect(JSON.stringify(answer["error"])).toContain("Can't sort a [auto_date_histogram] aggregation [a]");
  });
});
