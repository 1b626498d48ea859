import { numberAt } from "../number-at.ts";
import { cloudDepthPerGram, cloudDepthShare } from "./skies.ts";
import { airCrossSections, ozoneCrossSections, ozoneTemperatures, wavelengths } from "./spectral-inputs.ts";

// A local binding: in a test runner imports are property look-ups, which are slow in inner loops.
const get = numberAt;

/** The air above a place: everything that the sun's radiation meets on its way down. */
export interface Column {
  /** Height of the ground above the sea, km. */
  readonly altitude: number;
  /** Total ozone above the ground, Dobson units. */
  readonly ozone: number;
  /** Angstrom's turbidity β: aerosol optical depth β λ^-1.3 above the ground, λ in µm. */
  readonly aerosolBeta: number;
  /** Liquid water of a homogeneous cloud 2–7 km above the ground, g/m²; 0 for none. */
  readonly cloudWater: number;
}

/** Molecules of ozone above a cm² in one Dobson unit. */
const moleculesPerDobson = 2.6867e16;

/** Angstrom's exponent, single scattering albedo, asymmetry and scale height (km) of the aerosol: rural, slightly absorbing. */
const aerosol = { exponent: 1.3, scattered: 0.94, asymmetry: 0.68, scaleHeight: 1.5 } as const;

/** Single scattering albedo and asymmetry of water droplets in the ultraviolet; base and top above the ground, km. */
const cloud = { scattered: 0.999999, asymmetry: 0.865, base: 2, top: 7 } as const;

/** Second Legendre moment of scattering by air without depolarisation. */
const airMoment2 = 0.1;

/** Moments of the phase functions that the eight streams use. Delta-M scaling takes the next one as the forward peak. */
export const moments = 8;

/** US Standard Atmosphere 1976: air, molecules a cm³, by altitude in km. */
// biome-ignore format: five altitudes a line
const airDensity = profileOf([
  [0, 2.55e19], [1, 2.31e19], [2, 2.09e19], [3, 1.89e19], [4, 1.7e19],
  [5, 1.53e19], [6, 1.37e19], [7, 1.23e19], [8, 1.09e19], [9, 9.71e18],
  [10, 8.6e18], [11, 7.59e18], [12, 6.49e18], [13, 5.54e18], [14, 4.74e18],
  [15, 4.05e18], [16, 3.46e18], [18, 2.53e18], [20, 1.85e18], [22, 1.34e18],
  [24, 9.76e17], [26, 7.12e17], [28, 5.21e17], [30, 3.83e17], [35, 1.76e17],
  [40, 8.31e16], [45, 4.09e16], [50, 2.14e16], [60, 6.44e15], [70, 1.72e15],
  [80, 3.84e14],
]);
/** Scale height of the air above its profile, km. */
const airScaleHeight = 8.01;

/** US Standard Atmosphere 1976: ozone, molecules a cm³, by altitude in km (349.8 Dobson units in all). */
// biome-ignore format: five altitudes a line
const ozoneDensity = profileOf([
  [0, 1.02e12], [1, 9.2e11], [2, 6.8e11], [4, 5.8e11], [6, 5.7e11],
  [8, 6.5e11], [10, 1.13e12], [12, 2.02e12], [14, 2.35e12], [16, 2.95e12],
  [18, 4.04e12], [20, 4.77e12], [22, 4.86e12], [24, 4.54e12], [26, 4.03e12],
  [28, 3.24e12], [30, 2.52e12], [32, 2.03e12], [34, 1.58e12], [36, 1.22e12],
  [38, 8.73e11], [40, 6.07e11], [42, 3.98e11], [44, 2.74e11], [46, 1.69e11],
  [48, 1.03e11], [50, 6.64e10], [52, 3.84e10], [54, 2.55e10], [56, 1.61e10],
  [58, 1.12e10], [60, 7.33e9], [62, 4.81e9], [64, 3.17e9], [66, 1.72e9],
  [68, 7.5e8], [70, 5.4e8], [72, 2.2e8], [74, 1.7e8],
]);
/** Scale height of the ozone above its profile, km. */
const ozoneScaleHeight = 4.5;

