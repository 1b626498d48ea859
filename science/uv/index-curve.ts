import { uvIndex } from "./action-spectra.ts";
import { clearAxes, overcastAxes, seriesCoordinate } from "./grids.ts";
import { chebyshevValue, contract } from "./interpolation.ts";
import type { UvTables } from "./tables.ts";

/** The UV index at sea level as a function of the Sun's zenith angle: series for `clearIndex` and `overcastShare`. */
export interface IndexCurve {
  readonly clear: Float64Array;
  /** Series of the share that an overcast sky transmits; null where no cloud water was given. */
  readonly overcast: Float64Array | null;
}

/** Dobson units, Angstrom's β, and an albedo equal at all wavelengths. */
interface ClearAir {
  readonly ozone: number;
  readonly aerosolBeta: number;
  readonly albedo: number;
}

/**
 * The curve of some air, from the engine's tables: within 0.3 % of the engine wherever the index is 0.03 or more.
 * Values outside the ranges count as the end of the range.
 *
 * @param air ozone 80–700 Dobson units; Angstrom's β 0–2.8; albedo 0–1, the same at all wavelengths; water of a cloud
 *   over the whole sky, 0–2000 g/m²
 */
export function indexCurve(
  { clearSky, overcastSky }: UvTables,
  air: ClearAir & { readonly cloudWater?: number | undefined },
): IndexCurve {
  return {
    clear: contract(clearSky, [
      clearAxes.ozone.shares(air.ozone),
      clearAxes.aerosolBeta.shares(air.aerosolBeta),
      clearAxes.albedo.shares(air.albedo),
    ]),
    overcast:
      air.cloudWater === undefined
        ? null
        : contract(overcastSky, [
            overcastAxes.cloudWater.shares(air.cloudWater),
            overcastAxes.ozone.shares(air.ozone),
            overcastAxes.aerosolBeta.shares(air.aerosolBeta),
            overcastAxes.albedo.shares(air.albedo),
          ]),
  };
}

/** UV index under the clear sky at 1 AU; 0 where the Sun's zenith angle (degrees, geometric) exceeds 90. */
export const clearIndex = ({ clear }: IndexCurve, zenith: number): number =>
  zenith > 90 ? 0 : uvIndex(Math.exp(chebyshevValue(clear, seriesCoordinate(zenith))));

/** Share of the clear sky's index under an overcast sky with the curve's cloud water; 1 where no water was given. */
export const overcastShare = ({ overcast }: IndexCurve, zenith: number): number =>
  overcast === null ? 1 : Math.exp(chebyshevValue(overcast, seriesCoordinate(Math.min(zenith, 90))));

/** Series of the overcast share of the clear sky's index, by cloud water, for one state of the air. */
export interface OvercastSeries {
  readonly byWater: Float64Array;
}

/** The overcast part of `indexCurve` for any cloud water: water changes more often than the other properties of the air. */
export function overcastSeries({ overcastSky }: UvTables, air: ClearAir): OvercastSeries {
  const blockOfWater = overcastSky.length / overcastAxes.cloudWater.points.length;
  const shares = [
    overcastAxes.ozone.shares(air.ozone),
    overcastAxes.aerosolBeta.shares(air.aerosolBeta),
    overcastAxes.albedo.shares(air.albedo),
  ];
  const rows = Array.from(overcastAxes.cloudWater.points, (_, water) =>
    contract(overcastSky.subarray(water * blockOfWater, (water + 1) * blockOfWater), shares),
  );
  const width = rows[0]?.length ?? 0;
  const byWater = new Float64Array(rows.length * width);
  for (const [water, row] of rows.entries()) byWater.set(row, water * width);
  return { byWater };
}

/** The same as `overcastShare` of a curve with this cloud water (0–2000 g/m²). */
export function overcastShareOf({ byWater }: OvercastSeries, cloudWater: number, zenith: number): number {
  const series = contract(byWater, [overcastAxes.cloudWater.shares(cloudWater)]);
  return Math.exp(chebyshevValue(series, seriesCoordinate(Math.min(zenith, 90))));
}
