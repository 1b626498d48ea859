import { expect, test } from "vitest";
import { aggregationsOf, answerOf, loaded } from "./asked.ts";

/** Answers of `normalize`, which the available Elasticsearch lacks, are computed from the numbers beside it. */

const size = "distribution_information.transfersize.size";
const years = { date_histogram: { field: "temporal_extent.time_period_begin", calendar_interval: "year" } };
const facilities = { terms: { field: "facility.identifier.keyword", size: 100 } };

interface Found {
  readonly value: number | null;
  readonly value_as_string?: string;
}
interface FoundBucket {
  readonly doc_count: number;
  readonly m: Found;
  readonly n: Found;
}

const engine = loaded();

const ask = (aggs: object) => answerOf(engine, { aggs });

const inside = (parent: object, normalize: object, metric: object = { avg: { field: size } }) => ({
  a: { ...parent, aggs: { m: metric, n: { normalize } } },
});

async function bucketsOf(aggs: object): Promise<readonly FoundBucket[]> {
  return (await aggregationsOf<{ a: { buckets: readonly FoundBucket[] } }>(engine, aggs)).a.buckets;
}

interface Expected {
  readonly first: number;
  readonly last: number;
}

/** Each method's values for the least and the greatest number. */
const ends: Record<string, (numbers: readonly number[]) => Expected> = {
  rescale_0_1: () => ({ first: 0, last: 1 }),
  rescale_0_100: () => ({ first: 0, last: 100 }),
  percent_of_sum: (numbers) => {
    const [least, greatest, sum] = [Math.min(...numbers), Math.max(...numbers), sumOf(numbers)];
    return { first: least / sum, last: greatest / sum };
  },
  mean: (numbers) => {
    const [least, greatest, mean] = [Math.min(...numbers), Math.max(...numbers), sumOf(numbers) / numbers.length];
    return { first: (least - mean) / (greatest - least), last: (greatest - mean) / (greatest - least) };
  },
};
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

test.each([years, facilities])("puts numbers between the ends of a scale in %j", async (parent) => {
  for (const [method, expected] of Object.entries(ends)) {
    const buckets = await bucketsOf(inside(parent, { buckets_path: "m", method }));
    const known = buckets.filter(({ m }) => m.value !== null).sort((a, b) => Number(a.m.value) - Number(b.m.value));
    expect(known.length).toBeGreaterThan(5);
    const { first, last } = expected(known.map(({ m }) => Number(m.value)));
    expect(known[0]?.n.value, method).toBeCloseTo(first, 12);
    expect(known.at(-1)?.n.value, method).toBeCloseTo(last, 12);
    const found = known.map(({ n }) => Number(n.value));
    expect(found).toEqual([...found].sort((a, b) => a - b));
  }
});

test("z-scores have the mean 0 and the deviation 1", async () => {
  const found = (await bucketsOf(inside(facilities, { buckets_path: "_count", method: "z-score" }))).map(({ n }) =>
    Number(n.value),
  );
  expect(sumOf(found)).toBeCloseTo(0, 10);
  expect(sumOf(found.map((each) => each * each)) / found.length).toBeCloseTo(1, 10);
});

test("softmax has the sum 1, in the ratio of exponentials", async () => {
  const buckets = await bucketsOf(inside(facilities, { buckets_path: "_count", method: "softmax" }));
  expect(sumOf(buckets.map(({ n }) => Number(n.value)))).toBeCloseTo(1, 12);
  const [first, second] = buckets;
  const difference = Number(first?.doc_count) - Number(second?.doc_count);
  expect(difference).toBeGreaterThan(0);
  expect(Math.log(Number(first?.n.value) / Number(second?.n.value))).toBeCloseTo(difference, 10);
});

test("answers null where a bucket has no number, or all have the same", async () => {
  const empty = { ...years, date_histogram: { ...years.date_histogram, min_doc_count: 0 } };
  const buckets = await bucketsOf(inside(empty, { buckets_path: "m", method: "rescale_0_1" }));
  expect(buckets.filter(({ m }) => m.value === null).length).toBeGreaterThan(0);
  for (const { m, n } of buckets) expect(n.value === null).toBe(m.value === null);
  const one = { terms: { field: "facility.identifier.keyword", size: 1 } };
  expect((await bucketsOf(inside(one, { buckets_path: "_count", method: "mean" })))[0]?.n).toEqual({ value: null });
});

test("writes numbers in a format, and takes the path as a list of one", async () => {
  const normalize = { buckets_path: ["_count"], method: "percent_of_sum", format: "00.00%" };
  const [first] = await bucketsOf(inside(facilities, normalize));
  expect(first?.n.value_as_string).toMatch(/^\d\d\.\d\d%$/);
});

test.each([
  [{}, "Required [method, buckets_path]"],
  [{ buckets_path: "m" }, "Required [method]"],
  [{ buckets_path: "m", method: "x" }, "invalid method [x]"],
  [{ buckets_path: ["m", "m"], method: "mean" }, "buckets_path must contain a single entry for aggregation [n]"],
  [{ buckets_path: [1], method: "mean" }, "No aggregation found for path [1]"],
  [{ buckets_path: "a[", method: "mean" }, "Invalid path element [a[] in path [a[]"],
  [{ buckets_path: "m", method: "mean", gap_policy: "skip" }, "[normalize] unknown field [gap_policy]"],
  [{ buckets_path: "nothing", method: "mean" }, "No aggregation found for path [nothing]"],
  [{ buckets_path: "_key", method: "mean" }, "got: [String] at aggregation [_key]"],
])("refuses %j", async (normalize, reason) => {
  const { status, answer } = await ask(inside(facilities, normalize));
  expect(status).toBe(400);
  expect(JSON.stringify(answer["error"])).toContain(reason);
});

test("refuses to stand outside of a list of buckets", async () => {
  const normalize = { buckets_path: "_count", method: "mean" };
  const alone = await ask({ n: { normalize } });
  expect(JSON.stringify(alone.answer)).toContain("must be declared inside of another aggregation");
  const single = await ask(inside({ filter: { match_all: {} } }, normalize));
  expect(JSON.stringify(single.answer)).toContain("must have a multi-bucket aggregation as parent");
});
