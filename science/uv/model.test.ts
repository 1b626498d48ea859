import fc from "fast-check";
import { expect, test } from "vitest";
import { uvTables } from "../../test/uv-tables.ts";
import { sunAt, zenithAngle } from "../solar.ts";
import { uvIndex } from "./action-spectra.ts";
import { doseRates } from "./dose-rates.ts";
import { vitaminDPerErythema } from "./doses.ts";
import { irradiance, skyIrradiance } from "./model.ts";
import { skies, skyAerosolBeta, skyCloudWater } from "./skies.ts";
import { flatAlbedo, surface, surfaces } from "./surfaces.ts";

/** Every comparison with it is false. */
const none = { erythema: Number.NaN, vitaminD: Number.NaN, uva: Number.NaN, uvb: Number.NaN };
const albedoOf = (id: number) => surface(id)?.albedo ?? flatAlbedo(Number.NaN);
const boston = { altitude: 0, ozone: 350, sky: 0, albedo: flatAlbedo(0.03) } as const;

test("at Boston's equinox noon vitamin D irradiance is 1.75 times the erythemal one, as the doses assume", () => {
  const [noon] = skyIrradiance(boston, [42.2]);
  const { vitaminD, erythema } = noon ?? none;
  expect(vitaminD / erythema).toBeGreaterThan(1.74);
  expect(vitaminD / erythema).toBeLessThan(1.77);
  expect(vitaminDPerErythema).toBe(1.75);
});

test("with haze it keeps within 12 % of KNMI's formula, which was fitted to measurements", () => {
  for (const ozone of [250, 325, 400]) {
    const zeniths = [0, 20, 40, 60];
    irradiance({ altitude: 0, ozone, aerosolBeta: 0.1, cloudWater: 0 }, zeniths, flatAlbedo(0.05)).forEach(
      ({ erythema }, i) => {
        expect(Math.abs(erythema / measuredErythema(zeniths[i] ?? Number.NaN, ozone, 0.05) - 1)).toBeLessThan(0.12);
      },
    );
  }
});

/** Clear-sky erythemal irradiance, W/m², as TEMIS v2 parametrises measurements at De Bilt and Paramaribo (KNMI). */
function measuredErythema(zenith: number, ozone: number, albedo: number): number {
  const cosine = Math.cos((zenith * Math.PI) / 180);
  const slant = cosine * (1 - 0.2755) + 0.2755;
  const uva = 2.0877 * slant * Math.exp(-1.0597 / slant);
  const x = (1000 * cosine) / ozone;
  return uva * (0.0477 * x ** 1.6325 + 5.6499 / ozone + 0.0485) * ((1 - 0.25 * 0.09) / (1 - 0.25 * albedo));
}

test("the UV index falls with the zenith angle and with ozone, rises with altitude and albedo", () => {
  const index = (altitude: number, ozone: number, albedo: number) =>
    irradiance({ altitude, ozone, aerosolBeta: 0.02, cloudWater: 0 }, [0, 30, 60, 80, 90], flatAlbedo(albedo)).map(
      ({ erythema }) => uvIndex(erythema),
    );
  const base = index(0, 300, 0.05);
  base.slice(1).forEach((value, i) => {
    expect(value).toBeLessThan(base[i] ?? Number.NaN);
  });
  index(0, 330, 0.05).forEach((value, i) => {
    expect(value).toBeLessThan(base[i] ?? Number.NaN);
  });
  index(2, 300, 0.05).forEach((value, i) => {
    expect(value).toBeGreaterThan(base[i] ?? Number.NaN);
  });
  index(0, 300, 0.8).forEach((value, i) => {
    expect(value).toBeGreaterThan(base[i] ?? Number.NaN);
  });
});

test("so do dose rates everywhere, and each sky lets through less than the clearer one", () => {
  const place = fc.record({
    altitude: fc.double({ min: 0, max: 5.9, noNaN: true }),
    ozone: fc.double({ min: 100, max: 590, noNaN: true }),
    surface: fc.constantFrom(...surfaces.map(({ id }) => id)),
  });
  fc.assert(
    fc.property(place, fc.double({ min: 0, max: 90, noNaN: true }), (where, zenith) => {
      const rates = (change: object = {}) => {
        const { erythema, vitaminD } = doseRates(uvTables, { ...where, sky: 0, ...change });
        return [erythema(zenith), vitaminD(zenith)] as const;
      };
      const [clear, scattered] = [rates({ sky: 0 }), rates({ sky: 1 })];
      const [broken, overcast] = [rates({ sky: 2 }), rates({ sky: 3 })];
      const higher = rates({ altitude: where.altitude + 0.1 });
      const moreOzone = rates({ ozone: where.ozone + 10 });
      for (const product of [0, 1] as const) {
        expect(scattered[product]).toBeLessThan(clear[product]);
        expect(broken[product]).toBeLessThan(scattered[product]);
        expect(overcast[product]).toBeLessThan(broken[product]);
        expect(overcast[product]).toBeGreaterThan(0);
        expect(higher[product]).toBeGreaterThan(clear[product]);
        expect(moreOzone[product]).toBeLessThan(clear[product]);
      }
      for (const sky of [0, 1, 2, 3] as const) {
        const { erythema, vitaminD } = doseRates(uvTables, { ...where, sky });
        expect(erythema(zenith + 1)).toBeLessThan(erythema(zenith));
        expect(vitaminD(zenith + 1)).toBeLessThan(vitaminD(zenith));
      }
    }),
  );
});

