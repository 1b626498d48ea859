import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { dayNumber } from "../../../science/calendar.ts";
import { civilOf, DAY, HOUR } from "./calendar.ts";
import { offsetsAsked, timeZone, toInstant, toLocal } from "./zone.ts";

test("calendar dates and day numbers convert into each other", () => {
  fc.assert(
    fc.property(fc.integer({ min: -2_000_000, max: 4_000_000 }), (days) => {
      const { year, month, day } = civilOf(days * DAY);
      expect(dayNumber(year, month, day)).toBe(days);
    }),
  );
});

test("a local time converts back to its instant, or to the other one in a repeated hour", () => {
  const zones = fc.constantFrom("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "+05:45");
  const instants = fc.integer({ min: Date.UTC(1950, 0), max: Date.UTC(2030, 0) });
  fc.assert(
    fc.property(zones, instants, (id, instant) => {
      const zone = timeZone(id);
      const back = toInstant(zone, toLocal(zone, instant));
      expect(back).toBeLessThanOrEqual(instant);
      expect(toLocal(zone, back)).toBe(toLocal(zone, instant));
    }),
  );
});

test.each([
  ["+1", 3_600_000],
  ["-0930", -34_200_000],
  ["UTC+2", 7_200_000],
  ["CET", 3_600_000],
])("%s is a zone", (id, offset) => {
  expect(timeZone(id).offsetAt(Date.UTC(2020, 0))).toBe(offset);
});

test.each(["Nowhere/Town", "EST", "europe/berlin", "+19:00", ""])("%s is not a zone", (id) => {
  expect(() => timeZone(id)).toThrow();
});

test.each(["EUrope/Berlin", "EUROPE/BERLIN", "Europe/berlin"])("%s is not a region, since case matters", (id) => {
  expect(() => timeZone(id)).toThrow(`Unknown time-zone ID: ${id}`);
});

test("the offset of a day is looked up once, however the region is spelt", () => {
  const instant = Date.UTC(2031, 4, 5, 6);
  expect(timeZone("US/Eastern").offsetAt(instant)).toBe(timeZone("America/New_York").offsetAt(instant));
  const before = offsetsAsked();
  expect(timeZone("America/New_York").offsetAt(instant)).toBe(-4 * 3_600_000);
  expect(offsetsAsked()).toBe(before);
});

test("a region is looked up once, however many spellings its id has", () => {
  const { DateTimeFormat } = Intl;
  // biome-ignore lint/complexity/useArrowFunction: it is called with `new`
  const lookedUp = vi.spyOn(Intl, "DateTimeFormat").mockImplementation(function (...given) {
    return new DateTimeFormat(...given);
  });
  for (const id of ["US/Samoa", "US/sAMOA", "US/SamoA"]) timeZone(id);
  for (const id of ["Asia/thimphu", "Asia/THIMPHU", "AsIa/Thimphu"])
    expect(() => timeZone(id)).toThrow("Unknown time-zone ID");
  expect(lookedUp).toHaveBeenCalledTimes(2);
  lookedUp.mockRestore();
});

test("beyond the range of Date a region has the offset of the same calendar day", () => {
  const oslo = timeZone("Europe/Oslo");
  const summer = Date.UTC(2023, 6, 1);
  for (const cycles of [700, 1_000_000]) expect(oslo.offsetAt(summer + cycles * 146_097 * DAY)).toBe(2 * HOUR);
  expect(oslo.offsetAt(-9e15)).toBe(oslo.offsetAt(-8e15));
  for (const last of [8.64e15, -8.64e15]) expect(() => oslo.offsetAt(last)).not.toThrow();
});
