import { numberAt } from "../number-at.ts";
import { wavelengths } from "./spectral-inputs.ts";

/**
 * Reflectance of natural surfaces in the ultraviolet at 290, 300 … 400 nm, numbered as FastRT does (O. Engelsen, NILU).
 * Ids up to 11: Feister & Grewe 1995 (Photochem. Photobiol. 62, 736); from 12: Blumthaler & Ambach 1988
 * (Photochem. Photobiol. 48, 85).
 */
// biome-ignore format: one surface a line
const measured = [
  { id: 0, name: "snow (5 cm)", albedo: [0.755, 0.764, 0.765, 0.769, 0.775, 0.785, 0.791, 0.796, 0.802, 0.807, 0.81, 0.818] },
  { id: 1, name: "snow (2 cm)", albedo: [0.615, 0.623, 0.629, 0.632, 0.64, 0.645, 0.656, 0.661, 0.665, 0.669, 0.67, 0.672] },
  { id: 2, name: "sand", albedo: [0.126, 0.138, 0.148, 0.16, 0.171, 0.182, 0.193, 0.2, 0.209, 0.221, 0.229, 0.239] },
  { id: 3, name: "lawn", albedo: [0.021, 0.023, 0.024, 0.026, 0.027, 0.029, 0.031, 0.032, 0.033, 0.035, 0.037, 0.039] },
  { id: 4, name: "concrete (dry)", albedo: [0.095, 0.096, 0.098, 0.105, 0.11, 0.118, 0.123, 0.131, 0.136, 0.141, 0.15, 0.161] },
  { id: 5, name: "concrete (wet)", albedo: [0.072, 0.077, 0.078, 0.083, 0.087, 0.092, 0.097, 0.101, 0.105, 0.11, 0.117, 0.127] },
  { id: 12, name: "new snow", albedo: [0.9, 0.9, 0.906, 0.891, 0.89, 0.901, 0.905, 0.906, 0.915, 0.913, 0.918, 0.92] },
  { id: 13, name: "old snow", albedo: [0.811, 0.811, 0.835, 0.837, 0.838, 0.842, 0.849, 0.854, 0.865, 0.868, 0.862, 0.876] },
] as const;

export type SurfaceId = (typeof measured)[number]["id"];

/** A surface and its albedo in each bin of the model: the albedo at the nearest measured wavelength, as in FastRT. */
export interface Surface {
  readonly id: SurfaceId;
  readonly name: string;
  readonly albedo: Float64Array;
}

export const surfaces: readonly Surface[] = measured.map(({ id, name, albedo }) => {
  const values = Float64Array.from(albedo);
  return { id, name, albedo: wavelengths.map((nm) => numberAt(values, Math.max(0, Math.round((nm - 290) / 10)))) };
});

/** The surface with this id, if there is one. */
export const surface = (id: number): Surface | undefined => surfaces.find((candidate) => candidate.id === id);

/** The same albedo (0–1) in every bin. */
export const flatAlbedo = (albedo: number): Float64Array => new Float64Array(wavelengths.length).fill(albedo);
