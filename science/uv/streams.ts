import { numberAt } from "../number-at.ts";
import { moments } from "./atmosphere.ts";

/**
 * The directions of the model: four Gauss–Legendre points on (0, 1) in each hemisphere. Intensities, sources and
 * matrices are scaled by √(weight · µ) in each direction, which makes reflection and transmission symmetric.
 */
export const streams = 4;

const [innerNode, outerNode] = [0.33998104358485626, 0.8611363115940526] as const;
const [innerWeight, outerWeight] = [0.6521451548625461, 0.34785484513745385] as const;

/** Cosines µ of the zenith angles. */
export const cosines = Float64Array.of(
  (1 - outerNode) / 2,
  (1 - innerNode) / 2,
  (1 + innerNode) / 2,
  (1 + outerNode) / 2,
);
const quadrature = Float64Array.of(outerWeight / 2, innerWeight / 2, innerWeight / 2, outerWeight / 2);

/** √(weight · µ): an intensity of 1, scaled. The flux is 2π times the sum of scale × scaled intensity. */
export const scale = cosines.map((cosine, i) => Math.sqrt(cosine * numberAt(quadrature, i)));

/** Legendre polynomials 0–7 at x. */
function legendre(x: number): Float64Array {
  const values = new Float64Array(moments);
  values[0] = 1;
  values[1] = x;
  for (let l = 1; l < moments - 1; l++) {
    values[l + 1] = ((2 * l + 1) * x * numberAt(values, l) - l * numberAt(values, l - 1)) / (l + 1);
  }
  return values;
}

/** Legendre polynomials in each direction: [stream × moments + moment]. */
const atCosines = Float64Array.from([...cosines].flatMap((cosine) => [...legendre(cosine)]));

/** For each element ij of a 4×4 the moments' (2l+1) P_l(µi) P_l(µj) √(wi wj / (µi µj)), l = 0–7; symmetric. */
export const scatteringBasis: Float64Array = Float64Array.from({ length: 16 * moments }, (_, index) => {
  const l = index % moments;
  const i = index >> 5;
  const j = (index >> 3) & 3;
  const spread = Math.sqrt(
    (numberAt(quadrature, i) * numberAt(quadrature, j)) / (numberAt(cosines, i) * numberAt(cosines, j)),
  );
  return (2 * l + 1) * numberAt(atCosines, i * moments + l) * numberAt(atCosines, j * moments + l) * spread;
});

/** For each moment, the source in each direction by a beam from the zenith angle with this cosine, per unit beam. */
export function beamBasis(cosine: number): Float64Array {
  const atBeam = legendre(cosine);
  return Float64Array.from({ length: moments * streams }, (_, index) => {
    const l = index >> 2;
    const i = index & 3;
    const spread = Math.sqrt(numberAt(quadrature, i) / numberAt(cosines, i));
    return ((2 * l + 1) * numberAt(atCosines, i * moments + l) * numberAt(atBeam, l) * spread) / (4 * Math.PI);
  });
}
