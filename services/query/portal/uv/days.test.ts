import { expect, test } from "vitest";
import { forecastAt } from "../../uv/forecast.ts";
import { horizonOf } from "../../uv/horizon.ts";
import { writeForecast } from "../../uv/write-forecast.ts";
import { clockOf, zoneOf } from "../places/zone.ts";
import { daysAt } from "./days.ts";

/** The days of a place as its page shows them at an instant. */
function daysOf(latitude: number, longitude: number, now: string) {
  const horizon = horizonOf(Date.parse(now.slice(0, 10)));
  const place = { latitude, longitude };
  const forecast = JSON.parse(writeForecast(forecastAt(place, horizon, undefined), horizon, undefined));
  const clock = clockOf(zoneOf(place));
  const days = daysAt(forecast, clock, Date.parse(now));
  return days.map(({ date, hours, highest, protection, sunrise, sunset }) => ({
    date,
    hours: hours.length,
    highest: highest && clock.time(highest.time),
    protection: protection && `${clock.time(protection.from)}-${clock.time(protection.to)}`,
    sun: [sunrise, sunset].map((time) => time && clock.time(time)),
  }));
}

test("in Oslo at midsummer three days have their noon, protection and Sun by the clocks of the place", () => {
  const days = daysOf(59.91, 10.75, "2026-06-21T09:30:00Z");
  expect(days.map(({ date }) => date)).toEqual(["2026-06-21", "2026-06-22", "2026-06-23"]);
  expect(days[0]).toMatchObject({ hours: 22, protection: expect.stringMatching(/^10:00-1[78]:00$/) });
  expect(days[0]?.highest).toMatch(/^13:[12]0$/);
  expect(days[1]?.sun).toEqual([expect.stringMatching(/^03:5\d$/), expect.stringMatching(/^22:4\d$/)]);
});

test("in Fiji, ahead of UTC, every noon is one of a day", () => {
  const days = daysOf(-17.8, 177, "2026-06-21T09:30:00Z");
  expect(days.map(({ date, highest }) => [date, highest?.slice(0, 2)])).toEqual([
    ["2026-06-21", "12"],
    ["2026-06-22", "12"],
    ["2026-06-23", "12"],
  ]);
});

test("in Hawaii, behind UTC, the day of the clocks comes first even after its noon is past", () => {
  const days = daysOf(21.3, -157.86, "2026-06-21T03:30:00Z");
  expect(days.map(({ date, highest }) => [date, highest?.slice(0, 2)])).toEqual([
    ["2026-06-20", undefined],
    ["2026-06-21", "12"],
    ["2026-06-22", "12"],
  ]);
});

test.each([
  ["Tokyo, whose forecast begins after sunrise", 35.68, 139.77, "03:30", [/^04:2\d$/, /^(18:5|19:0)\d$/]],
  ["Los Angeles, whose forecast ends before sunset", 34.05, -118.24, "18:00", [/^05:4\d$/, /^20:0\d$/]],
])("in %s, the Sun rises and sets on each day", (_place, latitude, longitude, now, times) => {
  const days = daysOf(latitude, longitude, `2026-06-21T${now}:00Z`);
  expect(days).toHaveLength(3);
  for (const { sun } of days) expect(sun).toEqual(times.map((time) => expect.stringMatching(time)));
});

test("in the polar night nothing rises and nothing needs protection", () => {
  const days = daysOf(78.22, 15.65, "2026-12-21T12:00:00Z");
  for (const { protection, sun } of days) expect([protection, ...sun]).toEqual([undefined, undefined, undefined]);
  expect(days).toHaveLength(3);
});

test.each([
  [90, 0],
  [-90, 0],
  [0, 180],
  [0, -180],
])("at %d, %d there are days", (latitude, longitude) => {
  expect(daysOf(latitude, longitude, "2026-03-20T12:00:00Z").length).toBe(3);
});
