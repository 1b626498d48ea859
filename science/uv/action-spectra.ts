import { wavelengths } from "./spectral-inputs.ts";

/** Relative erythemal effect at a wavelength in nm (ISO/CIE 17166; 1 up to 298 nm, nothing above 400 nm). */
export function erythemalEffect(nm: number): number {
  if (nm <= 298) return 1;
  if (nm <= 328) return 10 ** (0.094 * (298 - nm));
  return nm <= 400 ? 10 ** (0.015 * (140 - nm)) : 0;
}

/** CIE 174:2006, production of previtamin D3 in human skin, at 279, 280 … 330 nm; nothing above. */
// biome-ignore format: ten wavelengths a line
const previtaminD = [
  0.44,
  0.474, 0.543, 0.583, 0.617, 0.652, 0.689, 0.725, 0.763, 0.805, 0.842,
  0.878, 0.903, 0.928, 0.952, 0.976, 0.983, 0.99, 0.996, 1, 0.977,
  0.951, 0.917, 0.878, 0.771, 0.701, 0.634, 0.566, 0.488, 0.395, 0.306,
  0.22, 0.156, 0.119, 0.083, 0.049, 0.034, 0.02, 0.0141, 0.00976, 0.00652,
  0.00436, 0.00292, 0.00195, 0.00131, 8.73e-4, 5.84e-4, 3.9e-4, 2.61e-4, 1.75e-4, 1.17e-4,
  7.8e-5,
];

/**
 * Relative effect on previtamin D3 as the mean over the bin nm ± 0.5 of the curve drawn straight between whole
 * wavelengths. The value at the bin's centre alone would give sums about 1 % too low, 2 % at low sun.
 */
export function previtaminDEffect(nm: number): number {
  const at = (wavelength: number) => previtaminD[wavelength - 279] ?? 0;
  return (at(nm - 1) + 6 * at(nm) + at(nm + 1)) / 8;
}

/** Share of the bin nm ± 0.5 that lies in [from, to). */
const share = (nm: number, from: number, to: number): number =>
  Math.max(0, Math.min(nm + 0.5, to) - Math.max(nm - 0.5, from));

/** Weights of the bins (nm): a sum of weight × spectral irradiance is an irradiance in W/m². */
export const weights = {
  erythema: wavelengths.map(erythemalEffect),
  vitaminD: wavelengths.map(previtaminDEffect),
  /** Unweighted, 315–400 nm. */
  uva: wavelengths.map((nm) => share(nm, 315, 400)),
  /** Unweighted, 280–315 nm. */
  uvb: wavelengths.map((nm) => share(nm, 280, 315)),
} as const;

export type Weighting = keyof typeof weights;

/** UV index of an erythemal irradiance in W/m²: one unit is 25 mW/m² (WHO, 2002). */
export const uvIndex = (erythema: number): number => 40 * erythema;