/** US Standard Atmosphere 1976: temperature, K, by altitude in km. */
// biome-ignore format: five altitudes a line
const temperatures = profileOf([
  [0, 288.2], [5, 255.7], [10, 223.3], [15, 216.7], [20, 216.7],
  [25, 221.6], [30, 226.5], [35, 236.5], [40, 250.4], [45, 264.2],
  [50, 270.7], [55, 260.8], [60, 247], [70, 219.6], [80, 198.6],
]);

/** Values at rising altitudes. */
interface Profile {
  readonly altitudes: Float64Array;
  readonly values: Float64Array;
}

function profileOf(rows: readonly (readonly [altitude: number, value: number])[]): Profile {
  return {
    altitudes: Float64Array.from(rows, ([altitude]) => altitude),
    values: Float64Array.from(rows, ([, value]) => value),
  };
}

/** Layers from the top down, with the scatterers and absorbers in each. */
export interface Layers {
  /** Altitudes of the layers' edges from the top to the ground, km: one more than layers. */
  readonly edges: Float64Array;
  /** Molecules of air above a cm² in each layer. */
  readonly air: Float64Array;
  /** Molecules of ozone above a cm² in each layer. */
  readonly ozone: Float64Array;
  readonly temperature: Float64Array;
  /** Share of the aerosol's optical depth in each layer. */
  readonly aerosolShare: Float64Array;
  readonly aerosolBeta: number;
  /** Optical depth of the cloud in each layer at 360 nm. */
  readonly cloudDepth: Float64Array;
}

/** Edges above the ground in km, from the top down: 5 km steps to 50, 2 km steps to 30, 1 km steps. */
const edgesAboveGround: readonly number[] = [
  ...Array.from({ length: 6 }, (_, i) => 80 - 5 * i),
  ...Array.from({ length: 10 }, (_, i) => 50 - 2 * i),
  ...Array.from({ length: 31 }, (_, i) => 30 - i),
];

export const layerCount = edgesAboveGround.length - 1;

/** Cuts a column of air into layers. */
export function layersOf({ altitude, ozone, aerosolBeta, cloudWater }: Column): Layers {
  const edges = Float64Array.from(edgesAboveGround, (edge) => altitude + edge);
  const perLayer = (value: (bottom: number, top: number) => number) =>
    Float64Array.from({ length: layerCount }, (_, i) => value(get(edges, i + 1), get(edges, i)));

  const air = perLayer((bottom, top) => content(airAt, bottom, top));
  air[0] = get(air, 0) + airAt(get(edges, 0)) * airScaleHeight * 1e5;
  const profile = perLayer((bottom, top) => content(ozoneAt, bottom, top));
  const scale = (ozone * moleculesPerDobson) / profile.reduce((sum, part) => sum + part, 0);
  const aboveGround = (z: number) => Math.exp(-(z - altitude) / aerosol.scaleHeight);
  const aerosolInAll = 1 - aboveGround(get(edges, 0));
  const cloudDepth = cloudWater * cloudDepthPerGram;
  return {
    edges,
    air,
    ozone: profile.map((part) => part * scale),
    temperature: perLayer((bottom, top) => linear(temperatures, (bottom + top) / 2)),
    aerosolShare: perLayer((bottom, top) => (aboveGround(bottom) - aboveGround(top)) / aerosolInAll),
    aerosolBeta,
    cloudDepth: perLayer((bottom, top) => {
      const inside = Math.min(top, altitude + cloud.top) - Math.max(bottom, altitude + cloud.base);
      return (cloudDepth * Math.max(0, inside)) / (cloud.top - cloud.base);
    }),
  };
}

/** Optical properties of the layers at one wavelength, scaled so that the forward peak counts as not scattered (delta-M). */
export interface Optics {
  /** Optical depth of each layer. */
  readonly depth: Float64Array;
  /** Single scattering albedo of each layer. */
  readonly scattered: Float64Array;
  /** Legendre moments 0–7 of each layer's phase function, `moments` a layer. */
  readonly phase: Float64Array;
}

export const emptyOptics = (): Optics => ({
  depth: new Float64Array(layerCount),
  scattered: new Float64Array(layerCount),
  phase: new Float64Array(layerCount * moments),
});

