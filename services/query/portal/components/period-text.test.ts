import { expect, test } from "vitest";
import { offsetText, PeriodText } from "./period-text.ts";

const at = (text: string) => Date.parse(text) / 1000;
const english = new PeriodText("en-GB", 60);

test.each([
  ["2026-11-27T13:00Z", "2026-11-27T14:00Z", "27 November 2026, 14:00–15:00"],
  ["2026-11-27T22:00Z", "2026-11-27T23:00Z", "27 November 2026, 23:00–00:00"],
  ["2026-11-26T23:00Z", "2026-11-27T23:00Z", "27 November 2026"],
  ["2026-10-31T23:00Z", "2026-11-30T23:00Z", "1 November 2026 – 30 November 2026"],
  ["2026-11-27T20:00Z", "2026-11-28T04:00Z", "27 November 2026, 21:00 – 28 November 2026, 05:00"],
])("%s to %s at UTC+1 is %s", (from, to, text) => {
  expect(english.period(at(from), at(to))).toBe(text);
});

test("Norwegian has its own way of writing days", () => {
  expect(new PeriodText("nb-NO", 60).period(at("2026-11-26T23:00Z"), at("2026-11-27T23:00Z"))).toBe(
    "27. november 2026",
  );
});

test.each([
  [0, "UTC"],
  [60, "UTC+1"],
  [-210, "UTC−3:30"],
])("an offset of %d minutes is %s", (offset, text) => expect(offsetText(offset)).toBe(text));
