import { f64, firstAbove } from "../bytes/arrays.ts";

/*
 * Quantiles and ranks of ascending, non-negative values, as an HDR histogram has them. It keeps each value to a number
 * of significant digits: between two powers of two there are so many steps of equal width. A step stands for its end,
 * less the width of the least value's step.
 */

/** The value at a percentile, by the nearest count; NaN without values. */
export function histogramQuantile(sorted: Float64Array, percent: number, digits: number): number {
  const { length } = sorted;
  if (length === 0) return Number.NaN;
  const share = Math.min(Math.max(percent, 0), 100) / 100;
  const count = Math.max(1, Math.floor(share * length + 0.5));
  const value = f64(sorted, count - 1);
  if (value === 0) return 0;
  const [start, width] = stepOf(value, digits);
  const [, finest] = stepOf(leastOf(sorted), digits);
  return share === 0 ? start : start + width - finest;
}

/** The percentage of values up to the end of the step of `x`, which is not negative; NaN without values. */
export function histogramRank(sorted: Float64Array, x: number, digits: number): number {
  const { length } = sorted;
  if (length === 0) return Number.NaN;
  // Below the step of the least value there are only zeros. NaN is treated as lying there too.
  if (!(x >= stepOf(leastOf(sorted), digits)[0])) return (100 * firstAbove(sorted, 0)) / length;
  const [start, width] = stepOf(Math.min(x, Number.MAX_VALUE), digits);
  const end = start + width;
  let low = 0;
  for (let high = length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (f64(sorted, middle) < end) low = middle + 1;
    else high = middle;
  }
  return (100 * low) / length;
}

/** The step that a value lies in: its start and its width. */
function stepOf(value: number, digits: number): readonly [number, number] {
  const width = 2 ** exponentOf(value) / stepsPerOctave(digits);
  return [Math.floor(value / width) * width, width];
}

/** Steps between two powers of two. */
const stepsPerOctave = (digits: number): number => 2 ** (Math.max(1, Math.ceil(Math.log2(2 * 10 ** digits))) - 1);

/** The power of two that is not above the value. */
function exponentOf(value: number): number {
  const near = Math.floor(Math.log2(value));
  return 2 ** near > value ? near - 1 : 2 ** (near + 1) <= value ? near + 1 : near;
}

/** The least value that is not 0; 1 where there is none. */
function leastOf(sorted: Float64Array): number {
  const first = firstAbove(sorted, 0);
  return first < sorted.length ? f64(sorted, first) : 1;
}
