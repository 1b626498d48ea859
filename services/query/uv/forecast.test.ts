import { expect, test } from "vitest";
import type { UvFieldName } from "../../../contracts/uv-grid.ts";
import { sunAt, zenithAngle } from "../../../science/solar.ts";
import { clearIndex, indexCurve, overcastShare } from "../../../science/uv/index-curve.ts";
import { betaOfDepth550 } from "../../../science/uv/skies.ts";
import { type CellValue, sharedGrid } from "../../../test/uv-grids.ts";
import { Atmosphere } from "./atmosphere.ts";
import { coverageOf, type Forecast, forecastAt, type Location } from "./forecast.ts";
import { horizonOf } from "./horizon.ts";
import { uvTables } from "./tables.ts";

const today = Date.parse("2026-06-21T00:00:00Z");
const horizon = horizonOf(today);
const HOUR = 3600_000;
const munich = { latitude: 48.14, longitude: 11.58 };

type Fields = Partial<Record<UvFieldName, CellValue>>;
function forecast(fields: Fields, location: Location = munich): Forecast {
  const coverage = coverageOf(new Atmosphere(sharedGrid({ day: "2026-06-21", fields })), horizon);
  return forecastAt(location, horizon, coverage);
}

/** The model's own value at a time in such air. */
function modelled(
  hour: number,
  air: Partial<Parameters<typeof indexCurve>[1]> = {},
  location: Location = munich,
): number {
  const sun = sunAt(today + hour * HOUR);
  const curve = indexCurve(uvTables, { ozone: 300, aerosolBeta: 0.05, albedo: 0.05, ...air });
  return clearIndex(curve, zenithAngle(sun, location.latitude, location.longitude)) / sun.distance ** 2;
}

test("the clear index is the model's at the place's own Sun, whatever lies between the grid's points", () => {
  for (const hour of [6, 9, 11, 14, 35, 58]) {
    expect(forecast({}).clear[hour], `hour ${hour}`).toBeCloseTo(modelled(hour), 3);
  }
});

test("ozone, aerosol and the ground's reflectance are interpolated between cells and steps", () => {
  const fields: Fields = {
    ozone_du: (latitude, longitude, step) => 250 + latitude + longitude + 4 * (step % 2),
    aod550: (latitude) => latitude / 200,
    albedo_uv: (_latitude, longitude) => 0.3 + longitude / 1000,
  };
  const air = {
    ozone: 250 + 48.14 + 11.58 + 4 / 3,
    aerosolBeta: betaOfDepth550(0.2407),
    albedo: 0.31158,
  };
  expect(forecast(fields).clear[11]).toBeCloseTo(modelled(11, air), 2);
});

test("snow replaces a missing reflectance", () => {
  const half = forecast({ snow: () => 0.5 }).clear[11] ?? 0;
  expect(half).toBeCloseTo(modelled(11, { albedo: 0.405 }), 3);
  expect(forecast({ snow: () => 0.5, albedo_uv: () => 0.2 }).clear[11]).toBeCloseTo(modelled(11, { albedo: 0.2 }), 3);
});

test("without fields of clouds no cloud is known", () => {
  const { index, cloudFactor } = forecast({});
  expect([...index, ...cloudFactor].every(Number.isNaN)).toBe(true);
});

const factorAtNoon = (fields: Fields) => forecast(fields).cloudFactor[11] ?? Number.NaN;

