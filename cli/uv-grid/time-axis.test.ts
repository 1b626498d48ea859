import { expect, test } from "vitest";
import { BadFile } from "../bad-file.ts";
import { instantsOf } from "./time-axis.ts";

const instant = (value: number, units: string, calendar?: string) => instantsOf([value], units, calendar)[0];

test.each([
  // As cftime computes them.
  ["days since 0001-01-01 00:00:00", undefined, 739_789, "2026-06-21T00:00:00Z"],
  ["days since 0001-01-01 00:00:00", "standard", 739_789, "2026-06-21T00:00:00Z"],
  ["days since 0001-01-01 00:00:00", "gregorian", 739_789, "2026-06-21T00:00:00Z"],
  ["days since 0001-01-01 00:00:00", "proleptic_gregorian", 739_787, "2026-06-21T00:00:00Z"],
  ["days since 0001-01-01 00:00:00", "julian", 739_789, "2026-06-21T00:00:00Z"],
  ["days since 0001-01-01 00:00:00", "julian   ", 739_789, "2026-06-21T00:00:00Z"],
  ["days since 1582-10-04", "standard", 1, "1582-10-15T00:00:00Z"],
  ["days since 1582-10-15", "standard", 0, "1582-10-15T00:00:00Z"],
  ["days since 1500-02-29", "standard", 1, "1500-03-11T00:00:00Z"],
  ["days since 1900-01-01", "julian", 0, "1900-01-13T00:00:00Z"],
  ["days since 1900-02-29", "julian", 0, "1900-03-13T00:00:00Z"],
  ["days since 2026-06-08", "julian", 0.125, "2026-06-21T03:00:00Z"],
  ["hours since 1800-01-01", "Proleptic_Gregorian", 24, "1800-01-02T00:00:00Z"],
  ["days since -4713-01-01 12:00:00", "standard", 2_461_212.5, "2026-06-21T00:00:00Z"],
  ["days since -4713-11-24 12:00:00", "proleptic_gregorian", 2_461_212.5, "2026-06-21T00:00:00Z"],
])("%s of the calendar %s and %d more are %s", (units, calendar, value, expected) => {
  expect(instant(value, units, calendar)).toBe(expected);
});

test.each([
  ["hours since 1900-1-1 0:0:0", "1900-01-01T01:00:00Z"],
  ["hours since 1900-01-01 00:00:0.0", "1900-01-01T01:00:00Z"],
  ["h since 1900-01-01", "1900-01-01T01:00:00Z"],
  ["hr since 1900-01-01", "1900-01-01T01:00:00Z"],
  ["hrs since 1900-01-01", "1900-01-01T01:00:00Z"],
  ["HOURS SINCE 1900-01-01", "1900-01-01T01:00:00Z"],
  ["s since 1900-01-01", "1900-01-01T00:00:01Z"],
  ["secs since 1900-01-01", "1900-01-01T00:00:01Z"],
  ["msec since 1900-01-01", "1900-01-01T00:00:00.001Z"],
  ["min since 1900-01-01", "1900-01-01T00:01:00Z"],
  ["mins since 1900-01-01", "1900-01-01T00:01:00Z"],
  ["d since 1900-01-01", "1900-01-02T00:00:00Z"],
  ["weeks since 1900-01-01", "1900-01-08T00:00:00Z"],
  ["3 hours since 1900-01-01", "1900-01-01T03:00:00Z"],
  ["hours @ 1900-01-01", "1900-01-01T01:00:00Z"],
  ["hours from 1900-01-01", "1900-01-01T01:00:00Z"],
  ["hours since 1900-01-01 00:00:00 +0000", "1900-01-01T01:00:00Z"],
  ["hours since 1900-01-01 00:00:00 GMT", "1900-01-01T01:00:00Z"],
  ["hours since 1900-01-01 00:00:00 utc", "1900-01-01T01:00:00Z"],
  ["hours since 1900-01-01T00:00Z", "1900-01-01T01:00:00Z"],
  ["hours since 1900-01-01 UTC", "1900-01-01T01:00:00Z"],
  ["hours since 1900-01-01 00:00:00 0:00", "1900-01-01T01:00:00Z"],
  ["hours since 1900-01-01 00:00:00 -6", "1900-01-01T07:00:00Z"],
  ["hours since 1900-01-01 00:00:00 +5:30", "1899-12-31T19:30:00Z"],
  ["hours since 1900-01-01 00:00:00 +530", "1899-12-31T19:30:00Z"],
  ["hours since 1900-01-01 00:00:00-06:30", "1900-01-01T07:30:00Z"],
  ["hours since 1900-01-01 00:00:00 6:00", "1899-12-31T19:00:00Z"],
  ["hours since 1900-01-01 6", "1900-01-01T07:00:00Z"],
  ["hours since 1900-01-01 6:30", "1900-01-01T07:30:00Z"],
  ["hours since 1900-1", "1900-01-01T01:00:00Z"],
  ["hours since 1900", "1900-01-01T01:00:00Z"],
  ["hours since 19000101", "1900-01-01T01:00:00Z"],
  ["hours since 19000101T0630", "1900-01-01T07:30:00Z"],
  ["hours since 19000101 060000", "1900-01-01T07:00:00Z"],
])("one of %s is %s", (units, expected) => {
  expect(instant(1, units)).toBe(expected);
});

test.each([
  "months since 2026-06-21",
  "years since 2026",
  "hours since 2026-06-21 24:00",
  "hours since 2026-06-21 00:60",
  "hours since 2026-13-01",
  "hours since 2026-06-00",
  "hours since 2026-06-21 00:00:00 EST",
  "hours since 12026-06-21",
  "hours since 2026/06/21",
  "hours since yesterday",
  "hours",
  "",
])("the units %j are refused", (units) => {
  expect(() => instant(0, units)).toThrow(/time has the units ".*"; they must look like/);
});

test.each([
  ["2026-02-29", "standard"],
  ["1582-10-10", "gregorian"],
  ["0000-01-01", undefined],
  ["0000-01-01", "julian"],
  ["1900-02-29", "proleptic_gregorian"],
])("the day %s is refused if the calendar %s does not have it", (day, calendar) => {
  const refused = expect(() => instant(0, `days since ${day}`, calendar));
  refused.toThrow(`a day that the calendar ${calendar ?? "standard"} does not have`);
});

test.each(["noleap", "365_day", "all_leap", "366_day", "360_day", "none", "360_DAY", "utc", "tai", "", "martian"])(
  "the calendar %j is refused by its name",
  (calendar) => {
    const convert = () => instant(0, "days since 2026-06-21", calendar);
    expect(convert).toThrow(BadFile);
    expect(convert).toThrow(`the calendar "${calendar}"`);
  },
);
