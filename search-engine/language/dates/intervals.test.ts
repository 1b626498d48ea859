import { expect, test } from "vitest";
import { CALENDAR_UNITS, timeValue } from "./intervals.ts";

test("several calendar units are not an interval", () => {
  expect(CALENDAR_UNITS.get("3M")).toBeUndefined();
});

test("lengths of time need a unit", () => {
  expect(timeValue("90m")).toBe(5_400_000);
  expect(timeValue("12h")).toBe(43_200_000);
  expect(timeValue("1M")).toBeUndefined();
  expect(timeValue("12")).toBeUndefined();
});