test("the share that clouds leave comes from all-sky index, then factor, then cover with water, then cover alone", () => {
  const cover: Fields = { cloud_fraction: () => 0.5 };
  const water: Fields = { ...cover, cloud_lwp_gm2: () => 100 };
  const factor: Fields = { ...water, cloud_modification_factor: () => 0.9 };
  const allSky: Fields = { ...factor, uvi_allsky: () => 3, uvi_clearsky: () => 4 };
  const sun = sunAt(today + 11 * HOUR);
  const overcast = overcastShare(
    indexCurve(uvTables, { ozone: 300, aerosolBeta: 0.05, albedo: 0.05, cloudWater: 100 }),
    zenithAngle(sun, munich.latitude, munich.longitude),
  );
  expect(overcast).toBeGreaterThan(0.2);
  expect(factorAtNoon(cover)).toBeCloseTo(1 - 0.5 * 0.69, 6);
  expect(factorAtNoon(water)).toBeCloseTo(1 - 0.5 * (1 - overcast), 6);
  expect(factorAtNoon({ cloud_lwp_gm2: () => 100 })).toBeCloseTo(overcast, 6);
  expect(factorAtNoon(factor)).toBeCloseTo(0.9, 6);
  expect(factorAtNoon(allSky)).toBeCloseTo(0.75, 6);
});

test("where the preferred field has no value the next one counts", () => {
  const missing: CellValue = (latitude) => (latitude === 48 || latitude === 49 ? null : 0.9);
  expect(factorAtNoon({ cloud_modification_factor: missing, cloud_fraction: () => 1 })).toBeCloseTo(0.31, 6);
});

test("a cover without water leaves the whole index", () => {
  expect(factorAtNoon({ cloud_fraction: () => 0.5, cloud_lwp_gm2: () => 0 })).toBe(1);
});

test("an all-sky index without its clear sky is compared with the model's own", () => {
  const grid = sharedGrid({ day: "2026-06-21" });
  const allSky: CellValue = (latitude, longitude, step) => {
    const hour = ((grid.steps[step] ?? 0) - today) / HOUR;
    return 0.6 * modelled(hour, {}, { latitude, longitude });
  };
  const narrow: CellValue = (latitude, longitude, step) =>
    Math.abs(latitude - 48) <= 2 && Math.abs(longitude - 11) <= 2 ? allSky(latitude, longitude, step) : 0;
  const { index, clear, cloudFactor } = forecast({ uvi_allsky: narrow });
  expect(cloudFactor[11]).toBeCloseTo(0.6, 2);
  expect(index[11]).toBeCloseTo(0.6 * (clear[11] ?? 0), 1);
  // At night there is no ratio, and no index either.
  expect(index[0]).toBe(0);
  expect(cloudFactor[0]).toBeNaN();
});

test("a place without ozone in the grid gets the climatology's, as its source says", () => {
  const hole: CellValue = (latitude) => (latitude > 46 && latitude < 51 ? null : 300);
  const found = forecast({ ozone_du: hole });
  expect(found.ozone).toBeGreaterThan(320);
  expect(forecast({}).ozone).toBe(300);
});

test("the highest index of a day is sought in steps of ten minutes", () => {
  const { days, clear } = forecast({});
  const [first] = days;
  expect(first?.highest).toBeGreaterThanOrEqual(Math.max(...clear.slice(0, 24)));
  let best = 0;
  for (let moment = 0; moment < 144; moment++) best = Math.max(best, modelled(moment / 6));
  expect(first?.highest).toBeCloseTo(best, 3);
  expect(modelled((first?.moment ?? 0) / 6)).toBeCloseTo(best, 3);
});

test("clouds move the highest index of the day to where they part", () => {
  const { days } = forecast({ cloud_fraction: (_latitude, _longitude, step) => (step % 8 === 5 ? 0 : 1) });
  const time = ((days[0]?.moment ?? 0) * 10) / 60;
  expect(time).toBeGreaterThan(13);
  expect(time).toBeLessThan(15.1);
});

test("only whole days of a published forecast count", () => {
  const grid = sharedGrid({ day: "2026-06-20" });
  const covered = (from: string) =>
    coverageOf(new Atmosphere(grid), horizonOf(Date.parse(from))).days.map((places) => places !== undefined);
  expect(covered("2026-06-20T00:00:00Z")).toEqual([true, true, true]);
  expect(covered("2026-06-22T00:00:00Z")).toEqual([true, false, false]);
  expect(covered("2026-06-19T00:00:00Z")).toEqual([false, true, true]);
});
