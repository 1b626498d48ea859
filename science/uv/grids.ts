import { numberAt } from "../number-at.ts";
import { lastFlat } from "./beam.ts";
import type { DoseProduct } from "./doses.ts";
import { axis, chebyshevSeries } from "./interpolation.ts";
import { type SkyPart, skyTransmission, weighted } from "./model.ts";
import { flatAlbedo, surfaces } from "./surfaces.ts";
import { transmission } from "./transfer.ts";

/**
 * The points at which the engine computes the tables, and the contents of these: logarithms of weighted irradiances
 * (W/m² at 1 AU) as Chebyshev series in the zenith angle. Between the points, polynomials are within 0.3 % of the
 * engine (see the tests), since logarithms of irradiance are smooth in the coordinates chosen here.
 */

/** A range of zenith angles, degrees, over which one series describes an irradiance. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** From the zenith to the horizon. */
const wholeSky: Stretch = { from: 0, to: 90 };

/** Number of coefficients of a series in the zenith angle. */
export const seriesLength = 14;

/** The points of a series: along the square of the angle, since irradiance is even about the zenith. */
const anglesOf = ({ from, to }: Stretch): Float64Array =>
  axis(
    seriesLength,
    [from, to],
    (angle) => (angle / 90) ** 2,
    (square) => 90 * Math.sqrt(square),
  ).points;

/** The series' own coordinate, -1 to 1, of a zenith angle in degrees. */
export const seriesCoordinate = (angle: number, { from, to }: Stretch = wholeSky): number =>
  (2 * (angle ** 2 - from ** 2)) / (to ** 2 - from ** 2) - 1;

/**
 * The series of the dose table, each part's in rising order. The beam's path under the classes' cloud has a kink, which
 * no single series can follow, so one ends there and another begins.
 */
export const doseStretches: readonly (Stretch & { readonly part: SkyPart })[] = [
  { part: "clear", ...wholeSky },
  { part: "overcast", from: 0, to: lastFlat },
  { part: "overcast", from: lastFlat, to: 90 },
];

const ozoneRange = [80, 700] as const;
const betaAlong = [(beta: number) => Math.log(0.1 + beta), (x: number) => Math.exp(x) - 0.1] as const;
const albedoAlong = (strength: number) =>
  [(albedo: number) => -Math.log(1 - strength * albedo), (x: number) => (1 - Math.exp(-x)) / strength] as const;

/** Axes of the doses under the sky classes: kilometres, Dobson units. */
export const doseAxes = {
  altitude: axis(7, [0, 6]),
  ozone: axis(7, ozoneRange, Math.log, Math.exp),
} as const;

/** Axes of the UV index at sea level under a clear sky: Dobson units, Angstrom's β, albedo. */
export const clearAxes = {
  ozone: doseAxes.ozone,
  aerosolBeta: axis(7, [0, 2.8], ...betaAlong),
  albedo: axis(4, [0, 1], ...albedoAlong(0.9)),
} as const;

/** Axes of the share of it that an overcast sky transmits: g/m², Dobson units, Angstrom's β, albedo. */
export const overcastAxes = {
  cloudWater: axis(
    8,
    [0, 2000],
    (water) => Math.log(1 + water / 15),
    (x) => 15 * (Math.exp(x) - 1),
  ),
  ozone: axis(5, ozoneRange, Math.log, Math.exp),
  aerosolBeta: axis(6, [0, 2.8], ...betaAlong),
  albedo: axis(6, [0, 1], ...albedoAlong(0.95)),
} as const;

const products: readonly DoseProduct[] = ["erythema", "vitaminD"];

/** Count of numbers in the dose table for one surface, stretch and product. */
export const doseBlock = doseAxes.altitude.points.length * doseAxes.ozone.points.length * seriesLength;

/** Index of the block of a surface (its place in `surfaces`), stretch (in `doseStretches`) and product. */
export const doseBlockAt = (surface: number, stretch: number, product: DoseProduct): number =>
  ((surface * doseStretches.length + stretch) * products.length + products.indexOf(product)) * doseBlock;

