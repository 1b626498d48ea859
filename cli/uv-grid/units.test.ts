import { expect, test } from "vitest";
import { BadFile } from "../bad-file.ts";
import { factorOf } from "./units.ts";

test.each([
  ["ozone_du", "DU", 1],
  ["ozone_du", "Dobson", 1],
  ["ozone_du", "dobson units", 1],
  ["ozone_du", "1e-5 m", 1],
  ["ozone_du", "10^-5 m", 1],
  ["ozone_du", "m", 1e5],
  ["ozone_du", "atm-cm", 1000],
  ["ozone_du", "kg m-2", 1 / 2.1415e-5],
  ["ozone_du", "kg m**-2", 1 / 2.1415e-5],
  ["ozone_du", "kg/m2", 1 / 2.1415e-5],
  ["ozone_du", "kg m^-2", 1 / 2.1415e-5],
  ["ozone_du", "g.m-2", 1 / 2.1415e-2],
  ["ozone_du", "mol m-2", 2241.5],
  ["ozone_du", "mmol/m^2", 2.2415],
  ["ozone_du", "molecules cm-2", 1 / 2.6867e16],
  ["ozone_du", "1e15 molec cm-2", 1 / 26.867],
  ["cloud_fraction", undefined, 1],
  ["cloud_fraction", "", 1],
  ["cloud_fraction", "(0 - 1)", 1],
  ["cloud_fraction", "%", 0.01],
  ["cloud_fraction", "percent", 0.01],
  ["cloud_fraction", "0.125", 0.125],
  ["cloud_lwp_gm2", "kg m-2", 1000],
  ["cloud_lwp_gm2", "g/m2", 1],
  ["aod550", "~", 1],
] as const)("%s in %j is multiplied by %d", (field, units, factor) => {
  expect(factorOf(field, units) / factor).toBeCloseTo(1, 4);
});

test.each([
  ["ozone_du", "ppm"],
  ["ozone_du", "1"],
  ["ozone_du", undefined],
  ["ozone_du", "kg kg-1"],
  ["ozone_du", "kg m-3"],
  ["ozone_du", "kg m-2 s-1"],
  ["ozone_du", "mol m-2 /"],
  ["cloud_lwp_gm2", "m"],
  ["cloud_lwp_gm2", "mm"],
  ["cloud_fraction", "okta"],
  ["uvi_allsky", "W m-2"],
  ["albedo_uv", "m2"],
] as const)("%s in %j is refused", (field, units) => {
  expect(() => factorOf(field, units)).toThrow(BadFile);
  expect(() => factorOf(field, units)).toThrow(`${field} has the units "${units ?? 1}"; known are`);
});
