import { expect, test } from "vitest";
import { clockOf, zoneOf } from "./zone.ts";

test.each([
  ["Tromsø", 69.65, 18.96, "Europe/Oslo"],
  ["Suva", -18.14, 178.44, "Pacific/Fiji"],
  ["Kathmandu", 27.7, 85.32, "Asia/Kathmandu"],
])("%s is in its zone", (_name, latitude, longitude, zone) => {
  expect(zoneOf({ latitude, longitude })).toBe(zone);
});

test.each([
  [90, 0],
  [-90, 180],
  [0, -180],
  [0, 180],
  [90, -180],
  [30, -40],
])("%d, %d is in a zone that has a clock", (latitude, longitude) => {
  expect(clockOf(zoneOf({ latitude, longitude })).date(0)).toMatch(/^19(69-12-31|70-01-01)$/);
});

const oslo = clockOf("Europe/Oslo");

test("a clock shows its zone's time, in summer too", () => {
  expect(oslo.time(Date.parse("2026-06-21T23:30:00Z"))).toBe("01:30");
  expect(oslo.date(Date.parse("2026-06-21T23:30:00Z"))).toBe("2026-06-22");
  expect(clockOf("Asia/Kathmandu").time(Date.parse("2026-01-01T00:00:00Z"))).toBe("05:45");
});

test.each([
  ["2026-06-21", "12:00", "2026-06-21T10:00:00.000Z"],
  ["2026-12-21", "12:00", "2026-12-21T11:00:00.000Z"],
  ["2026-03-29", "02:30", "2026-03-29T01:30:00.000Z"],
  ["2026-10-25", "02:30", "2026-10-25T00:30:00.000Z"],
])("in Oslo it is %s %s at %s", (date, time, instant) => {
  expect(new Date(oslo.instant(date, time) ?? 0).toISOString()).toBe(instant);
});

test.each(["2026-02-31", "2026-13-01", "20260101", ""])("%j is no date", (date) => {
  expect(oslo.instant(date, "12:00")).toBeUndefined();
});
