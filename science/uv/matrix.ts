// biome-ignore-all format: a matrix reads row by row
import { numberAt } from "../number-at.ts";

/**
 * Arithmetic of 4×4 matrices in Float64Arrays, row by row, unrolled and without allocation. Every function writes its
 * result into `out` from `at` on. Inverses use blocks of 2×2 without pivoting, which is stable for the matrices here:
 * symmetric positive definite ones, or the identity less a contraction.
 */

// A local binding: in a test runner imports are property look-ups, which are slow in inner loops.
const get = numberAt;

/** out = a b */
export function multiply(out: Float64Array, at: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  const b00 = get(b, j), b01 = get(b, j + 1), b02 = get(b, j + 2), b03 = get(b, j + 3);
  const b10 = get(b, j + 4), b11 = get(b, j + 5), b12 = get(b, j + 6), b13 = get(b, j + 7);
  const b20 = get(b, j + 8), b21 = get(b, j + 9), b22 = get(b, j + 10), b23 = get(b, j + 11);
  const b30 = get(b, j + 12), b31 = get(b, j + 13), b32 = get(b, j + 14), b33 = get(b, j + 15);
  for (let row = 0; row < 16; row += 4) {
    const x = get(a, i + row), y = get(a, i + row + 1), z = get(a, i + row + 2), w = get(a, i + row + 3);
    out[at + row] = x * b00 + y * b10 + z * b20 + w * b30;
    out[at + row + 1] = x * b01 + y * b11 + z * b21 + w * b31;
    out[at + row + 2] = x * b02 + y * b12 + z * b22 + w * b32;
    out[at + row + 3] = x * b03 + y * b13 + z * b23 + w * b33;
  }
}

/** out = row vector v times matrix m */
export function rowTimes(out: Float64Array, at: number, v: Float64Array, i: number, m: Float64Array, j: number): void {
  const x = get(v, i), y = get(v, i + 1), z = get(v, i + 2), w = get(v, i + 3);
  out[at] = x * get(m, j) + y * get(m, j + 4) + z * get(m, j + 8) + w * get(m, j + 12);
  out[at + 1] = x * get(m, j + 1) + y * get(m, j + 5) + z * get(m, j + 9) + w * get(m, j + 13);
  out[at + 2] = x * get(m, j + 2) + y * get(m, j + 6) + z * get(m, j + 10) + w * get(m, j + 14);
  out[at + 3] = x * get(m, j + 3) + y * get(m, j + 7) + z * get(m, j + 11) + w * get(m, j + 15);
}

/** out = (sign · a + 1)⁻¹ of a symmetric a */
export function invertOnePlus(out: Float64Array, at: number, a: Float64Array, i: number, sign: 1 | -1): void {
  const a00 = 1 + sign * get(a, i), a01 = sign * get(a, i + 1), a11 = 1 + sign * get(a, i + 5);
  const b00 = sign * get(a, i + 2), b01 = sign * get(a, i + 3), b10 = sign * get(a, i + 6), b11 = sign * get(a, i + 7);
  const c00 = 1 + sign * get(a, i + 10), c01 = sign * get(a, i + 11), c11 = 1 + sign * get(a, i + 15);

  const p = 1 / (a00 * a11 - a01 * a01);
  const p00 = a11 * p, p01 = -a01 * p, p11 = a00 * p;
  // Q = A⁻¹ B and the inverse S of C - Bᵀ Q.
  const q00 = p00 * b00 + p01 * b10, q01 = p00 * b01 + p01 * b11;
  const q10 = p01 * b00 + p11 * b10, q11 = p01 * b01 + p11 * b11;
  const d00 = c00 - b00 * q00 - b10 * q10, d01 = c01 - b00 * q01 - b10 * q11, d11 = c11 - b01 * q01 - b11 * q11;
  const s = 1 / (d00 * d11 - d01 * d01);
  const s00 = d11 * s, s01 = -d01 * s, s11 = d00 * s;
  const u00 = -(q00 * s00 + q01 * s01), u01 = -(q00 * s01 + q01 * s11);
  const u10 = -(q10 * s00 + q11 * s01), u11 = -(q10 * s01 + q11 * s11);

  const r01 = p01 - u00 * q10 - u01 * q11;
  out[at] = p00 - u00 * q00 - u01 * q01;
  out[at + 1] = r01;
  out[at + 2] = u00;
  out[at + 3] = u01;
  out[at + 4] = r01;
  out[at + 5] = p11 - u10 * q10 - u11 * q11;
  out[at + 6] = u10;
  out[at + 7] = u11;
  out[at + 8] = u00;
  out[at + 9] = u10;
  out[at + 10] = s00;
  out[at + 11] = s01;
  out[at + 12] = u01;
  out[at + 13] = u11;
  out[at + 14] = s01;
  out[at + 15] = s11;
}

