import { doseAxes, doseBlock, doseBlockAt, seriesCoordinate } from "./grids.ts";
import { chebyshevValue, contract } from "./interpolation.ts";
import { unpack } from "./packing.ts";
import { type SkyId, skies } from "./skies.ts";
import { type SurfaceId, surfaces } from "./surfaces.ts";
import { doses } from "./tables/doses.ts";

/** Weighted irradiance on a horizontal plane at 1 AU, W/m², by the Sun's geometric zenith angle in degrees; 0 beyond 90°. */
export interface DoseRates {
  erythema(zenith: number): number;
  vitaminD(zenith: number): number;
}

const table = unpack(doses);

/**
 * The rates of a place under a sky class, from the engine's table: within 0.3 % of the engine wherever the UV index
 * is 0.03 or more.
 *
 * @param place altitude 0–6 km; ozone 80–700 Dobson units above the place
 */
export function doseRates(place: {
  readonly altitude: number;
  readonly ozone: number;
  readonly surface: SurfaceId;
  readonly sky: SkyId;
}): DoseRates {
  const surface = surfaces.findIndex(({ id }) => id === place.surface);
  const shares = [doseAxes.altitude.shares(place.altitude), doseAxes.ozone.shares(place.ozone)];
  const { cover } = skies[place.sky];
  const series = (sky: 0 | 1, product: 0 | 1) => {
    const from = doseBlockAt(surface, sky, product);
    return contract(table.subarray(from, from + doseBlock), shares);
  };
  const rate = (product: 0 | 1): ((zenith: number) => number) => {
    const parts = [
      { share: 1 - cover, series: series(0, product) },
      { share: cover, series: series(1, product) },
    ].filter(({ share }) => share > 0);
    return (zenith) => {
      if (zenith > 90) return 0;
      const x = seriesCoordinate(zenith);
      return parts.reduce((sum, part) => sum + part.share * Math.exp(chebyshevValue(part.series, x)), 0);
    };
  };
  return { erythema: rate(0), vitaminD: rate(1) };
}
