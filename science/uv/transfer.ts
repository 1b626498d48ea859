import { numberAt } from "../number-at.ts";
import { type Column, emptyOptics, layerCount, layersOf, moments, type Optics, opticsAt } from "./atmosphere.ts";
import { type BeamPaths, shellPaths } from "./beam.ts";
import { invertOneMinus, invertOnePlus, multiply, rowTimes } from "./matrix.ts";
import { wavelengths } from "./spectral-inputs.ts";
import { beamBasis, cosines, scale, scatteringBasis, streams } from "./streams.ts";

/** Transmission of a column of air, bin by bin, for several suns over a black ground. */
export interface Transmission {
  /** Downward irradiance at the ground as a share of the sun's outside: [sun × bins + bin]. */
  readonly down: Float64Array;
  /** Share of radiation from a Lambertian ground that the air sends back down, for each bin. */
  readonly returned: Float64Array;
}

/** Maximum optical depth of the thin slab before doubling. */
const thinnest = 0.005;
/** A beam weaker than this share of the sun is ignored further down. */
const spentBeam = 1e-14;
const size = 16;
// Local bindings: in a test runner imports are property look-ups, which are slow in inner loops.
const get = numberAt;
const layerTotal = layerCount;
const momentTotal = moments;
const streamTotal = streams;
const scattering = scatteringBasis;
const matrix = { multiply, rowTimes, invertOnePlus, invertOneMinus };
/** 1/µ on the diagonal. */
const inverseCosines = Float64Array.from({ length: size }, (_, i) => (i % 5 === 0 ? 1 / get(cosines, i / 5) : 0));
const one = Float64Array.from({ length: size }, (_, i) => (i % 5 === 0 ? 1 : 0));

/**
 * Solves the azimuthal mean of the equation of radiative transfer with eight streams by doubling and adding
 * (Grant & Hunt 1969, Proc. R. Soc. A 313, 183; Wiscombe 1976, JQSRT 16, 637) in plane layers; only the direct beam
 * may go another way through them.
 *
 * Reflection and transmission of the layers don't depend on the sun, so many suns cost little more than one. The
 * ground's albedo needs no solution of its own: see `overGround`.
 *
 * @param zenithAngles of the sun, degrees, 0–90, geometric
 * @param pathsOf the direct beam: through spherical shells unless said otherwise
 */
export function transmission(
  column: Column,
  zenithAngles: ArrayLike<number>,
  pathsOf: BeamPaths = shellPaths,
): Transmission {
  const layers = layersOf(column);
  const suns = Array.from(zenithAngles, (angle, index) => sunAt(index, angle, pathsOf(angle, layers.edges)));
  const solver = createSolver(suns);
  const optics = emptyOptics();
  const bins = wavelengths.length;
  const down = new Float64Array(suns.length * bins);
  const returned = new Float64Array(bins);
  for (let bin = 0; bin < bins; bin++) {
    opticsAt(layers, bin, optics);
    returned[bin] = solver.solve(optics);
    for (let sun = 0; sun < suns.length; sun++) down[sun * bins + bin] = get(solver.down, sun);
  }
  return { down, returned };
}

/**
 * Downward irradiance over a ground of this albedo, from that over a black one: the light is reflected between ground
 * and air.
 */
export const overGround = (down: number, albedo: number, returned: number): number => down / (1 - albedo * returned);

interface Sun {
  /** Among the suns of the solution. */
  readonly index: number;
  readonly cosine: number;
  /** Sources by the beam for each moment and stream. */
  readonly basis: Float64Array;
  /** Paths of the beam, see `BeamPaths`. */
  readonly paths: Float64Array;
}

function sunAt(index: number, angle: number, paths: Float64Array): Sun {
  const cosine = Math.cos((angle * Math.PI) / 180);
  return { index, cosine, basis: beamBasis(cosine), paths };
}

