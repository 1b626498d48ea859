import { cycled } from "../../cli/demo/cycled.ts";
import { seeded } from "../../cli/demo/random.ts";
import { uvIndex } from "../../science/uv/action-spectra.ts";
import { doseRates } from "../../science/uv/dose-rates.ts";
import { clearIndex, indexCurve, overcastShare } from "../../science/uv/index-curve.ts";
import { skyTransmission, weighted } from "../../science/uv/model.ts";
import { skies } from "../../science/uv/skies.ts";
import { flatAlbedo, surfaces } from "../../science/uv/surfaces.ts";
import { transmission } from "../../science/uv/transfer.ts";
import { uvTables } from "../../services/query/uv/tables.ts";

/** A number interpolated from the tables, beside the engine's own. */
export interface Interpolated {
  readonly quantity: "dose rate, erythema" | "dose rate, vitamin D" | "clear-sky index" | "overcast index";
  /** Zenith angle of the Sun, degrees. */
  readonly zenith: number;
  /** The table's value over the engine's, less one. */
  readonly error: number;
}

/** Errors below this UV index do not matter. */
const faintest = 0.03;

/** Dose rates at random places under random skies: `columns` of air with `suns` each, which share the engine's work. */
export function doseRateErrors(columns: number, suns: number): Interpolated[] {
  const random = seeded(20_250_321);
  return Array.from({ length: columns }, () => {
    const air = { altitude: 6 * random.next(), ozone: 100 + 500 * random.next() };
    const zeniths = Array.from({ length: suns }, () => 90 * random.next());
    const clear = skyTransmission(air, "clear", zeniths);
    const overcast = skyTransmission(air, "overcast", zeniths);
    return zeniths.flatMap((zenith, sun): Interpolated[] => {
      const { id, albedo } = random.pick(surfaces);
      const sky = random.pick(skies);
      const [open, closed] = [weighted(clear, sun, albedo), weighted(overcast, sun, albedo)];
      const rates = doseRates(uvTables, { ...air, surface: id, sky: sky.id });
      const exact = (product: "erythema" | "vitaminD") => (1 - sky.cover) * open[product] + sky.cover * closed[product];
      if (uvIndex(exact("erythema")) < faintest) return [];
      return [
        { quantity: "dose rate, erythema", zenith, error: rates.erythema(zenith) / exact("erythema") - 1 },
        { quantity: "dose rate, vitamin D", zenith, error: rates.vitaminD(zenith) / exact("vitaminD") - 1 },
      ];
    });
  }).flat();
}

/** UV indices at sea level in random airs, without and with a cloud, over grounds up to an albedo of 0.95. */
export function indexErrors(columns: number, suns: number): Interpolated[] {
  const random = seeded(5);
  return Array.from({ length: columns }, (_, column) => {
    const air = { ozone: 80 + 620 * random.next(), aerosolBeta: 2.8 * random.next() ** 3 };
    const albedo = 0.95 * random.next() ** 2;
    const cloudWater = cycled([20, 100, 400, 2000], column) * random.next();
    const zeniths = Array.from({ length: suns }, () => 90 * random.next());
    const clear = transmission({ ...air, altitude: 0, cloudWater: 0 }, zeniths);
    const overcast = transmission({ ...air, altitude: 0, cloudWater }, zeniths);
    const curve = indexCurve(uvTables, { ...air, albedo, cloudWater });
    const ground = flatAlbedo(albedo);
    return zeniths.flatMap((zenith, sun): Interpolated[] => {
      const open = uvIndex(weighted(clear, sun, ground).erythema);
      const closed = uvIndex(weighted(overcast, sun, ground).erythema);
      const index = clearIndex(curve, zenith);
      const found: Interpolated[] = [];
      if (open >= faintest) found.push({ quantity: "clear-sky index", zenith, error: index / open - 1 });
      if (closed >= faintest) {
        const overcastIndex = index * overcastShare(curve, zenith);
        found.push({ quantity: "overcast index", zenith, error: overcastIndex / closed - 1 });
      }
      return found;
    });
  }).flat();
}

/** The size of the largest error. */
export const largestError = (checks: readonly { readonly error: number }[]): number =>
  checks.reduce((most, { error }) => Math.max(most, Math.abs(error)), 0);