/** Computes the whole dose table with the engine: blocks of [altitude][ozone][series]. */
export function makeDoseTable(): Float32Array {
  const table = new Float32Array(doseBlock * surfaces.length * doseStretches.length * products.length);
  for (const altitude of doseAxes.altitude.points.keys()) {
    for (const ozone of doseAxes.ozone.points.keys()) writeDoseCell(table, altitude, ozone);
  }
  return table;
}

/** Writes the series of every surface, stretch and product at one point of altitude and ozone. */
export function writeDoseCell(table: Float32Array, altitude: number, ozone: number): void {
  const place = {
    altitude: numberAt(doseAxes.altitude.points, altitude),
    ozone: numberAt(doseAxes.ozone.points, ozone),
  };
  const cell = (altitude * doseAxes.ozone.points.length + ozone) * seriesLength;
  for (const [stretch, { part, ...range }] of doseStretches.entries()) {
    const angles = anglesOf(range);
    const solved = skyTransmission(place, part, angles);
    for (const [surface, { albedo }] of surfaces.entries()) {
      const irradiances = Array.from(angles, (_, sun) => weighted(solved, sun, albedo));
      for (const product of products) {
        const values = Float64Array.from(irradiances, (irradiance) => Math.log(irradiance[product]));
        table.set(chebyshevSeries(values), doseBlockAt(surface, stretch, product) + cell);
      }
    }
  }
}

/** Computes the clear sky's table with the engine: [ozone][aerosol][albedo][series], erythema. */
export function makeClearTable(): Float32Array {
  const { ozone, aerosolBeta } = clearAxes;
  return joined([...ozone.points].flatMap((o) => Array.from(aerosolBeta.points, (beta) => clearCell(o, beta))));
}

/** The series of every albedo under this ozone and aerosol. */
export const clearCell = (ozone: number, aerosolBeta: number): Float32Array =>
  seriesOf(logarithms(ozone, aerosolBeta, 0, clearAxes.albedo.points));

/** Computes the overcast sky's table with the engine: [water][ozone][aerosol][albedo][series], erythema. */
export function makeOvercastTable(): Float32Array {
  const { cloudWater, ozone, aerosolBeta } = overcastAxes;
  return joined(
    [...cloudWater.points].flatMap((water) =>
      [...ozone.points].flatMap((o) => Array.from(aerosolBeta.points, (beta) => overcastCell(water, o, beta))),
    ),
  );
}

/** The series of every albedo under this cloud water, ozone and aerosol: logarithms of overcast over clear. */
export function overcastCell(cloudWater: number, ozone: number, aerosolBeta: number): Float32Array {
  const clear = logarithms(ozone, aerosolBeta, 0, overcastAxes.albedo.points);
  const overcast = logarithms(ozone, aerosolBeta, cloudWater, overcastAxes.albedo.points);
  return seriesOf(overcast.map((value, i) => value - numberAt(clear, i)));
}

/** Logarithms of erythemal irradiance at sea level, for each albedo and then each zenith angle of the series. */
function logarithms(ozone: number, aerosolBeta: number, cloudWater: number, albedos: Float64Array): Float64Array {
  const angles = anglesOf(wholeSky);
  const solved = transmission({ altitude: 0, ozone, aerosolBeta, cloudWater }, angles);
  return Float64Array.from(
    [...albedos].flatMap((albedo) => {
      const ground = flatAlbedo(albedo);
      return Array.from(angles, (_, sun) => Math.log(weighted(solved, sun, ground).erythema));
    }),
  );
}

/** The Chebyshev series of each `seriesLength` of the values. */
function seriesOf(values: Float64Array): Float32Array {
  const starts = Array.from({ length: values.length / seriesLength }, (_, i) => i * seriesLength);
  return joined(starts.map((start) => chebyshevSeries(values.subarray(start, start + seriesLength))));
}

function joined(parts: readonly ArrayLike<number>[]): Float32Array {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