/** All the memory that a solution needs, so that the loops over bins and layers allocate nothing. */
function createSolver(suns: readonly Sun[]) {
  const down = new Float64Array(suns.length);
  // Light at the layers' edges: beams, and sources of each layer (4 down, 4 up) for each sun, in the directions of the streams.
  const beams = new Float64Array(suns.length * (layerTotal + 1));
  const slants = new Float64Array(suns.length * layerTotal);
  const sources = new Float64Array(suns.length * layerTotal * 8);
  const alive = new Uint8Array(suns.length);
  const attenuation = new Float64Array(suns.length);
  const strengths = new Float64Array(momentTotal);
  for (let sun = 0; sun < suns.length; sun++) beams[sun * (layerTotal + 1)] = 1;
  // Even and odd moments of scattering; inverses of the thin slab; sum and difference of transmission and reflection.
  const even = new Float64Array(size);
  const odd = new Float64Array(size);
  const inverseEven = new Float64Array(size);
  const inverseOdd = new Float64Array(size);
  const reflection = new Float64Array(size);
  const transmitted = new Float64Array(size);
  const between = new Float64Array(size);
  const sumStep = new Float64Array(size);
  const differenceStep = new Float64Array(size);
  const product = new Float64Array(size);
  // For the stack above each edge: its reflection of light from below, and the transmission of the layer beneath, with
  // the reflections between the two.
  const above = new Float64Array((layerTotal + 1) * size);
  const passing = new Float64Array(layerTotal * size);
  const toGround = new Float64Array((layerTotal + 1) * streamTotal);
  const upToGround = new Float64Array((layerTotal + 1) * streamTotal);

  /** Writes `down` for each sun and gives the share of the ground's radiation that comes back. */
  function solve({ depth, scattered, phase }: Optics): number {
    followBeams(depth);
    for (let layer = 0; layer < layerTotal; layer++) {
      const doublings = Math.max(0, Math.ceil(Math.log2(get(depth, layer) / thinnest)));
      const thin = get(depth, layer) / 2 ** doublings;
      startThin(layer, thin, get(scattered, layer), phase);
      startSources(layer, thin, doublings, get(scattered, layer), phase);
      for (let i = 0; i < doublings; i++) double(layer);
      attenuateBeams(layer);
      addBelow(layer);
    }
    return gather();
  }

  function followBeams(depth: Float64Array): void {
    for (const { index: sun, paths } of suns) {
      let before = 0;
      for (let edge = 1; edge <= layerTotal; edge++) {
        let slant = 0;
        // Read directly: with `get` a solution for many suns takes 6 % longer.
        for (let layer = 0, at = edge * layerTotal; layer < edge; layer++, at++) slant += depth[layer]! * paths[at]!;
        slants[sun * layerTotal + edge - 1] = slant - before;
        before = slant;
      }
    }
  }

  /** A slab so thin that light scatters about once: symmetric and antisymmetric illumination don't mix. */
  function startThin(layer: number, thin: number, scatteredShare: number, phase: Float64Array): void {
    const half = thin / 2;
    for (let l = 0; l < momentTotal; l++) strengths[l] = half * scatteredShare * get(phase, layer * momentTotal + l);
    const [m0, m1, m2, m3] = [get(strengths, 0), get(strengths, 1), get(strengths, 2), get(strengths, 3)];
    const [m4, m5, m6, m7] = [get(strengths, 4), get(strengths, 5), get(strengths, 6), get(strengths, 7)];
    for (let row = 0; row < 4; row++) {
      for (let column = row; column < 4; column++) {
        const i = row * 4 + column;
        const at = i * 8;
        const mirrored = column * 4 + row;
        const extinction = half * get(inverseCosines, i);
        even[i] =
          extinction -
          m0 * get(scattering, at) -
          m2 * get(scattering, at + 2) -
          m4 * get(scattering, at + 4) -
          m6 * get(scattering, at + 6);
        odd[i] =
          extinction -
          m1 * get(scattering, at + 1) -
          m3 * get(scattering, at + 3) -
          m5 * get(scattering, at + 5) -
          m7 * get(scattering, at + 7);
        even[mirrored] = get(even, i);
        odd[mirrored] = get(odd, i);
      }
    }
    matrix.invertOnePlus(inverseEven, 0, even, 0, 1);
    matrix.invertOnePlus(inverseOdd, 0, odd, 0, 1);
    for (let i = 0; i < size; i++) {
      reflection[i] = get(inverseEven, i) - get(inverseOdd, i);
      transmitted[i] = get(inverseEven, i) + get(inverseOdd, i) - get(one, i);
    }
  }

  function startSources(layer: number, thin: number, doublings: number, scatteredShare: number, phase: Float64Array) {
    for (let l = 0; l < momentTotal; l++) strengths[l] = thin * scatteredShare * get(phase, layer * momentTotal + l);
    const share = 2 ** -doublings;
    for (const { index: sun, basis } of suns) {
      alive[sun] = get(beams, sun * (layerTotal + 1) + layer) > spentBeam ? 1 : 0;
      if (alive[sun] === 0) continue;
      const slant = get(slants, sun * layerTotal + layer) * share;
      const q = Math.exp(-slant);
      attenuation[sun] = q;
      // The beam's mean within the slab, as a series where the quotient would lose digits.
      const mean = Math.abs(slant) > 1e-4 ? (1 - q) / slant : 1 - slant / 2 + (slant * slant) / 6;
      for (let i = 0; i < streamTotal; i++) {
        product[i] =
          mean *
          (get(strengths, 0) * get(basis, i) +
            get(strengths, 2) * get(basis, i + 8) +
            get(strengths, 4) * get(basis, i + 16) +
            get(strengths, 6) * get(basis, i + 24));
        product[i + 4] =
          mean *
          (get(strengths, 1) * get(basis, i + 4) +
            get(strengths, 3) * get(basis, i + 12) +
            get(strengths, 5) * get(basis, i + 20) +
            get(strengths, 7) * get(basis, i + 28));
      }
      const at = (layer * suns.length + sun) * 8;
      for (let i = 0, row = 0; i < streamTotal; i++, row += 4) {
        const s =
          get(inverseEven, row) * get(product, 0) +
          get(inverseEven, row + 1) * get(product, 1) +
          get(inverseEven, row + 2) * get(product, 2) +
          get(inverseEven, row + 3) * get(product, 3);
        const t =
          get(inverseOdd, row) * get(product, 4) +
          get(inverseOdd, row + 1) * get(product, 5) +
          get(inverseOdd, row + 2) * get(product, 6) +
          get(inverseOdd, row + 3) * get(product, 7);
        sources[at + i] = s + t;
        sources[at + 4 + i] = s - t;
      }
    }
  }

  /** Adds the slab to an equal one. The radiation between the two is split into sum and difference. */
  function double(layer: number): void {
    matrix.invertOnePlus(between, 0, reflection, 0, -1);
    matrix.multiply(sumStep, 0, transmitted, 0, between, 0);
    matrix.invertOnePlus(between, 0, reflection, 0, 1);
    matrix.multiply(differenceStep, 0, transmitted, 0, between, 0);
    doubleSources(layer);

    // With s and d the steps: T' + R' = R + s T and T' - R' = d T - R.
    matrix.multiply(between, 0, sumStep, 0, transmitted, 0);
    matrix.multiply(product, 0, differenceStep, 0, transmitted, 0);
    for (let i = 0; i < size; i++) {
      reflection[i] = get(reflection, i) + (get(between, i) - get(product, i)) / 2;
      transmitted[i] = (get(between, i) + get(product, i)) / 2;
    }
  }

  /** The sources of the slab and of its equal below, which the beam reaches attenuated by q. */
  // biome-ignore format: unrolled, a matrix row a line
  function doubleSources(layer: number): void {
    const s00 = get(sumStep, 0), s01 = get(sumStep, 1), s02 = get(sumStep, 2), s03 = get(sumStep, 3);
    const s10 = get(sumStep, 4), s11 = get(sumStep, 5), s12 = get(sumStep, 6), s13 = get(sumStep, 7);
    const s20 = get(sumStep, 8), s21 = get(sumStep, 9), s22 = get(sumStep, 10), s23 = get(sumStep, 11);
    const s30 = get(sumStep, 12), s31 = get(sumStep, 13), s32 = get(sumStep, 14), s33 = get(sumStep, 15);
    const t00 = get(differenceStep, 0), t01 = get(differenceStep, 1), t02 = get(differenceStep, 2), t03 = get(differenceStep, 3);
    const t10 = get(differenceStep, 4), t11 = get(differenceStep, 5), t12 = get(differenceStep, 6), t13 = get(differenceStep, 7);
    const t20 = get(differenceStep, 8), t21 = get(differenceStep, 9), t22 = get(differenceStep, 10), t23 = get(differenceStep, 11);
    const t30 = get(differenceStep, 12), t31 = get(differenceStep, 13), t32 = get(differenceStep, 14), t33 = get(differenceStep, 15);
    for (let sun = 0; sun < suns.length; sun++) {
      if (alive[sun] === 0) continue;
      const q = get(attenuation, sun);
      attenuation[sun] = q * q;
      const at = (layer * suns.length + sun) * 8;
      const d0 = get(sources, at), u0 = get(sources, at + 4);
      const d1 = get(sources, at + 1), u1 = get(sources, at + 5);
      const d2 = get(sources, at + 2), u2 = get(sources, at + 6);
      const d3 = get(sources, at + 3), u3 = get(sources, at + 7);
      const a0 = (d0 + q * u0) / 2, b0 = (d0 - q * u0) / 2;
      const a1 = (d1 + q * u1) / 2, b1 = (d1 - q * u1) / 2;
      const a2 = (d2 + q * u2) / 2, b2 = (d2 - q * u2) / 2;
      const a3 = (d3 + q * u3) / 2, b3 = (d3 - q * u3) / 2;
      const x0 = s00 * a0 + s01 * a1 + s02 * a2 + s03 * a3;
      const y0 = t00 * b0 + t01 * b1 + t02 * b2 + t03 * b3;
      sources[at] = q * d0 + x0 + y0;
      sources[at + 4] = u0 + x0 - y0;
      const x1 = s10 * a0 + s11 * a1 + s12 * a2 + s13 * a3;
      const y1 = t10 * b0 + t11 * b1 + t12 * b2 + t13 * b3;
      sources[at + 1] = q * d1 + x1 + y1;
      sources[at + 5] = u1 + x1 - y1;
      const x2 = s20 * a0 + s21 * a1 + s22 * a2 + s23 * a3;
      const y2 = t20 * b0 + t21 * b1 + t22 * b2 + t23 * b3;
      sources[at + 2] = q * d2 + x2 + y2;
      sources[at + 6] = u2 + x2 - y2;
      const x3 = s30 * a0 + s31 * a1 + s32 * a2 + s33 * a3;
      const y3 = t30 * b0 + t31 * b1 + t32 * b2 + t33 * b3;
      sources[at + 3] = q * d3 + x3 + y3;
      sources[at + 7] = u3 + x3 - y3;
    }
  }

  function attenuateBeams(layer: number): void {
    for (let sun = 0; sun < suns.length; sun++) {
      const at = sun * (layerTotal + 1) + layer;
      beams[at + 1] = alive[sun] === 1 ? get(beams, at) * get(attenuation, sun) : 0;
    }
  }

  /** Adds the layer under the stack above it. */
  function addBelow(layer: number): void {
    const at = layer * size;
    matrix.multiply(product, 0, above, at, reflection, 0);
    matrix.invertOneMinus(between, 0, product, 0);
    matrix.multiply(passing, at, transmitted, 0, between, 0);
    matrix.multiply(product, 0, passing, at, above, at);
    matrix.multiply(above, at + size, product, 0, transmitted, 0);
    for (let i = 0; i < size; i++) above[at + size + i] = get(above, at + size + i) + get(reflection, i);
  }

  /**
   * The share of light starting at an edge, downward or upward, that finally reaches the ground. Computed from the
   * ground upward, so that each sun costs no more than its own sources.
   */
  function gather(): number {
    const ground = layerTotal * streamTotal;
    for (let i = 0; i < streamTotal; i++) toGround[ground + i] = 2 * Math.PI * get(scale, i);
    for (let edge = layerTotal; edge >= 0; edge--) {
      if (edge < layerTotal) {
        matrix.rowTimes(toGround, edge * streamTotal, toGround, (edge + 1) * streamTotal, passing, edge * size);
      }
      matrix.rowTimes(upToGround, edge * streamTotal, toGround, edge * streamTotal, above, edge * size);
    }
    for (const { index: sun, cosine } of suns) {
      const beam = sun * (layerTotal + 1);
      let sum = cosine * get(beams, beam + layerTotal);
      for (let layer = 0; layer < layerTotal && get(beams, beam + layer) > spentBeam; layer++) {
        const at = (layer * suns.length + sun) * 8;
        let share = 0;
        for (let i = 0; i < streamTotal; i++) {
          share += get(toGround, (layer + 1) * streamTotal + i) * get(sources, at + i);
          share += get(upToGround, layer * streamTotal + i) * get(sources, at + 4 + i);
        }
        sum += share * get(beams, beam + layer);
      }
      down[sun] = sum;
    }
    let returned = 0;
    for (let i = 0; i < streamTotal; i++) returned += (get(upToGround, ground + i) * get(scale, i)) / Math.PI;
    return returned;
  }

  return { solve, down };
}
