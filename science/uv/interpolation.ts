import { numberAt } from "../number-at.ts";

/**
 * Polynomial interpolation through Chebyshev's extreme points, where it converges fast and never oscillates
 * (Berrut & Trefethen 2004, SIAM Review 46, 501).
 */

// A local binding: in a test runner imports are property look-ups, which are slow in inner loops.
const get = numberAt;

/** A coordinate of a table: its points, and the interpolation between them. */
export interface Axis {
  /** Values of the quantity at the points, rising. */
  readonly points: Float64Array;
  /** Weights of the points in the polynomial's value there; values outside are held at the ends. */
  shares(value: number): Float64Array;
}

/**
 * An axis with `count` points from `from` to `to`, where polynomials are in the coordinate `along` (rising, with its
 * inverse).
 */
export function axis(
  count: number,
  [from, to]: readonly [number, number],
  along: (value: number) => number = (value) => value,
  inverse: (position: number) => number = (position) => position,
): Axis {
  const [start, end] = [along(from), along(to)];
  const positions = Float64Array.from(
    { length: count },
    (_, k) => start + ((end - start) * (1 - Math.cos(turn(k, count)))) / 2,
  );
  return {
    points: positions.map((position, k) => (k === 0 ? from : k === count - 1 ? to : inverse(position))),
    shares: (value) => {
      const at = along(Math.min(Math.max(value, from), to));
      const shares = new Float64Array(count);
      let sum = 0;
      for (let k = 0; k < count; k++) {
        const away = at - get(positions, k);
        if (Math.abs(away) < 1e-12) {
          shares.fill(0);
          shares[k] = 1;
          return shares;
        }
        shares[k] = ((k % 2 === 0 ? 1 : -1) * (k === 0 || k === count - 1 ? 0.5 : 1)) / away;
        sum += get(shares, k);
      }
      for (let k = 0; k < count; k++) shares[k] = get(shares, k) / sum;
      return shares;
    },
  };
}

const turn = (k: number, count: number) => (Math.PI * k) / (count - 1);

/** Coefficients of the Chebyshev series through the values at `axis` points in rising order. */
export function chebyshevSeries(values: Float64Array): Float64Array {
  const count = values.length;
  return Float64Array.from({ length: count }, (_, n) => {
    let sum = 0;
    for (let k = 0; k < count; k++) {
      // Point k lies at -cos(πk/(count-1)).
      const end = k === 0 || k === count - 1 ? 0.5 : 1;
      sum += end * get(values, k) * Math.cos(n * (Math.PI - turn(k, count)));
    }
    return ((n === 0 || n === count - 1 ? 1 : 2) * sum) / (count - 1);
  });
}

/** Value at x in [-1, 1] of the Chebyshev series with these coefficients (Clenshaw 1955, Math. Comp. 9, 118). */
export function chebyshevValue(coefficients: Float64Array, x: number): number {
  let [next, afterNext] = [0, 0];
  for (let n = coefficients.length - 1; n > 0; n--) {
    const current = get(coefficients, n) + 2 * x * next - afterNext;
    afterNext = next;
    next = current;
  }
  return get(coefficients, 0) + x * next - afterNext;
}

/**
 * Interpolates in a table whose last axis is contiguous and whose points are rows of numbers: applies the weights of
 * each axis, the first axis outermost.
 */
export function contract(table: Float64Array, shares: readonly Float64Array[]): Float64Array {
  let current = table;
  for (const share of shares) {
    const width = current.length / share.length;
    const next = new Float64Array(width);
    // Four points at a time: most of the work is loading and storing sums.
    for (let k = 0; k < share.length; k += 4) addFour(next, current, k * width, share, k);
    current = next;
  }
  return current;
}

function addFour(sum: Float64Array, table: Float64Array, from: number, share: Float64Array, k: number): void {
  const width = sum.length;
  const left = share.length - k;
  const [a, b, c, d] = [get(share, k), share[k + 1] ?? 0, share[k + 2] ?? 0, share[k + 3] ?? 0];
  // Points beyond the last have no weight, so any row will do.
  const second = left > 1 ? from + width : from;
  const third = left > 2 ? from + 2 * width : from;
  const fourth = left > 3 ? from + 3 * width : from;
  for (let i = 0; i < width; i++) {
    sum[i] =
      get(sum, i) +
      a * get(table, from + i) +
      b * get(table, second + i) +
      c * get(table, third + i) +
      d * get(table, fourth + i);
  }
}
