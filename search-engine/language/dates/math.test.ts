import { describe, expect, test } from "vitest";
import { DEFAULT_DATE_PATTERN, dateFormat } from "./format.ts";
import { resolveDate } from "./math.ts";
import { timeZone } from "./zone.ts";

const format = dateFormat(DEFAULT_DATE_PATTERN);
const now = Date.UTC(2020, 1, 15, 10, 20, 30, 400);

const resolve = (text: string, roundUp = false, zone?: string) =>
  new Date(resolveDate(text, { format, now, roundUp, zone: zone ? timeZone(zone) : undefined })).toISOString();

test.each([
  ["now", "2020-02-15T10:20:30.400Z"],
  ["now-1d", "2020-02-14T10:20:30.400Z"],
  ["now-1d/d", "2020-02-14T00:00:00.000Z"],
  ["now+1h/h", "2020-02-15T11:00:00.000Z"],
  ["now/y", "2020-01-01T00:00:00.000Z"],
  ["2020-01-31||+1M", "2020-02-29T00:00:00.000Z"],
  ["2020-02-15||/w", "2020-02-10T00:00:00.000Z"],
  ["2020-02-15||+1M/d", "2020-03-15T00:00:00.000Z"],
  ["2020-02-15||-1d-1h+5m/d", "2020-02-13T00:00:00.000Z"],
  ["2020-02-15||", "2020-02-15T00:00:00.000Z"],
])("%s is %s", (text, instant) => {
  expect(resolve(text)).toBe(instant);
});

test.each([
  ["2020-02-15||/M", "2020-02-29T23:59:59.999Z"],
  ["2020-02-15||/y", "2020-12-31T23:59:59.999Z"],
  ["2020-02-15T01:02:03||/w", "2020-02-16T23:59:59.999Z"],
  ["2020-02-15||+1d", "2020-02-16T00:00:00.000Z"],
])("%s rounds up to %s", (text, instant) => {
  expect(resolve(text, true)).toBe(instant);
});

describe("in a zone", () => {
  test("days begin and end in local time", () => {
    expect(resolve("2020-07-03||/d", true, "Europe/Berlin")).toBe("2020-07-03T21:59:59.999Z");
    expect(resolve("2020-02-03||/M", false, "America/New_York")).toBe("2020-02-01T05:00:00.000Z");
  });
  test("days follow the calendar when the clocks change, hours the instant", () => {
    expect(resolve("2020-03-28T12:00||+1d", false, "Europe/Berlin")).toBe("2020-03-29T10:00:00.000Z");
    expect(resolve("2020-03-28T12:00||+24h", false, "Europe/Berlin")).toBe("2020-03-29T11:00:00.000Z");
  });
  test("a skipped time moves by the gap, and a repeated one is the earlier", () => {
    expect(resolve("2020-03-29T02:30", false, "Europe/Berlin")).toBe("2020-03-29T01:30:00.000Z");
    expect(resolve("2020-10-25T02:30", false, "Europe/Berlin")).toBe("2020-10-25T00:30:00.000Z");
  });
});

test.each([
  ["now+", "truncated date math [+]"],
  ["nowx", "operator not supported for date math [x]"],
  ["2020-02-15||+1", "truncated date math [+1]"],
  ["2020-02-15||+1q", "unit [q] not supported for date math [+1q]"],
  ["2020-02-15||/2d", "rounding `/` can only be used on single unit types [/2d]"],
  ["||+1d", "cannot parse empty datetime"],
])("%s is refused", (text, reason) => {
  expect(() => resolve(text)).toThrow(reason);
});

test("a calculation has at most 256 characters", () => {
  expect(resolve(`now${"+1d".repeat(85)}`)).toBe("2020-05-10T10:20:30.400Z");
  const reason = "date math has [258] characters, at most [256] are allowed";
  expect(() => resolve(`now${"+1d".repeat(86)}`)).toThrow(reason);
});
