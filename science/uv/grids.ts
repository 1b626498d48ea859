import { axis, chebyshevSeries } from "./interpolation.ts";
import { weighted } from "./model.ts";
import { skyAerosolBeta, skyCloudWater } from "./skies.ts";
import { flatAlbedo, surfaces } from "./surfaces.ts";
import { transmission } from "./transfer.ts";

/**
 * The points at which the engine is asked beforehand, and what the tables keep of its answers: logarithms of weighted
 * irradiances (W/m² at 1 AU) as Chebyshev series in the zenith angle. Between the points polynomials come within 0.3 %
 * of the engine (see the tests); logarithms of irradiance are that smooth in the coordinates chosen here.
 */

/** Zenith angle in degrees; the square, since irradiance is even about the zenith. */
const zenith = axis(
  14,
  [0, 90],
  (angle) => (angle / 90) ** 2,
  (square) => 90 * Math.sqrt(square),
);

/** Coefficients of a series in the zenith angle. */
export const seriesLength = zenith.points.length;

/** The series' own coordinate, -1 to 1, of a zenith angle in degrees. */
export const seriesCoordinate = (angle: number): number => 2 * (angle / 90) ** 2 - 1;

const ozoneRange = [80, 700] as const;
const betaAlong = [(beta: number) => Math.log(0.1 + beta), (x: number) => Math.exp(x) - 0.1] as const;
const albedoAlong = (strength: number) =>
  [(albedo: number) => -Math.log(1 - strength * albedo), (x: number) => (1 - Math.exp(-x)) / strength] as const;

/** Of the doses under the sky classes: kilometres, Dobson units. */
export const doseAxes = {
  altitude: axis(7, [0, 6]),
  ozone: axis(7, ozoneRange, Math.log, Math.exp),
} as const;

/** Of the UV index at sea level under a clear sky: Dobson units, Angstrom's β, albedo. */
export const clearAxes = {
  ozone: doseAxes.ozone,
  aerosolBeta: axis(7, [0, 2.8], ...betaAlong),
  albedo: axis(4, [0, 1], ...albedoAlong(0.9)),
} as const;

/** Of the share of it that an overcast sky lets through: g/m², Dobson units, Angstrom's β, albedo. */
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

const products = ["erythema", "vitaminD"] as const;

/** Numbers in the dose table for one surface, sky (0 clear, 1 overcast) and product (0 erythema, 1 vitamin D). */
export const doseBlock = doseAxes.altitude.points.length * doseAxes.ozone.points.length * seriesLength;

/** Where the block of a surface (its place in `surfaces`), sky and product begins. */
export const doseBlockAt = (surface: number, sky: 0 | 1, product: 0 | 1): number =>
  ((surface * 2 + sky) * 2 + product) * doseBlock;

/** Asks the engine for the whole dose table: blocks of [altitude][ozone][series]. */
export function makeDoseTable(): Float32Array {
  const table = new Float32Array(surfaces.length * 4 * doseBlock);
  doseAxes.altitude.points.forEach((_, altitude) => {
    doseAxes.ozone.points.forEach((_, ozone) => {
      for (const sky of [0, 1] as const) writeDoseCell(table, altitude, ozone, sky);
    });
  });
  return table;
}

/** Writes the series of every surface and product at one point of altitude and ozone. */
export function writeDoseCell(table: Float32Array, altitude: number, ozone: number, sky: 0 | 1): void {
  const solved = transmission(
    {
      altitude: doseAxes.altitude.points[altitude]!,
      ozone: doseAxes.ozone.points[ozone]!,
      aerosolBeta: skyAerosolBeta,
      cloudWater: sky * skyCloudWater,
    },
    zenith.points,
  );
  const cell = (altitude * doseAxes.ozone.points.length + ozone) * seriesLength;
  surfaces.forEach(({ albedo }, surface) => {
    const irradiances = zenith.points.map((_, sun) => weighted(solved, sun, albedo));
    products.forEach((product, index) => {
      const series = chebyshevSeries(irradiances.map((irradiance) => Math.log(irradiance[product])));
      table.set(series, doseBlockAt(surface, sky, index as 0 | 1) + cell);
    });
  });
}

/** Asks the engine for the clear sky's table: [ozone][aerosol][albedo][series], erythema. */
export function makeClearTable(): Float32Array {
  const { ozone, aerosolBeta } = clearAxes;
  return joined(ozone.points.flatMap((_, i) => aerosolBeta.points.map((_, j) => clearCell(i, j))));
}

/** The series of every albedo at one point of ozone and aerosol. */
export const clearCell = (ozone: number, aerosolBeta: number): Float32Array =>
  joined(
    logarithms(
      clearAxes.ozone.points[ozone]!,
      clearAxes.aerosolBeta.points[aerosolBeta]!,
      0,
      clearAxes.albedo.points,
    ).map(chebyshevSeries),
  );

/** Asks the engine for the overcast sky's table: [water][ozone][aerosol][albedo][series], erythema. */
export function makeOvercastTable(): Float32Array {
  const { cloudWater, ozone, aerosolBeta } = overcastAxes;
  return joined(
    cloudWater.points.flatMap((_, i) =>
      ozone.points.flatMap((_, j) => aerosolBeta.points.map((_, k) => overcastCell(i, j, k))),
    ),
  );
}

/** The series of every albedo at one point of cloud water, ozone and aerosol: logarithms of overcast over clear. */
export function overcastCell(cloudWater: number, ozone: number, aerosolBeta: number): Float32Array {
  const air = [overcastAxes.ozone.points[ozone]!, overcastAxes.aerosolBeta.points[aerosolBeta]!] as const;
  const clear = logarithms(...air, 0, overcastAxes.albedo.points);
  const overcast = logarithms(...air, overcastAxes.cloudWater.points[cloudWater]!, overcastAxes.albedo.points);
  return joined(overcast.map((row, i) => chebyshevSeries(row.map((value, sun) => value - clear[i]![sun]!))));
}

/** Logarithms of erythemal irradiance at sea level, for each albedo and then each zenith angle of the series. */
function logarithms(ozone: number, aerosolBeta: number, cloudWater: number, albedos: readonly number[]): number[][] {
  const solved = transmission({ altitude: 0, ozone, aerosolBeta, cloudWater }, zenith.points);
  return albedos.map((albedo) => {
    const ground = flatAlbedo(albedo);
    return zenith.points.map((_, sun) => Math.log(weighted(solved, sun, ground).erythema));
  });
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
