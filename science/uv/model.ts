import { numberAt } from "../number-at.ts";
import { weights } from "./action-spectra.ts";
import type { Column } from "./atmosphere.ts";
import { flatPaths } from "./beam.ts";
import { type SkyId, skies, skyAerosolBeta, skyCloudWater } from "./skies.ts";
import { extraterrestrial, wavelengths } from "./spectral-inputs.ts";
import { overGround, type Transmission, transmission } from "./transfer.ts";

// A local binding: in a test runner imports are property look-ups, which are slow in inner loops.
const get = numberAt;

/** The model that computes the irradiances. Its version is incremented when numbers change. */
export const model = { name: "airlog doubling-adding, 1 nm, 8 streams", version: "1.2" } as const;

/** Downward irradiance on a horizontal plane at one astronomical unit from the Sun, W/m². */
export interface Irradiance {
  /** Weighted for erythema. */
  readonly erythema: number;
  /** Weighted for previtamin D3. */
  readonly vitaminD: number;
  /** Unweighted, 315–400 nm. */
  readonly uva: number;
  /** Unweighted, 280–315 nm. */
  readonly uvb: number;
}

/** A place under one of the sky classes. */
export interface SkyPlace {
  /** Kilometres above the sea. */
  readonly altitude: number;
  /** Dobson units above the place. */
  readonly ozone: number;
  readonly sky: SkyId;
  /** Albedo of the ground in each bin. */
  readonly albedo: Float64Array;
  /** Angstrom's β; that of the sky classes by default. */
  readonly aerosolBeta?: number | undefined;
}

/** Irradiance under a horizontally homogeneous sky, for each zenith angle (degrees, geometric). 0 beyond 90°. */
export function irradiance(column: Column, zenithAngles: readonly number[], albedo: Float64Array): Irradiance[] {
  const solved = transmission(column, zenithAngles.filter(isRisen));
  return eachSun(zenithAngles, (sun) => weighted(solved, sun, albedo));
}

/** Irradiance under a sky class: an overcast and a clear sky, weighted by the cloud cover. */
export function skyIrradiance(place: SkyPlace, zenithAngles: readonly number[]): Irradiance[] {
  const { cover } = skies[place.sky];
  const risen = zenithAngles.filter(isRisen);
  const under = (part: SkyPart, share: number) => {
    if (share === 0) return () => dark;
    const solved = skyTransmission(place, part, risen);
    return (sun: number) => weighted(solved, sun, place.albedo);
  };
  const clear = under("clear", 1 - cover);
  const overcast = under("overcast", cover);
  return eachSun(zenithAngles, (sun) => mixed(clear(sun), overcast(sun), cover));
}

/** The two parts of a sky class. */
export type SkyPart = "clear" | "overcast";

/**
 * Transmission of a part of the sky classes, for zenith angles up to 90°. The classes are FastRT's, so the beam to
 * their cloud takes the path of FastRT's tables. To a real cloud, such as a forecast's, it goes through shells.
 */
export function skyTransmission(
  { altitude, ozone, aerosolBeta = skyAerosolBeta }: Omit<SkyPlace, "sky" | "albedo">,
  part: SkyPart,
  zenithAngles: ArrayLike<number>,
): Transmission {
  const air = { altitude, ozone, aerosolBeta };
  return part === "clear"
    ? transmission({ ...air, cloudWater: 0 }, zenithAngles)
    : transmission({ ...air, cloudWater: skyCloudWater }, zenithAngles, flatPaths);
}

/** Irradiance of the sun numbered `sun` in a solution, over a ground of this albedo. */
export function weighted({ down, returned }: Transmission, sun: number, albedo: Float64Array): Irradiance {
  const bins = wavelengths.length;
  let [erythema, vitaminD, uva, uvb] = [0, 0, 0, 0];
  for (let bin = 0; bin < bins; bin++) {
    const share = overGround(get(down, sun * bins + bin), get(albedo, bin), get(returned, bin));
    const irradiance = share * get(extraterrestrial, bin);
    erythema += irradiance * get(weights.erythema, bin);
    vitaminD += irradiance * get(weights.vitaminD, bin);
    uva += irradiance * get(weights.uva, bin);
    uvb += irradiance * get(weights.uvb, bin);
  }
  return { erythema, vitaminD, uva, uvb };
}

const isRisen = (zenithAngle: number) => zenithAngle <= 90;

/** The irradiance of each sun, 0 below the horizon. Suns above the horizon are numbered in order. */
function eachSun(zenithAngles: readonly number[], irradianceOf: (sun: number) => Irradiance): Irradiance[] {
  let sun = 0;
  return zenithAngles.map((angle) => (isRisen(angle) ? irradianceOf(sun++) : dark));
}

const dark: Irradiance = { erythema: 0, vitaminD: 0, uva: 0, uvb: 0 };

const mixed = (clear: Irradiance, overcast: Irradiance, cover: number): Irradiance => ({
  erythema: (1 - cover) * clear.erythema + cover * overcast.erythema,
  vitaminD: (1 - cover) * clear.vitaminD + cover * overcast.vitaminD,
  uva: (1 - cover) * clear.uva + cover * overcast.uva,
  uvb: (1 - cover) * clear.uvb + cover * overcast.uvb,
});
