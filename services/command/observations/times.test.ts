import fc from "fast-check";
import { expect, test } from "vitest";
import { timeFormatter } from "../../../science/calendar.ts";
import { timeError, timeReader } from "./times.ts";

const read = timeReader(60);
const noon = Date.UTC(2024, 1, 29, 11) / 1000;

test.each([
  "2024-02-29T12:00:00+01:00",
  "2024-02-29T11:00:00Z",
  "2024-02-29T06:30:00-04:30",
  "2024-02-29T12:00+01:00",
  "2024-02-29T12:00:00",
  "2024-02-29T12:00",
  "2024-02-29T12:00:00.000+01:00",
  "2024-02-29T11:00:00.000Z",
  "2024-02-29T12:00:00+0100",
  "2024-02-29T12:00:00+01",
])("%s is read, without an offset in the network's", (text) => {
  expect(read(text)).toBe(noon);
});

test.each([
  ["2023-02-29T12:00:00+01:00", "does not exist"],
  ["2024-04-31T12:00Z", "does not exist"],
  ["2024-00-01T00:00:00Z", "does not exist"],
  ["2024-13-01T00:00:00Z", "does not exist"],
  ["2024-01-00T00:00:00Z", "does not exist"],
  ["2024-01-01T24:00:00Z", "no day has"],
  ["2024-01-01T23:60:00Z", "no day has"],
  ["2024-01-01T23:00:60Z", "no day has"],
  ["1899-12-31T00:00:00Z", "from 1900 to 2099"],
  ["2100-01-01T00:00:00Z", "from 1900 to 2099"],
  ["2024-01-01T00:00:00.5Z", "whole second"],
  ["2024-01-01 00:00:00Z", "whole second"],
  ["2024-01-01", "whole second"],
  ["2024-01-01T00:00:00+19:00", "no day has"],
  ["2024-01-01T00:00:00+01:60", "no day has"],
  ["2024/01/01T00:00:00Z", "whole second"],
  ["2024-01-01T00:00:00*01:00", "whole second"],
  ["", "whole second"],
  [undefined, "is required"],
  [1704067200, "must be a string"],
])("%s is refused with its reason", (value, reason) => {
  if (typeof value === "string") expect(read(value)).toBeNaN();
  expect(timeError(value)).toContain(reason);
});

test("a written time is read back, whatever the offset", () => {
  const time = fc.integer({ min: Date.UTC(1901, 0) / 1000, max: Date.UTC(2099, 0) / 1000 });
  const offset = fc.integer({ min: -56, max: 56 }).map((quarters) => quarters * 15);
  fc.assert(
    fc.property(time, offset, (seconds, minutes) => {
      const text = timeFormatter(minutes)(seconds);
      expect(timeReader(0)(text)).toBe(seconds);
      // The second time is read with the help of what the reader remembers of the first.
      expect(read(text)).toBe(seconds);
      expect(Date.parse(text) / 1000).toBe(seconds);
    }),
  );
});
