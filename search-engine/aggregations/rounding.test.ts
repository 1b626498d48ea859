import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY, HOUR } from "../language/dates/calendar.ts";
import { CALENDAR_UNITS, type CalendarUnit } from "../language/dates/intervals.ts";
import { timeZone, UTC } from "../language/dates/zone.ts";
import { calendarRounding, fixedRounding, prepared, shifted } from "./rounding.ts";

const iso = (instant: number) => new Date(instant).toISOString();
const calendar = (interval: string, zone = UTC) => calendarRounding(unitOf(interval), zone);

function unitOf(interval: string): CalendarUnit {
  const unit = CALENDAR_UNITS.get(interval);
  if (!unit) throw new Error(`${interval} is no calendar unit`);
  return unit;
}

test.each([
  ["year", "2015-01-01T00:00:00.000Z"],
  ["1q", "2015-04-01T00:00:00.000Z"],
  ["month", "2015-05-01T00:00:00.000Z"],
  ["1w", "2015-05-11T00:00:00.000Z"],
  ["day", "2015-05-17T00:00:00.000Z"],
  ["1h", "2015-05-17T13:00:00.000Z"],
  ["minute", "2015-05-17T13:14:00.000Z"],
  ["1s", "2015-05-17T13:14:15.000Z"],
])("the %s begins at %s", (interval, start) => {
  expect(iso(calendar(interval).round(Date.UTC(2015, 4, 17, 13, 14, 15, 16)))).toBe(start);
});

test("months of a zone begin on its clock, also where the clocks changed", () => {
  const berlin = calendar("month", timeZone("Europe/Berlin"));
  expect(iso(berlin.round(Date.UTC(2015, 3, 15)))).toBe("2015-03-31T22:00:00.000Z");
  expect(iso(berlin.next(Date.UTC(2015, 1, 28, 23)))).toBe("2015-03-31T22:00:00.000Z");
  const april1893 = berlin.next(berlin.round(Date.UTC(1893, 2, 15)));
  expect(iso(berlin.next(april1893))).toBe("1893-04-30T23:00:00.000Z");
});

test("after an interval whose start the clocks skipped, the next one begins at midnight again", () => {
  // In Apia the clocks went from 00:00 to 01:00 on 2010-09-26, which is a multiple of 43 days since 1970.
  const intervals = fixedRounding(43 * DAY, timeZone("Pacific/Apia"));
  const start = intervals.round(Date.UTC(2010, 8, 27));
  expect(iso(start)).toBe("2010-09-26T11:00:00.000Z");
  expect(iso(intervals.next(start))).toBe("2010-11-08T10:00:00.000Z");
});

test("a repeated hour has intervals of its own, and skipped intervals begin with the change", () => {
  const berlin = fixedRounding(HOUR / 2, timeZone("Europe/Berlin"));
  const repeated = Date.UTC(2023, 9, 29, 1);
  expect(berlin.round(repeated + HOUR / 4)).toBe(repeated);
  expect(berlin.round(repeated - HOUR / 4)).toBe(repeated - HOUR / 2);
  expect(berlin.next(repeated - HOUR / 2)).toBe(repeated);
  // The clocks went from 02:00 to 03:00, past the intervals that begin at 02:00 and 02:50.
  const fifty = fixedRounding((5 * HOUR) / 6, timeZone("Europe/Berlin"));
  const skipped = Date.UTC(2023, 2, 26, 1);
  expect([fifty.round(skipped + 60_000), fifty.next(Date.UTC(2023, 2, 26, 0, 10))]).toEqual([skipped, skipped]);
  expect(fifty.next(skipped)).toBe(Date.UTC(2023, 2, 26, 1, 40));
});

describe("every rounding", () => {
  const zones = fc.constantFrom("Z", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia");
  const roundings = fc.oneof(
    fc
      .tuple(fc.constantFrom("year", "quarter", "month", "week", "day", "hour"), zones)
      .map(([unit, zone]) => calendar(unit, timeZone(zone))),
    fc.tuple(fc.integer({ min: 1, max: 400 }), zones).map(([days, zone]) => fixedRounding(days * DAY, timeZone(zone))),
    fc.tuple(fc.integer({ min: 1, max: 96 }), zones).map(([n, zone]) => fixedRounding((n * HOUR) / 4, timeZone(zone))),
  );
  const instants = fc.integer({ min: Date.UTC(1960, 0), max: Date.UTC(2030, 0) });
  test("puts an instant between the beginning of its interval and the next", () => {
    fc.assert(
      fc.property(roundings, instants, ({ round, next }, instant) => {
        expect(round(instant)).toBeLessThanOrEqual(instant);
        expect(next(round(instant))).toBeGreaterThan(instant);
      }),
    );
  });
  test("is the same when its borders are computed in advance", () => {
    fc.assert(
      fc.property(roundings, instants, fc.integer({ min: 0, max: 900 * DAY }), (rounding, from, span) => {
        const { round, next } = prepared(rounding, from, from + span);
        for (const share of [0, 0.3, 0.9, 1]) {
          const instant = Math.floor(from + share * span);
          expect(round(instant)).toBe(rounding.round(instant));
          expect(next(round(instant))).toBe(rounding.next(rounding.round(instant)));
        }
      }),
    );
  });
});

test("an offset moves every border", () => {
  const fromSix = shifted(calendar("day"), 6 * 3_600_000);
  expect(iso(fromSix.round(Date.UTC(2015, 4, 17, 5)))).toBe("2015-05-16T06:00:00.000Z");
  expect(iso(fromSix.next(Date.UTC(2015, 4, 16, 6)))).toBe("2015-05-17T06:00:00.000Z");
});
