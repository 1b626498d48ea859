import { moments } from "./atmosphere.ts";

/**
 * The directions of the model: four Gauss–Legendre points on (0, 1) in each hemisphere. Intensities, sources and
 * matrices are scaled by √(weight · µ) in each direction, which makes reflection and transmission symmetric.
 */
export const streams = 4;

const nodes = [0.33998104358485626, 0.8611363115940526];
const halves = [0.6521451548625461, 0.34785484513745385];

/** Cosines µ of the zenith angles. */
export const cosines = [(1 - nodes[1]!) / 2, (1 - nodes[0]!) / 2, (1 + nodes[0]!) / 2, (1 + nodes[1]!) / 2];
const quadrature = [halves[1]! / 2, halves[0]! / 2, halves[0]! / 2, halves[1]! / 2];

/** √(weight · µ): what a scaled intensity of 1 is made of, and half of π's share in the flux. */
export const scale = cosines.map((cosine, i) => Math.sqrt(cosine * quadrature[i]!));

/** Legendre polynomials 0–7 at x. */
export function legendre(x: number): number[] {
  const values = [1, x];
  for (let l = 1; l < moments - 1; l++) values.push(((2 * l + 1) * x * values[l]! - l * values[l - 1]!) / (l + 1));
  return values;
}

const atCosines = cosines.map(legendre);

/** For each element ij of a 4×4 the moments' (2l+1) P_l(µi) P_l(µj) √(wi wj / (µi µj)), l = 0–7; symmetric. */
export const scatteringBasis: Float64Array = Float64Array.from({ length: 16 * moments }, (_, index) => {
  const l = index % moments;
  const i = index >> 5;
  const j = (index >> 3) & 3;
  const spread = Math.sqrt((quadrature[i]! * quadrature[j]!) / (cosines[i]! * cosines[j]!));
  return (2 * l + 1) * atCosines[i]![l]! * atCosines[j]![l]! * spread;
});

/** For each moment the source in each direction by a beam from the zenith angle with this cosine, per unit beam. */
export function beamBasis(cosine: number): Float64Array {
  const atBeam = legendre(cosine);
  return Float64Array.from({ length: moments * streams }, (_, index) => {
    const l = index >> 2;
    const i = index & 3;
    return ((2 * l + 1) * atCosines[i]![l]! * atBeam[l]! * Math.sqrt(quadrature[i]! / cosines[i]!)) / (4 * Math.PI);
  });
}
