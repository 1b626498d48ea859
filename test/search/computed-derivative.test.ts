import { describe, expect, test } from "vitest";
import { aggregationsOf, answerOf, loaded } from "./asked.ts";
import { loadEmbedded } from "./embedded.ts";
import type { Ask } from "./exchange.ts";

/**
 * Answers of `derivative`, which the available Elasticsearch lacks: examples of Elasticsearch's tests, and differences of
 * the numbers beside it.
 */

const begin = "temporal_extent.time_period_begin";
const size = "distribution_information.transfersize.size";

interface Derivative {
  readonly value: number | null;
  readonly value_as_string?: string;
  readonly normalized_value?: number | null;
  readonly normalized_value_as_string?: string;
}
interface FoundBucket {
  readonly key: number;
  readonly doc_count: number;
  readonly m: { readonly value: number | null };
  readonly d?: Derivative;
  readonly x?: { readonly value: number };
}

async function bucketsOf(engine: Ask, parent: object, aggs: object): Promise<readonly FoundBucket[]> {
  const { a } = await aggregationsOf<{ a: { buckets: readonly FoundBucket[] } }>(engine, { a: { ...parent, aggs } });
  return a.buckets;
}

describe("the examples of Elasticsearch", () => {
  const engine = loaded(() => {
    const values = [1, 2, 1, undefined, 5, 9];
    const documents = values.flatMap((v, hour) =>
      v === undefined ? [] : [{ n: 10 * (hour + 1), time: `2022-01-01T0${hour}:00:00Z`, v }],
    );
    return loadEmbedded(
      "gaps",
      documents.map((document, n) => ({ id: String(n), document })),
      { mapping: { properties: { time: { type: "date" }, n: { type: "double" }, v: { type: "double" } } } },
    );
  });

  const hours = { date_histogram: { field: "time", fixed_interval: "1h" } };
  const tens = { histogram: { field: "n", interval: 10 } };
  const m = { avg: { field: "v" } };
  const values = (buckets: readonly FoundBucket[]) => buckets.map(({ d }) => d?.value ?? null);

  test.each([
    ["skip", [null, 1, -1, null, null, 4]],
    ["insert_zeros", [null, 1, -1, -1, 5, 4]],
    ["keep_values", [null, 1, -1, null, null, 4]],
  ])("gap_policy %s", async (gap_policy, expected) => {
    const d = { derivative: { buckets_path: "m", gap_policy } };
    expect(values(await bucketsOf(engine, hours, { m, d }))).toEqual(expected);
    expect(values(await bucketsOf(engine, tens, { m, d }))).toEqual(expected);
  });

  test("a format, and the name of an aggregation with a dot", async () => {
    const d = { derivative: { buckets_path: "v.v.value", format: "0.00" } };
    const buckets = await bucketsOf(engine, hours, { "v.v": m, d });
    expect(buckets.map((bucket) => bucket.d?.value_as_string)).toEqual([
      undefined,
      "1.00",
      "-1.00",
      undefined,
      undefined,
      "4.00",
    ]);
  });

  test("one of several percentiles", async () => {
    const percentiles = { percentiles: { field: "v", percents: [50, 99.9] } };
    const d = { derivative: { buckets_path: "p[99.9]" } };
    expect(values(await bucketsOf(engine, hours, { p: percentiles, d }))).toEqual([null, 1, -1, null, null, 4]);
  });
});

