import { expect, test } from "vitest";
import { seeded } from "../../cli/demo/random.ts";
import { uvIndex } from "../../science/uv/action-spectra.ts";
import { doseRates } from "../../science/uv/dose-rates.ts";
import {
  clearAxes,
  clearCell,
  doseAxes,
  doseBlock,
  doseBlockAt,
  overcastAxes,
  overcastCell,
  seriesLength,
  writeDoseCell,
} from "../../science/uv/grids.ts";
import { clearIndex, indexCurve, overcastShare } from "../../science/uv/index-curve.ts";
import { irradiance, weighted } from "../../science/uv/model.ts";
import { unpack } from "../../science/uv/packing.ts";
import { skies, skyAerosolBeta, skyCloudWater } from "../../science/uv/skies.ts";
import { flatAlbedo, surfaces } from "../../science/uv/surfaces.ts";
import { clearSky } from "../../science/uv/tables/clear-sky.ts";
import { doses } from "../../science/uv/tables/doses.ts";
import { overcastSky } from "../../science/uv/tables/overcast-sky.ts";
import { transmission } from "../../science/uv/transfer.ts";

/** Where the UV index is lower, nobody's answer depends on it. */
const faintest = 0.03;
const bound = 0.003;
// A thousand inputs each take minutes on a busy machine: `npm run bench -- uv` does them.
const columns = 12;
const suns = 12;

test("dose rates of the tables are the engine's within 0.3 % over random places, skies and suns", () => {
  const random = seeded(20_250_321);
  const errors = Array.from({ length: columns }, () => {
    const air = { altitude: 6 * random.next(), ozone: 100 + 500 * random.next(), aerosolBeta: skyAerosolBeta };
    const zeniths = Array.from({ length: suns }, () => 90 * random.next());
    const clear = transmission({ ...air, cloudWater: 0 }, zeniths);
    const overcast = transmission({ ...air, cloudWater: skyCloudWater }, zeniths);
    return zeniths.flatMap((zenith, sun) => {
      const { id, albedo } = random.pick(surfaces);
      const sky = random.pick(skies);
      const [open, closed] = [weighted(clear, sun, albedo), weighted(overcast, sun, albedo)];
      const rates = doseRates({ ...air, surface: id, sky: sky.id });
      const expected = (product: "erythema" | "vitaminD") =>
        (1 - sky.cover) * open[product] + sky.cover * closed[product];
      if (uvIndex(expected("erythema")) < faintest) return [];
      return [rates.erythema(zenith) / expected("erythema") - 1, rates.vitaminD(zenith) / expected("vitaminD") - 1];
    });
  }).flat();
  expect(errors.length).toBeGreaterThan(1.8 * columns * suns);
  expect(largest(errors)).toBeLessThan(bound);
});

test("UV indices of the tables are the engine's within 0.3 % over random airs, clouds and suns", () => {
  const random = seeded(5);
  const errors = Array.from({ length: columns }, (_, column) => {
    const air = { ozone: 80 + 620 * random.next(), aerosolBeta: 2.8 * random.next() ** 3, albedo: random.next() ** 2 };
    const cloudWater = [20, 100, 400, 2000][column % 4]! * random.next();
    const zeniths = Array.from({ length: suns }, () => 90 * random.next());
    const ground = flatAlbedo(Math.min(air.albedo, 0.95));
    const curve = indexCurve({ ...air, albedo: ground[0]!, cloudWater });
    const column0 = { altitude: 0, ozone: air.ozone, aerosolBeta: air.aerosolBeta };
    const clear = irradiance({ ...column0, cloudWater: 0 }, zeniths, ground);
    const overcast = irradiance({ ...column0, cloudWater }, zeniths, ground);
    return zeniths.flatMap((zenith, sun) => {
      const [open, closed] = [uvIndex(clear[sun]!.erythema), uvIndex(overcast[sun]!.erythema)];
      const index = clearIndex(curve, zenith);
      return [
        ...(open < faintest ? [] : [index / open - 1]),
        ...(closed < faintest ? [] : [(index * overcastShare(curve, zenith)) / closed - 1]),
      ];
    });
  }).flat();
  expect(errors.length).toBeGreaterThan(1.5 * columns * suns);
  expect(largest(errors)).toBeLessThan(bound);
});

test("cells of the tables are what the engine gives now", () => {
  const random = seeded(9);
  const any = ({ points }: { readonly points: readonly number[] }) => random.between(0, points.length - 1);
  const stored = { doses: unpack(doses), clear: unpack(clearSky), overcast: unpack(overcastSky) };

  const remade = new Float32Array(stored.doses.length);
  const [altitude, ozone, sky] = [any(doseAxes.altitude), any(doseAxes.ozone), 1] as const;
  writeDoseCell(remade, altitude, ozone, sky);
  const cell = doseBlockAt(5, sky, 1) + (altitude * doseAxes.ozone.points.length + ozone) * seriesLength;
  expectSame(stored.doses.subarray(cell, cell + seriesLength), remade.subarray(cell, cell + seriesLength));
  expect(stored.doses).toHaveLength(surfaces.length * 4 * doseBlock);

  const [i, j] = [any(clearAxes.ozone), any(clearAxes.aerosolBeta)];
  const row = clearCell(i, j);
  expectSame(at(stored.clear, row.length, i * clearAxes.aerosolBeta.points.length + j), row);

  const [k, l, m] = [any(overcastAxes.cloudWater), any(overcastAxes.ozone), any(overcastAxes.aerosolBeta)];
  const share = overcastCell(k, l, m);
  const place = (k * overcastAxes.ozone.points.length + l) * overcastAxes.aerosolBeta.points.length + m;
  expectSame(at(stored.overcast, share.length, place), share);
});

const at = (table: Float64Array, width: number, place: number) => table.subarray(place * width, (place + 1) * width);

const largest = (errors: readonly number[]) => errors.reduce((most, error) => Math.max(most, Math.abs(error)), 0);

/** The same to what another processor's exponentials and 32-bit floats may change. */
function expectSame(actual: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(actual).toHaveLength(expected.length);
  for (let i = 0; i < expected.length; i++) expect(actual[i]).toBeCloseTo(expected[i]!, 5);
}