test("the engine's sky classes fall with the zenith angle, without a step at 75°, and none is as bright as a clearer one", () => {
  const zeniths = [0, 15, 30, 45, 60, 70, 74, 74.999, 75, 75.001, 76, 80, 84, 87, 89, 90];
  for (const albedo of [albedoOf(3), albedoOf(12)]) {
    const classes = skies.map(({ id }) => skyIrradiance({ altitude: 1, ozone: 400, sky: id, albedo }, zeniths));
    for (const product of ["erythema", "vitaminD"] as const) {
      for (const irradiances of classes) {
        const values = irradiances.map((irradiance) => irradiance[product]);
        for (const [i, value] of values.slice(1).entries()) expect(value).toBeLessThan(values[i] ?? Number.NaN);
        const valueAt = (zenith: number) => values[zeniths.indexOf(zenith)] ?? Number.NaN;
        expect(valueAt(75.001) / valueAt(75)).toBeCloseTo(valueAt(75) / valueAt(74.999), 4);
      }
      for (const [i, clouded] of classes.slice(1).entries()) {
        for (const [sun, irradiance] of clouded.entries()) {
          expect(irradiance[product]).toBeLessThan(classes[i]?.[sun]?.[product] ?? Number.NaN);
        }
      }
    }
  }
});

test("the beam goes through shells to a forecast's cloud, and through flat air only to the cloud of the sky classes", () => {
  const air = { altitude: 0, ozone: 350, aerosolBeta: skyAerosolBeta, cloudWater: skyCloudWater };
  const albedo = albedoOf(3);
  const real = irradiance(air, [0, 75], albedo);
  const ofClass = skyIrradiance({ altitude: 0, ozone: 350, sky: 3, albedo }, [0, 75]);
  const ratios = ofClass.map(({ erythema }, sun) => erythema / (real[sun]?.erythema ?? Number.NaN));
  expect(ratios).toEqual([expect.closeTo(1, 9), expect.closeTo(0.97, 3)]);
});

test("a sun below the horizon gives no irradiance", () => {
  expect(irradiance({ altitude: 0, ozone: 300, aerosolBeta: 0, cloudWater: 0 }, [90.1], flatAlbedo(0))).toEqual([
    { erythema: 0, vitaminD: 0, uva: 0, uvb: 0 },
  ]);
  expect(doseRates(uvTables, { altitude: 0, ozone: 300, surface: 3, sky: 0 }).erythema(90.1)).toBe(0);
});

test("unweighted irradiance at high sun is that of the solar spectrum: some 66 W/m² of UV-A, 2.2 of UV-B", () => {
  const [zenith] = irradiance({ altitude: 0, ozone: 300, aerosolBeta: 0, cloudWater: 0 }, [0], flatAlbedo(0.05));
  const { uva, uvb } = zenith ?? none;
  expect(uva).toBeCloseTo(65.8, 0);
  expect(uvb).toBeCloseTo(2.2, 1);
});

test("surfaces have their measured albedo at the nodes and straight lines between them", () => {
  const newSnow = albedoOf(12);
  expect(newSnow[300 - 280]).toBe(0.9);
  expect(newSnow[305 - 280]).toBeCloseTo(0.903);
  expect(newSnow[280 - 280]).toBe(0.9);
  expect(newSnow[400 - 280]).toBe(0.92);
  expect(surface(6)).toBeUndefined();
});

test("the sun of a place and its rates give a usual UV index", () => {
  const noon = sunAt(Date.UTC(2025, 5, 21, 11, 20));
  const rates = doseRates(uvTables, { altitude: 0.05, ozone: 340, surface: 3, sky: 0 });
  expect(uvIndex(rates.erythema(zenithAngle(noon, 59.91, 10.75)) / noon.distance ** 2)).toBeCloseTo(5.7, 1);
});