describe("with a unit", () => {
  const engine = loaded();

  const DAY = 86_400_000;
  const months = {
    date_histogram: { field: begin, calendar_interval: "month", hard_bounds: { min: "2005", max: "2015" } },
  };
  const m = { avg: { field: size } };
  const derived = (derivative: object) => ({ m, d: { derivative: { buckets_path: "m", ...derivative } } });

  test.each([
    ["day", DAY],
    ["1d", DAY],
    ["36h", 1.5 * DAY],
    ["90m", DAY / 16],
    ["250ms", 250],
    ["week", 7 * DAY],
    ["1w", 7 * DAY],
    ["month", 365.2425 * (DAY / 12)],
    ["months", 365.2425 * (DAY / 12)],
    ["1M", 365.2425 * (DAY / 12)],
    ["quarter", 365.2425 * (DAY / 4)],
    ["year", 365.2425 * DAY],
    ["years", 365.2425 * DAY],
    ["1y", 365.2425 * DAY],
    ["hour", 3_600_000],
    ["minute", 60_000],
    ["second", 1_000],
  ])("%s", async (unit, length) => {
    const buckets = await bucketsOf(engine, months, derived({ unit }));
    let compared = 0;
    for (const [place, { key, m: own, d }] of buckets.entries()) {
      const before = buckets[place - 1];
      if (!before) expect(d).toBeUndefined();
      else if (own.value === null || before.m.value === null)
        expect(d).toEqual({ value: null, normalized_value: null });
      else {
        const value = own.value - before.m.value;
        const units = (key - before.key) / length;
        expect(d?.value).toBe(value);
        expect(d?.normalized_value).toBeCloseTo(value / units, 6);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(5);
  });

  test("is of the keys of numbers too, and of no use where they descend", async () => {
    const numbers = { histogram: { field: size, interval: 50_000 } };
    const d = { derivative: { buckets_path: "_count", unit: "25s" } };
    const buckets = await bucketsOf(engine, numbers, { m, d });
    for (const bucket of buckets.slice(1)) expect(bucket.d?.normalized_value).toBe(Number(bucket.d?.value) / 2);
    const descending = { histogram: { ...numbers.histogram, order: { _key: "desc" } } };
    for (const bucket of await bucketsOf(engine, descending, { m, d })) {
      expect(bucket.d ?? {}).not.toHaveProperty("normalized_value");
    }
  });

  test("writes both numbers in a format", async () => {
    const buckets = await bucketsOf(engine, months, derived({ unit: "day", format: "0.0#" }));
    const both = buckets.filter(({ d }) => typeof d?.value === "number");
    expect(both.length).toBeGreaterThan(5);
    for (const { d } of both) {
      expect(d?.value_as_string).toMatch(/^-?\d+\.\d\d?$/);
      expect(d?.normalized_value_as_string).toMatch(/^-?\d+\.\d\d?$/);
    }
  });

  test("is a number for other pipelines", async () => {
    const sum = { cumulative_sum: { buckets_path: "d.normalized_value" } };
    const buckets = await bucketsOf(engine, months, { ...derived({ unit: "day" }), x: sum });
    let total = 0;
    for (const { d, x } of buckets) {
      total += d?.normalized_value ?? 0;
      expect(x?.value).toBeCloseTo(total, 6);
    }
    const plain = { cumulative_sum: { buckets_path: "d[normalized_value]" } };
    const without = await bucketsOf(engine, months, { ...derived({}), x: plain });
    expect(without.at(-1)?.x?.value).toBeCloseTo(
      without.reduce((all, { d }) => all + (d?.value ?? 0), 0),
      6,
    );
    const sort = { bucket_sort: { sort: [{ "d[normalized_value]": "desc" }], size: 3 } };
    const best = await bucketsOf(engine, months, { ...derived({ unit: "day" }), s: sort });
    const all = buckets.flatMap(({ d }) => (typeof d?.normalized_value === "number" ? [d.normalized_value] : []));
    expect(best.map(({ d }) => d?.normalized_value)).toEqual(all.sort((a, b) => b - a).slice(0, 3));
  });

  test("stands in auto_date_histogram", async () => {
    const parent = { auto_date_histogram: { field: begin, buckets: 30 } };
    const buckets = await bucketsOf(engine, parent, { m, d: { derivative: { buckets_path: "_count", unit: "year" } } });
    expect(buckets.slice(1).every(({ d }) => typeof d?.normalized_value === "number")).toBe(true);
  });

  test.each([
    [{ buckets_path: "m", unit: "fortnight" }, "failed to parse setting [DerivativePipelineAggregationBuilder.unit]"],
    [{ buckets_path: "m", unit: 5 }, "Unexpected token VALUE_NUMBER in [d]."],
    [{ buckets_path: "m", unit: ["day"] }, "Unknown key for a START_ARRAY in [d]: [unit]."],
    [{ buckets_path: "m", lag: "1" }, "Unknown key for a VALUE_STRING in [d]: [lag]."],
    [{ buckets_path: "m", format: 5 }, "Unexpected token VALUE_NUMBER in [d]."],
    [{ buckets_path: "m", gap_policy: "fill" }, "Invalid gap policy: [fill]"],
    [{ buckets_path: "a[" }, "Invalid path element [a[] in path [a[]"],
    [{ buckets_path: [] }, "Unknown key for a START_ARRAY in [d]: [buckets_path]."],
    [{ buckets_path: "missing" }, "No aggregation found for path [missing]"],
    [{}, "Missing required field [buckets_path] for derivative aggregation [d]"],
  ])("refuses %j", async (derivative, reason) => {
    const { status, answer } = await answerOf(engine, { aggs: { a: { ...months, aggs: { m, d: { derivative } } } } });
    expect(status).toBe(400);
    expect(JSON.stringify(answer["error"])).toContain(reason);
  });

  const count = { d: { derivative: { buckets_path: "_count" } } };
  test.each([
    [
      { date_histogram: { field: begin, calendar_interval: "year", min_doc_count: 1 }, aggs: count },
      "parent histogram of derivative aggregation [d] must have min_doc_count of 0",
    ],
    [
      { histogram: { field: size, interval: 1_000_000, min_doc_count: 1 }, aggs: count },
      "parent histogram of derivative aggregation [d] must have min_doc_count of 0",
    ],
    [
      { ...months, aggs: { ...count, e: { derivative: { buckets_path: "d.other" } } } },
      "path not supported for [d]: [other]",
    ],
    [{ terms: { field: "facility.identifier.keyword" }, aggs: count }, "must have a histogram, date_histogram or auto"],
  ])("refuses to stand in %j", async (parent, reason) => {
    const { status, answer } = await answerOf(engine, { aggs: { a: parent } });
    expect(status).toBe(400);
    expect(JSON.stringify(answer["error"])).toContain(reason);
  });
});
