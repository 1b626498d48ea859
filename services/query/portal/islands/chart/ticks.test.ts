import fc from "fast-check";
import { expect, test } from "vitest";
import { ticksOf } from "./ticks.ts";

const at = (text: string) => Date.parse(text) / 1000;
const texts = (begin: string, end: string, offset: number, most: number) =>
  ticksOf({ begin: at(begin), end: at(end) }, offset, most).times.map((time) => new Date(time * 1000).toISOString());

test("a day at UTC+1 has its ticks at whole hours of that offset", () => {
  const ticks = texts("2026-11-26T23:00Z", "2026-11-27T23:00Z", 60, 8);
  expect(ticks).toHaveLength(9);
  expect(ticks.slice(0, 2)).toEqual(["2026-11-26T23:00:00.000Z", "2026-11-27T02:00:00.000Z"]);
});

test("a month has its ticks on Mondays, a year at the beginnings of months", () => {
  expect(texts("2026-11-01T00:00Z", "2026-12-01T00:00Z", 0, 6)).toEqual(
    ["02", "09", "16", "23", "30"].map((day) => `2026-11-${day}T00:00:00.000Z`),
  );
  expect(texts("2026-01-15T00:00Z", "2027-01-15T00:00Z", -210, 12)).toEqual(
    [...Array.from({ length: 11 }, (_, month) => `2026-${String(month + 2).padStart(2, "0")}`), "2027-01"].map(
      (month) => `${month}-01T03:30:00.000Z`,
    ),
  );
});

test("there are never more ticks than asked for and one, all in the span and in order", () => {
  const spans = fc.record({ begin: fc.integer({ min: -1e9, max: 3e9 }), length: fc.integer({ min: 3600, max: 4e7 }) });
  const offsets = fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15);
  fc.assert(
    fc.property(spans, offsets, fc.integer({ min: 2, max: 20 }), ({ begin, length }, offset, most) => {
      const { times } = ticksOf({ begin, end: begin + length }, offset, most);
      // Months are as long as the longest here; February is shorter.
      expect(times.length).toBeLessThanOrEqual(most + 2);
      expect(times.every((time) => time >= begin && time <= begin + length)).toBe(true);
      expect([...times].sort((a, b) => a - b)).toEqual(times);
    }),
  );
});
