import { expect, test } from "vitest";
import { wantedNames } from "./selection.ts";

const known = () => ["no2", "particles, fine", "pm10"];

test.each([
  ["names", ["no2", "pm10"], ["no2", "pm10"]],
  ["a list with commas", ["no2, pm10"], ["no2", "pm10"]],
  ["a name that has a comma", ["particles, fine"], ["particles, fine"]],
  ["a name that has a comma beside a list", ["particles, fine", "no2,pm10"], ["particles, fine", "no2", "pm10"]],
  ["what nothing is called", ["other"], ["other"]],
])("a filter of %s asks for these", (_what, values, names) => {
  expect([...(wantedNames(new Set(values), known) ?? [])]).toEqual(names);
});

test("without a filter nothing is restricted", () => {
  expect(wantedNames(undefined, known)).toBeUndefined();
});
