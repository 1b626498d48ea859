import { describe, expect, test } from "vitest";
import { european } from "./european.ts";
import { classOf, limitsOf, rangeOf } from "./index-table.ts";
import { norwegian } from "./norwegian.ts";

const classIn = (table: typeof norwegian) => (component: string, value: number) =>
  classOf(limitsOf(table, component) ?? [], value);

test.each([
  ["PM10", 50.7, 1],
  ["PM10", 59.999999, 1],
  ["PM10", 60, 2],
  ["PM10", 120, 3],
  ["PM10", 400, 4],
  ["PM10", 1e9, 4],
  ["PM10", -3.2, 1],
  ["PM2.5", 30, 2],
  ["PM2.5", 50, 3],
  ["PM2.5", 150, 4],
  ["NO2", 99.9, 1],
  ["NO2", 100, 2],
  ["NO2", 200, 3],
  ["NO2", 400, 4],
  ["O3", 179.9, 2],
  ["O3", 180, 3],
  ["O3", 240, 4],
  ["SO2", 100, 2],
  ["SO2", 350, 3],
  ["SO2", 500, 4],
])("Norwegian: %s of %d has class %d", (component, value, expected) => {
  expect(classIn(norwegian)(component, value)).toBe(expected);
});

test.each([
  ["PM2.5", [5, 15, 50, 90, 140]],
  ["PM10", [15, 45, 120, 195, 270]],
  ["NO2", [10, 25, 60, 100, 150]],
  ["O3", [60, 100, 120, 160, 180]],
  ["SO2", [20, 40, 125, 190, 275]],
])("European: each limit of %s begins the next class", (component, limits) => {
  for (const [index, limit] of limits.entries()) {
    expect(classIn(european)(component, limit - 0.000001)).toBe(index + 1);
    expect(classIn(european)(component, limit)).toBe(index + 2);
  }
});

test("components are known without regard to case, and only five of them", () => {
  expect(limitsOf(norwegian, "pm2.5")).toEqual([30, 50, 150]);
  for (const other of ["NO", "NOx", "CO", "PM1", "constructor"]) expect(limitsOf(norwegian, other)).toBeUndefined();
});

test("the first class begins at 0 and the last ends at ten times its limit", () => {
  const limits = limitsOf(norwegian, "PM10") ?? [];
  expect([1, 2, 3, 4].map((index) => rangeOf(limits, index))).toEqual([
    { from: 0, to: 60 },
    { from: 60, to: 120 },
    { from: 120, to: 400 },
    { from: 400, to: 4000 },
  ]);
});

describe.each([
  ["Norwegian", norwegian, 4],
  ["European", european, 6],
])("%s table", (_name, table, classes) => {
  test("has its classes in order, one limit fewer each component, rising", () => {
    expect(table.classes.map(({ index }) => index)).toEqual(Array.from({ length: classes }, (_, at) => at + 1));
    for (const limits of Object.values(table.limits)) {
      expect(limits).toHaveLength(classes - 1);
      expect([...limits].sort((a, b) => a - b)).toEqual(limits);
    }
  });

  test("has every text in both languages, and a colour of six digits", () => {
    for (const { name, risk, effect, advice, color } of table.classes) {
      expect(color).toMatch(/^[\da-fA-F]{6}$/);
      for (const text of [name, risk, effect, advice]) {
        expect(text.no).not.toBe("");
        expect(text.en).not.toBe("");
      }
    }
  });
});
