import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CalendarPeriod,
  civilDate,
  DAY,
  dayNumber,
  dayOf,
  endOf,
  formatDay,
  formatOffset,
  isOnGrid,
  MONTH,
  periodEnd,
  periodStart,
  slotStart,
  slotsOfDay,
  startOfDay,
  timeFormatter,
  WEEK,
  YEAR,
} from "./calendar.ts";

const time = (text: string) => Date.parse(text) / 1000;
const day = (text: string) => Date.parse(text) / 1000 / DAY;
const offsets = fc.integer({ min: -14 * 60, max: 14 * 60 });
const times = fc.integer({ min: time("1800-01-01T00:00Z"), max: time("2300-01-01T00:00Z") });

describe("days", () => {
  test("have the same numbers as in JavaScript's calendar, both ways", () => {
    const days = fc.integer({ min: day("0001-01-01"), max: day("9999-12-31") });
    fc.assert(
      fc.property(days, (number) => {
        const date = civilDate(number);
        expect(formatDay(number)).toBe(new Date(number * DAY * 1000).toISOString().slice(0, 10));
        expect(dayNumber(date.year, date.month, date.day)).toBe(number);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each(["1600-02-29", "1900-02-28", "1900-03-01", "2000-02-29", "2020-12-31", "2024-02-29", "2100-03-01"])(
    "%s has its number and its name",
    (date) => {
      expect(formatDay(day(date))).toBe(date);
      expect(civilDate(day(date))).toEqual({
        year: Number(date.slice(0, 4)),
        month: Number(date.slice(5, 7)),
        day: Number(date.slice(8)),
      });
    },
  );

  test("begin by the offset", () => {
    expect(dayOf(time("2020-12-31T22:59:59Z"), 60)).toBe(day("2020-12-31"));
    expect(dayOf(time("2020-12-31T23:00:00Z"), 60)).toBe(day("2021-01-01"));
    expect(dayOf(time("2021-01-01T03:29:59Z"), -210)).toBe(day("2020-12-31"));
    expect(startOfDay(day("2021-01-01"), -210)).toBe(time("2021-01-01T03:30:00Z"));
  });

  test("hold every time once", () => {
    fc.assert(
      fc.property(times, offsets, (at, offset) => {
        const begin = startOfDay(dayOf(at, offset), offset);
        expect(at - begin).toBeGreaterThanOrEqual(0);
        expect(at - begin).toBeLessThan(DAY);
      }),
    );
  });
});

describe("periods", () => {
  // Week 53 of 2020 goes on into 2021, and week 53 of 2015 into 2016 (ISO 8601).
  test.each<[CalendarPeriod, string, string, string]>([
    ["week", "2020-12-28", "2020-12-28", "2021-01-04"],
    ["week", "2021-01-03", "2020-12-28", "2021-01-04"],
    ["week", "2016-01-03", "2015-12-28", "2016-01-04"],
    ["week", "1969-12-31", "1969-12-29", "1970-01-05"],
    ["month", "2024-02-29", "2024-02-01", "2024-03-01"],
    ["month", "2023-02-28", "2023-02-01", "2023-03-01"],
    ["month", "2023-12-31", "2023-12-01", "2024-01-01"],
    ["season", "2023-12-01", "2023-12-01", "2024-03-01"],
    ["season", "2024-01-15", "2023-12-01", "2024-03-01"],
    ["season", "2024-02-29", "2023-12-01", "2024-03-01"],
    ["season", "2024-03-01", "2024-03-01", "2024-06-01"],
    ["season", "2024-08-31", "2024-06-01", "2024-09-01"],
    ["season", "2024-11-30", "2024-09-01", "2024-12-01"],
    ["year", "2024-12-31", "2024-01-01", "2025-01-01"],
  ])("the %s of %s goes from %s to before %s", (period, date, start, end) => {
    expect(formatDay(periodStart(period, day(date)))).toBe(start);
    expect(formatDay(periodEnd(period, day(start)))).toBe(end);
  });

  test("follow one another without a gap", () => {
    const periods = fc.constantFrom<CalendarPeriod>("week", "month", "season", "year");
    fc.assert(
      fc.property(periods, fc.integer({ min: day("1800-01-01"), max: day("2300-01-01") }), (period, number) => {
        const start = periodStart(period, number);
        const end = periodEnd(period, start);
        expect(start).toBeLessThanOrEqual(number);
        expect(end).toBeGreaterThan(number);
        expect(periodStart(period, end)).toBe(end);
        expect(periodStart(period, end - 1)).toBe(start);
      }),
    );
  });
});

describe("steps", () => {
  test("up to a day have several slots in it, longer steps have one", () => {
    expect([600, 3600, DAY, WEEK, MONTH, YEAR].map(slotsOfDay)).toEqual([144, 24, 1, 1, 1, 1]);
    expect(slotStart(day("2022-03-09"), 12, 3600, 60)).toBe(time("2022-03-09T12:00:00+01:00"));
  });

  test.each([
    [600, "2020-02-29T23:50:00+01:00", "2020-03-01T00:00:00+01:00"],
    [WEEK, "2020-12-28T00:00:00+01:00", "2021-01-04T00:00:00+01:00"],
    [MONTH, "2024-02-01T00:00:00+01:00", "2024-03-01T00:00:00+01:00"],
    [MONTH, "2023-12-01T00:00:00+01:00", "2024-01-01T00:00:00+01:00"],
    [YEAR, "2024-01-01T00:00:00+01:00", "2025-01-01T00:00:00+01:00"],
  ])("a value of %d s that begins %s ends %s", (timestep, from, to) => {
    expect(endOf(time(from), timestep, 60)).toBe(time(to));
    expect(isOnGrid(time(from), timestep, 60)).toBe(true);
  });

  test.each([
    [600, "2020-02-29T23:55:00+01:00"],
    [3600, "2020-02-29T23:30:00+01:00"],
    [7200, "2020-02-29T23:00:00+01:00"],
    [DAY, "2020-02-29T00:00:00Z"],
    [WEEK, "2020-12-29T00:00:00+01:00"],
    [MONTH, "2024-02-02T00:00:00+01:00"],
    [YEAR, "2024-02-01T00:00:00+01:00"],
    [YEAR, "2024-01-01T01:00:00+01:00"],
  ])("no value of %d s begins %s", (timestep, from) => {
    expect(isOnGrid(time(from), timestep, 60)).toBe(false);
  });
});

describe("times", () => {
  test("are written in the offset", () => {
    expect(timeFormatter(60)(time("2022-03-09T11:00:00Z"))).toBe("2022-03-09T12:00:00+01:00");
    expect(timeFormatter(-210)(time("2024-02-29T01:02:03Z"))).toBe("2024-02-28T21:32:03-03:30");
    expect(timeFormatter(0)(time("1969-12-31T23:59:59Z"))).toBe("1969-12-31T23:59:59+00:00");
    expect([60, -210, 0, 345].map(formatOffset)).toEqual(["+01:00", "-03:30", "+00:00", "+05:45"]);
  });

  test("can be read back, in any order", () => {
    fc.assert(
      fc.property(fc.array(times, { minLength: 1 }), offsets, (all, offset) => {
        expect(all.map(timeFormatter(offset)).map(time)).toEqual(all);
      }),
    );
  });
});
