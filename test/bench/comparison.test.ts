import { expect, test } from "vitest";
import { type Comparison, compare, comparisonTable, quartile } from "../../bench/comparison.ts";
import type { BenchResult, Row } from "../../bench/harness.ts";

const rate = { name: "appends", unit: "events/s", goal: { of: "ratio", at: "least", value: 0.7 } } as const;
const latency = { name: "searches, p99", unit: "ms", goal: { of: "value", at: "most", value: 10 } } as const;

/** One run for each value. */
const runs = (row: Omit<Row, "product">, values: readonly number[]): BenchResult[] =>
  values.map((value) => ({ name: "demo", rows: [{ ...row, product: [value] }] }));

const verdicts = ({ rows }: Comparison) => rows.map(({ verdict }) => verdict);

test("a rate that is a fifth lower in every round is worse, and so is a latency that is a fifth higher", () => {
  expect(verdicts(compare(runs(rate, [80, 81, 79]), runs(rate, [100, 100, 100])))).toEqual(["worse"]);
  expect(verdicts(compare(runs(latency, [10, 11, 10]), runs(latency, [8, 8, 8])))).toEqual(["worse"]);
});

test("a figure that is better or within a tenth is not worse", () => {
  expect(verdicts(compare(runs(rate, [120, 95, 91]), runs(rate, [100, 100, 100])))).toEqual(["as good"]);
  expect(verdicts(compare(runs(latency, [7, 8.5, 6]), runs(latency, [8, 8, 8])))).toEqual(["as good"]);
});

test("a figure whose upper quartile reaches the other version's is not worse, whatever the median says", () => {
  const here = [50, 80, 85, 85, 105, 105, 110];
  const there = Array.from({ length: 7 }, () => 100);
  expect(verdicts(compare(runs(rate, here), runs(rate, there)))).toEqual(["as good"]);
});

test("a figure without a goal is better if it is a higher rate, or a lower value of any other unit", () => {
  const compared = (unit: string) =>
    compare(runs({ name: "part", unit }, [50, 50]), runs({ name: "part", unit }, [100, 100]));
  expect(verdicts(compared("MB/s"))).toEqual(["worse"]);
  expect(verdicts(compared("s"))).toEqual(["as good"]);
});

test("only the first value of a run counts, since an older program measures several", () => {
  const there = runs(rate, [100, 100]).map(({ name, rows }) => ({
    name,
    rows: rows.map((row) => ({ ...row, product: [...row.product, 500] })),
  }));
  expect(compare(runs(rate, [100, 100]), there).rows[0]?.ratios).toEqual([1, 1]);
});

test("figures that only one version has are named, and values that are not above 0 are not compared", () => {
  const comparison = compare(
    [...runs(rate, [100]), ...runs(latency, [-1])],
    [...runs({ name: "old", unit: "s" }, [1]), ...runs(latency, [1])],
  );
  expect(comparison).toMatchObject({ onlyHere: ["appends"], onlyThere: ["old"] });
  expect(verdicts(comparison)).toEqual(["not comparable"]);
  expect(comparisonTable(comparison, "abc1234")).toContain("Only there: old");
});

test("quartiles lie between the values around them", () => {
  expect(([1, 2, 3] as const).map((which) => quartile([4, 1, 3, 2], which))).toEqual([1.75, 2.5, 3.25]);
});
