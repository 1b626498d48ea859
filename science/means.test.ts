import { describe, expect, test } from "vitest";
import { dayNumber } from "./calendar.ts";
import {
  type DayValues,
  dayMeans,
  emptyMeans,
  hasHours,
  hourlyMeans,
  isCovered,
  type Means,
  running8Hour,
  valuesOfPeriod,
} from "./means.ts";

/** A day of consecutive steps: null for none, a text for a value that is not valid. */
function dayOf(slots: number, given: readonly (number | string | null)[]): DayValues {
  const values = new Float64Array(slots).fill(Number.NaN);
  const flags = new Uint8Array(slots);
  for (const [slot, value] of given.entries()) {
    if (value === null) continue;
    values[slot] = Number(value);
    // Quality control of a value does not matter.
    flags[slot] = typeof value === "number" ? 1 + (slot % 2) * 2 : (slot % 2) * 2;
  }
  return { values, flags };
}

const hoursOf = (given: readonly (number | string | null)[]): Means => hourlyMeans(dayOf(24, given), 3600);
const none = emptyMeans();
const times = <Each>(count: number, each: Each): Each[] => Array<Each>(count).fill(each);

describe("hourly means", () => {
  test("of an hourly series are its valid values", () => {
    const { mean, count } = hoursOf([50.7, "3", null, -1.5]);
    expect([...mean.subarray(0, 4)]).toEqual([50.7, Number.NaN, Number.NaN, -1.5]);
    expect([...count.subarray(0, 4)]).toEqual([1, 0, 0, 1]);
  });

  // 2008/50/EC, annex XI A: one hour values need 75 %, 45 minutes.
  test("of a series of ten minutes are means of the existing values, and count from five values on", () => {
    const { mean, count } = hourlyMeans(dayOf(144, [1, 2, 3, 4, 5, "600", 1, 2, 3, 4, null, null]), 600);
    expect([mean[0], count[0], mean[1], count[1]]).toEqual([3, 5, 2.5, 4]);
    expect([isCovered(5, 6), isCovered(4, 6)]).toEqual([true, false]);
  });

  test("of a series of a quarter of an hour count from three values on", () => {
    expect([isCovered(3, 4), isCovered(2, 4)]).toEqual([true, false]);
  });

  test("need steps that make up whole hours", () => {
    expect([1, 60, 600, 3600].map(hasHours)).toEqual([true, true, true, true]);
    expect([2400, 7200, 86_400, 31_536_000].map(hasHours)).toEqual([false, false, false, false]);
  });

  test("replace the previous means", () => {
    const room = hourlyMeans(dayOf(24, times(24, 5)), 3600);
    hourlyMeans(dayOf(24, []), 3600, room);
    expect(room).toEqual(none);
  });
});

/**
 * 2008/50/EC, annex VII B and XI A: six of the eight hours; the first running mean of a day is that from 17:00 of the
 * day before to 01:00, the last that from 16:00 to 24:00.
 */
describe("running means of eight hours", () => {
  test("include the seven hours before, also those of the day before", () => {
    const windows = running8Hour(hoursOf(times(24, 8)), hoursOf(times(24, 16)), 3600);
    expect([...windows.mean.subarray(0, 9)]).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 16]);
    expect([...windows.count]).toEqual(times(24, 8));
  });

  test("count with six hours, and not with five", () => {
    const windows = running8Hour(none, hoursOf(times(6, 30)), 3600);
    expect([...windows.count.subarray(0, 14)]).toEqual([1, 2, 3, 4, 5, 6, 6, 6, 5, 4, 3, 2, 1, 0]);
    expect([windows.mean[5], windows.mean[13]]).toEqual([30, Number.NaN]);
    expect([isCovered(6, 8), isCovered(5, 8)]).toEqual([true, false]);
  });

  test("that end in the morning may consist of only the evening before", () => {
    const windows = running8Hour(hoursOf([...times(16, null), ...times(8, 12)]), none, 3600);
    expect([...windows.count.subarray(0, 8)]).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
    expect(windows.mean[1]).toBe(12);
  });

  test("leave out hours that are not covered", () => {
    const hours = hourlyMeans(dayOf(144, [...times(42, 6), 1000, 1000, 1000, 1000, null, null]), 600);
    const windows = running8Hour(none, hours, 600);
    expect([windows.mean[7], windows.count[7]]).toEqual([6, 7]);
  });
});

describe("a day", () => {
  const of = (given: readonly (number | string | null)[], before = none) => {
    const hours = hoursOf(given);
    return dayMeans(dayOf(24, given), 3600, hours, running8Hour(before, hours, 3600));
  };

  test("has the sum and the number of its valid values", () => {
    expect(of([null, "7", 1.5, -2.5, ...times(16, 1), "9"])).toMatchObject({
      stored: 20,
      count: 18,
      sum: 15,
      firstSlot: 1,
      lastSlot: 20,
      lastValidSlot: 19,
    });
  });

  test("has its highest hour, even if it is negative", () => {
    expect(of([-3, "100", -1, -2]).hourly).toMatchObject({ hours: 3, sum: -6, highest: -1 });
  });

  // 2008/50/EC, annex XI A: the highest of a day needs 18 running means, which 18 hours in a row after a gap don't give.
  test("has the highest of the running means that end in it", () => {
    expect(of([...times(6, null), ...times(10, 10), ...times(8, 50)]).hourly).toMatchObject({
      hours: 18,
      windows: 13,
      highestWindow: 50,
    });
    expect(of(times(24, 3), hoursOf(times(24, 30))).hourly).toMatchObject({ windows: 24, highestWindow: 26.625 });
  });

  test("without values may still have running means", () => {
    expect(of([], hoursOf(times(24, 8)))).toMatchObject({
      stored: 0,
      count: 0,
      sum: 0,
      firstSlot: null,
      lastSlot: null,
      lastValidSlot: null,
      hourly: { hours: 0, highest: Number.NaN, windows: 2, highestWindow: 8 },
    });
  });

  test("has no hours where its steps have none", () => {
    expect(dayMeans(dayOf(1, [42]), 31_536_000, null, null)).toMatchObject({ count: 1, sum: 42, hourly: null });
  });
});

test.each([
  // Hours of the period, whatever the step, as long as there are hours.
  ["week", "2020-12-28", 3600, 168],
  ["month", "2024-02-01", 3600, 29 * 24],
  ["month", "2023-02-01", 600, 28 * 24],
  ["season", "2023-12-01", 3600, 91 * 24],
  ["year", "2024-01-01", 3600, 366 * 24],
  // Else the number of steps.
  ["month", "2024-02-01", 86_400, 29],
  ["month", "2024-02-01", 604_800, 29 / 7],
  ["year", "2023-01-01", 7200, 365 * 12],
  ["month", "2024-02-01", 2_592_000, 1],
  ["season", "2023-12-01", 2_592_000, 3],
  ["year", "2024-01-01", 2_592_000, 12],
  ["year", "2024-01-01", 31_536_000, 1],
] as const)("the %s of %s in steps of %d s has %d values", (period, date, timestep, values) => {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  expect(valuesOfPeriod(period, dayNumber(year, month, day), timestep)).toBe(values);
});
