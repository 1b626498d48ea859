import type { DoseProduct } from "./doses.ts";
import { doseAxes, doseBlock, doseBlockAt, doseStretches, seriesCoordinate } from "./grids.ts";
import { chebyshevValue, contract } from "./interpolation.ts";
import type { SkyPart } from "./model.ts";
import { type SkyId, skies } from "./skies.ts";
import { type SurfaceId, surfaces } from "./surfaces.ts";
import type { UvTables } from "./tables.ts";

/** Weighted irradiance on a horizontal plane at 1 AU, W/m², by the Sun's geometric zenith angle in degrees; 0 beyond 90°. */
export interface DoseRates {
  erythema(zenith: number): number;
  vitaminD(zenith: number): number;
}

type Rate = (zenith: number) => number;

/**
 * The rates of a place under a sky class, from the engine's table: within 0.3 % of the engine wherever the UV index
 * is 0.03 or more.
 *
 * @param place altitude 0–6 km; ozone 80–700 Dobson units above the place
 */
export function doseRates(
  { doses }: UvTables,
  place: {
    readonly altitude: number;
    readonly ozone: number;
    readonly surface: SurfaceId;
    readonly sky: SkyId;
  },
): DoseRates {
  const surface = surfaces.findIndex(({ id }) => id === place.surface);
  const shares = [doseAxes.altitude.shares(place.altitude), doseAxes.ozone.shares(place.ozone)];
  const { cover } = skies[place.sky];
  const curve = (part: SkyPart, product: DoseProduct): Rate => {
    const pieces = doseStretches.flatMap((stretch, index) => {
      const from = doseBlockAt(surface, index, product);
      return stretch.part === part
        ? [{ stretch, series: contract(doses.subarray(from, from + doseBlock), shares) }]
        : [];
    });
    return (zenith) => {
      for (const { stretch, series } of pieces) {
        if (zenith <= stretch.to) return Math.exp(chebyshevValue(series, seriesCoordinate(zenith, stretch)));
      }
      return 0;
    };
  };
  const rate = (product: DoseProduct): Rate => {
    const none: Rate = () => 0;
    const clear = cover < 1 ? curve("clear", product) : none;
    const overcast = cover > 0 ? curve("overcast", product) : none;
    return (zenith) => (1 - cover) * clear(zenith) + cover * overcast(zenith);
  };
  return { erythema: rate("erythema"), vitaminD: rate("vitaminD") };
}