/** out = (1 - a)⁻¹ of any a that is a contraction */
export function invertOneMinus(out: Float64Array, at: number, a: Float64Array, i: number): void {
  const a00 = 1 - get(a, i), a01 = -get(a, i + 1), a10 = -get(a, i + 4), a11 = 1 - get(a, i + 5);
  const b00 = -get(a, i + 2), b01 = -get(a, i + 3), b10 = -get(a, i + 6), b11 = -get(a, i + 7);
  const c00 = -get(a, i + 8), c01 = -get(a, i + 9), c10 = -get(a, i + 12), c11 = -get(a, i + 13);
  const d00 = 1 - get(a, i + 10), d01 = -get(a, i + 11), d10 = -get(a, i + 14), d11 = 1 - get(a, i + 15);

  const p = 1 / (a00 * a11 - a01 * a10);
  const p00 = a11 * p, p01 = -a01 * p, p10 = -a10 * p, p11 = a00 * p;
  // Q = A⁻¹ B, V = C A⁻¹ and the inverse S of D - C Q.
  const q00 = p00 * b00 + p01 * b10, q01 = p00 * b01 + p01 * b11;
  const q10 = p10 * b00 + p11 * b10, q11 = p10 * b01 + p11 * b11;
  const v00 = c00 * p00 + c01 * p10, v01 = c00 * p01 + c01 * p11;
  const v10 = c10 * p00 + c11 * p10, v11 = c10 * p01 + c11 * p11;
  const e00 = d00 - c00 * q00 - c01 * q10, e01 = d01 - c00 * q01 - c01 * q11;
  const e10 = d10 - c10 * q00 - c11 * q10, e11 = d11 - c10 * q01 - c11 * q11;
  const s = 1 / (e00 * e11 - e01 * e10);
  const s00 = e11 * s, s01 = -e01 * s, s10 = -e10 * s, s11 = e00 * s;
  const u00 = -(q00 * s00 + q01 * s10), u01 = -(q00 * s01 + q01 * s11);
  const u10 = -(q10 * s00 + q11 * s10), u11 = -(q10 * s01 + q11 * s11);

  out[at] = p00 - u00 * v00 - u01 * v10;
  out[at + 1] = p01 - u00 * v01 - u01 * v11;
  out[at + 2] = u00;
  out[at + 3] = u01;
  out[at + 4] = p10 - u10 * v00 - u11 * v10;
  out[at + 5] = p11 - u10 * v01 - u11 * v11;
  out[at + 6] = u10;
  out[at + 7] = u11;
  out[at + 8] = -(s00 * v00 + s01 * v10);
  out[at + 9] = -(s00 * v01 + s01 * v11);
  out[at + 10] = s00;
  out[at + 11] = s01;
  out[at + 12] = -(s10 * v00 + s11 * v10);
  out[at + 13] = -(s10 * v01 + s11 * v11);
  out[at + 14] = s10;
  out[at + 15] = s11;
}
