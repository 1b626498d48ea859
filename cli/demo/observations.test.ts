import { expect, test } from "vitest";
import { NewStationDto } from "../../contracts/station.ts";
import { NewTimeSeriesDto } from "../../contracts/time-series.ts";
import { type DemoSeries, demoSeries, demoStations, demoValues, HOUR, newTimeSeries } from "./observations.ts";

const series = demoSeries();
const from = Date.UTC(2024, 0, 1) / 1000;
const to = Date.UTC(2025, 0, 1) / 1000;
const options = { now: to, offset: 60 };

function named(station: string, component: string): DemoSeries {
  const found = series.find((one) => one.station === station && one.component === component);
  if (!found) throw new Error(`no ${component} at ${station}`);
  return found;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const hourOf = (fromTime: string) => Number(fromTime.slice(11, 13));

test("stations and series fit the contract, and each is there once", () => {
  const stations = demoStations();
  expect(stations).toHaveLength(79);
  expect(new Set(stations.map(({ name }) => name.toLowerCase())).size).toBe(79);
  for (const station of stations) expect(NewStationDto.safeParse(station).error).toBeUndefined();
  expect(series.length).toBe(246);
  for (const one of series) expect(NewTimeSeriesDto.safeParse(newTimeSeries(one, 1)).error).toBeUndefined();
});

test("an hour's value is the same whatever the requested span", () => {
  const nitrogen = named("Manglerud", "NO2");
  const day = demoValues(nitrogen, from, from + 24 * HOUR, options);
  const tail = demoValues(nitrogen, from + 20 * HOUR, from + 24 * HOUR, options);
  expect(day.slice(-tail.length)).toEqual(tail);
  expect(day[0]).toMatchObject({ fromTime: "2024-01-01T01:00:00+01:00", toTime: "2024-01-01T02:00:00+01:00" });
});

test("roadside nitrogen dioxide has a morning rush on workdays and less at weekends", () => {
  const values = demoValues(named("Manglerud", "NO2"), from, to, options);
  const weekend = (time: string) => [0, 6].includes(new Date(time.slice(0, 10)).getUTCDay());
  const at = (hour: number, isWeekend: boolean) =>
    mean(values.filter((v) => hourOf(v.fromTime) === hour && weekend(v.fromTime) === isWeekend).map((v) => v.value));
  expect(at(7, false)).toBeGreaterThan(2 * at(3, false));
  expect(at(7, false)).toBeGreaterThan(1.5 * at(7, true));
});

test("a year has gaps, invalid values, negative ones, and quality control except in the last month", () => {
  const all = series.slice(0, 40).flatMap((one) => demoValues(one, from, to, options));
  const possible = 40 * 366 * 24;
  expect(all.length).toBeLessThan(possible * 0.999);
  expect(all.length).toBeGreaterThan(possible * 0.98);
  expect(all.filter(({ isValid }) => isValid === false).length).toBeGreaterThan(possible * 0.001);
  expect(all.filter(({ value }) => value < 0).length).toBeGreaterThan(10);
  const controlled = all.filter(({ qualityControlled }) => qualityControlled).length / all.length;
  expect(controlled).toBeGreaterThan(0.9);
  expect(controlled).toBeLessThan(0.93);
});

test("values are in the range of real ones", () => {
  const of = (station: string, component: string) =>
    mean(demoValues(named(station, component), from, to, options).map(({ value }) => value));
  expect(of("Manglerud", "NO2")).toBeGreaterThan(15);
  expect(of("Manglerud", "NO2")).toBeLessThan(50);
  expect(of("Birkenes", "NO2")).toBeLessThan(10);
  expect(of("Birkenes", "O3")).toBeGreaterThan(40);
  expect(of("Birkenes", "O3")).toBeLessThan(80);
  expect(of("Danmarks plass", "CO")).toBeLessThan(1);
});

test("in every fortnight the air of Oslo stands still for a while, and is worse than usual", () => {
  const values = demoValues(named("Manglerud", "NO2"), from, to, options);
  const fortnights = new Map<number, number>();
  for (const { fromTime, value } of values) {
    const fortnight = Math.floor((Date.parse(fromTime) / 1000 - from) / (14 * 24 * HOUR));
    fortnights.set(fortnight, Math.max(fortnights.get(fortnight) ?? 0, value));
  }
  const highest = [...fortnights.values()].slice(0, 26);
  expect(Math.min(...highest)).toBeGreaterThan(60);
  expect(highest.filter((value) => value > 100).length).toBeGreaterThan(13);
});

test("stations at a facility name it", () => {
  const stations = demoStations().filter(({ facility }) => facility !== null);
  expect(stations.map(({ name }) => name)).toEqual(expect.arrayContaining(["Birkenes", "Zeppelin", "Hurdal"]));
});
