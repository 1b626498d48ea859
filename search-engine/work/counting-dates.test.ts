import { expect, test } from "vitest";
import { dateFormat } from "../language/dates/format.ts";
import { timeZone } from "../language/dates/zone.ts";
import { countingDates } from "./counting-dates.ts";
import { Work } from "./work.ts";

test("offsets of a region that are not cached count as work", () => {
  const work = new Work();
  const zone = timeZone("Pacific/Chatham");
  for (let day = 0; day < 10; day++) countingDates(work, () => zone.offsetAt(Date.UTC(1990, 1, day)));
  expect(work.steps).toBe(20_000);
  countingDates(work, () => zone.offsetAt(Date.UTC(1990, 1, 1)));
  expect(work.steps).toBe(20_000);
});

test("the parts that a format tries count as work, also where it refuses the text", () => {
  const work = new Work();
  const read = (format: string, text: string) => countingDates(work, () => dateFormat(format).parse(text));
  read("yyyy-MM-dd", "2020-02-03");
  expect(work.steps).toBeLessThan(200);
  const before = work.steps;
  expect(() => read("[y]".repeat(100), "1".repeat(200))).toThrow("failed to parse date field");
  // A hundred parts, and the digits that they read.
  expect(work.steps - before).toBeGreaterThan(1_000);
});
