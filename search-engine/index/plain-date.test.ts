import fc from "fast-check";
import { expect, test } from "vitest";
import { dateFormat } from "../language/dates/format.ts";
import { plainInstant } from "./plain-date.ts";

const read = (text: string): number | undefined => {
  const bytes = Buffer.from(`"${text}"`);
  return plainInstant(bytes, 1, bytes.length - 1);
};

test("plain date-times are read as the date format reads them", () => {
  const format = dateFormat("strict_date_optional_time");
  const two = (max: number, min = 0) => fc.integer({ min, max }).map((value) => String(value).padStart(2, "0"));
  const text = fc
    .tuple(
      fc.integer({ min: 0, max: 9999 }).map((year) => String(year).padStart(4, "0")),
      fc.tuple(two(12, 1), two(28, 1)),
      fc.tuple(two(23), two(59), two(59)),
      fc.option(fc.integer({ min: 0, max: 999_999_999 }).map(String), { nil: "" }),
      fc.oneof(
        fc.constant("Z"),
        fc.tuple(fc.constantFrom("+", "-"), two(17), two(59)).map(([s, h, m]) => `${s}${h}:${m}`),
      ),
    )
    .map(
      ([year, date, time, fraction, zone]) =>
        `${year}-${date.join("-")}T${time.join(":")}${fraction && `.${fraction}`}${zone}`,
    );
  fc.assert(
    fc.property(text, (each) => {
      expect(read(each)).toBe(format.parse(each));
    }),
    { seed: 1 },
  );
});

test.each([
  "2020-01-01",
  "2020-01-29T00:00:00Z",
  "2020-13-01T00:00:00Z",
  "2020-01-01T24:00:00Z",
  "2020-01-01T00:00:00",
  "2020-01-01T00:00:00Zx",
  "2020-01-01T00:00:00.Z",
  "2020-01-01T00:00:00.1234567890Z",
  "2020-01-01T00:00:00+1:00",
  "20x0-01-01T00:00:00Z",
  "nonsense that is long enough",
  "",
])("%s is left to the general parser", (text) => {
  expect(read(text)).toBeUndefined();
});