/** Writes the optical properties at the bin `bin` into `optics` (delta-M: Wiscombe 1977, J. Atmos. Sci. 34, 1408). */
export function opticsAt(layers: Layers, bin: number, { depth, scattered, phase }: Optics): void {
  const air = get(airCrossSections, bin);
  const cloudShare = cloudDepthShare(get(wavelengths, bin));
  const aerosolDepth = layers.aerosolBeta * (get(wavelengths, bin) / 1000) ** -aerosol.exponent;
  for (let layer = 0; layer < layerCount; layer++) {
    const byAir = get(layers.air, layer) * air;
    const absorbed = get(layers.ozone, layer) * ozoneCrossSection(bin, get(layers.temperature, layer));
    const inAerosol = aerosolDepth * get(layers.aerosolShare, layer);
    const inCloud = get(layers.cloudDepth, layer) * cloudShare;
    const byAerosol = inAerosol * aerosol.scattered;
    const byCloud = inCloud * cloud.scattered;
    const scattering = byAir + byAerosol + byCloud;
    const whole = byAir + absorbed + inAerosol + inCloud;

    const forward = (byAerosol * aerosol.asymmetry ** moments + byCloud * cloud.asymmetry ** moments) / scattering;
    let aerosolMoment = byAerosol / scattering;
    let cloudMoment = byCloud / scattering;
    for (let l = 0; l < moments; l++) {
      const airMoment = l === 0 ? byAir / scattering : l === 2 ? (airMoment2 * byAir) / scattering : 0;
      phase[layer * moments + l] = (airMoment + aerosolMoment + cloudMoment - forward) / (1 - forward);
      aerosolMoment *= aerosol.asymmetry;
      cloudMoment *= cloud.asymmetry;
    }
    depth[layer] = whole - forward * scattering;
    scattered[layer] = ((1 - forward) * scattering) / get(depth, layer);
  }
}

/** Cross section of ozone in cm², linear in temperature between the measured ones, held outside. */
function ozoneCrossSection(bin: number, temperature: number): number {
  const upper = upperOf(ozoneTemperatures, temperature);
  const cold = get(ozoneTemperatures, upper - 1);
  const position = (temperature - cold) / (get(ozoneTemperatures, upper) - cold);
  const atCold = get(ozoneCrossSections, (upper - 1) * wavelengths.length + bin);
  const atWarm = get(ozoneCrossSections, upper * wavelengths.length + bin);
  return atCold + Math.min(Math.max(position, 0), 1) * (atWarm - atCold);
}

/** Index of the upper end of the interval of rising points that a value lies in; of the first or last one outside. */
function upperOf(points: Float64Array, value: number): number {
  let upper = 1;
  while (upper < points.length - 1 && get(points, upper) < value) upper++;
  return upper;
}

const steps = 20;

/** Molecules above a cm² between two altitudes in km. */
function content(density: (altitude: number) => number, bottom: number, top: number): number {
  const step = (top - bottom) / steps;
  let sum = 0;
  for (let i = 0; i < steps; i++) sum += density(bottom + (i + 0.5) * step);
  return sum * step * 1e5;
}

function airAt(altitude: number): number {
  const { altitudes, values } = airDensity;
  const last = altitudes.length - 1;
  const highest = get(altitudes, last);
  if (altitude >= highest) return get(values, last) * Math.exp(-(altitude - highest) / airScaleHeight);
  const upper = upperOf(altitudes, altitude);
  const [z0, z1] = [get(altitudes, upper - 1), get(altitudes, upper)];
  const [n0, n1] = [get(values, upper - 1), get(values, upper)];
  return n0 * (n1 / n0) ** ((altitude - z0) / (z1 - z0));
}

function ozoneAt(altitude: number): number {
  const { altitudes, values } = ozoneDensity;
  const last = altitudes.length - 1;
  const highest = get(altitudes, last);
  if (altitude >= highest) return get(values, last) * Math.exp(-(altitude - highest) / ozoneScaleHeight);
  return linear(ozoneDensity, altitude);
}

/** Straight between the points of a profile, held beyond its ends. */
function linear({ altitudes, values }: Profile, altitude: number): number {
  const upper = upperOf(altitudes, altitude);
  const [z0, z1] = [get(altitudes, upper - 1), get(altitudes, upper)];
  const [v0, v1] = [get(values, upper - 1), get(values, upper)];
  return v0 + Math.min(Math.max((altitude - z0) / (z1 - z0), 0), 1) * (v1 - v0);
}
