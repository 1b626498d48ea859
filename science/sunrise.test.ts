import { Body, MakeTime, Observer, SearchRiseSet } from "astronomy-engine";
import { expect, test } from "vitest";
import { horizonCrossings } from "./sunrise.ts";

const DAY = 86_400_000;

test.each([
  ["Oslo at midsummer", 59.91, 10.75, "2026-06-21"],
  ["Oslo in November", 59.91, 10.75, "2026-11-27"],
  ["Quito", -0.22, -78.51, "2026-03-20"],
  ["Suva", -18.14, 178.44, "2026-12-21"],
  ["Tromsø in March", 69.65, 18.96, "2026-03-01"],
])("in %s the Sun rises and sets as astronomy-engine says, to half a minute", (_name, latitude, longitude, day) => {
  const from = Date.parse(day);
  const observer = new Observer(latitude, longitude, 0);
  const next = (direction: number) =>
    SearchRiseSet(Body.Sun, observer, direction, MakeTime(new Date(from)), 1)?.date.getTime() ?? Number.NaN;
  const crossings = horizonCrossings(from, from + DAY, latitude, longitude);
  const of = (rises: boolean) => crossings.find((crossing) => crossing.rises === rises)?.time ?? Number.NaN;
  expect(Math.abs(of(true) - next(1))).toBeLessThan(30_000);
  expect(Math.abs(of(false) - next(-1))).toBeLessThan(30_000);
});

test("there are none in polar night and midnight sun", () => {
  for (const day of ["2026-12-21", "2026-06-21"]) {
    expect(horizonCrossings(Date.parse(day), Date.parse(day) + DAY, 78.22, 15.65)).toEqual([]);
  }
});
