import { f64, firstAbove, firstAtLeast } from "../bytes/arrays.ts";

/**
 * The value below which a share 0 ≤ q ≤ 1 of ascending values lies, interpolated between neighbours; NaN without
 * values.
 */
export function quantile(sorted: Float64Array, q: number): number {
  const last = sorted.length - 1;
  if (last < 0) return Number.NaN;
  const place = q * last;
  if (place >= last) return f64(sorted, last);
  const low = Math.floor(place);
  const value = f64(sorted, low);
  return value + (place - low) * (f64(sorted, low + 1) - value);
}

/**
 * The share of ascending values up to `x`. Each value stands for the interval between the midpoints to its neighbours,
 * over which the share grows linearly. NaN without values.
 */
export function rank(sorted: Float64Array, x: number): number {
  const { length } = sorted;
  if (length === 0) return Number.NaN;
  const [least, greatest] = [f64(sorted, 0), f64(sorted, length - 1)];
  if (length === 1 && x === least) return 0.5;
  if (x < least) return 0;
  if (x === least) return firstAbove(sorted, x) / 2 / length;
  if (x > greatest) return 1;
  const first = firstAtLeast(sorted, x);
  if (x === greatest) return (length - (length - first) / 2) / length;
  const half = (place: number) => (f64(sorted, place + 1) - f64(sorted, place)) / 2;
  // The value before `x`, the last of several equal to it, or the next one.
  const isBefore = x < f64(sorted, first - 1) + half(first - 1);
  const place = isBefore ? first - 1 : Math.max(first, firstAbove(sorted, x) - 1);
  const right = place < length - 1 ? half(place) : half(place - 1);
  const left = place > 0 ? half(place - 1) : right;
  const value = f64(sorted, place);
  return Math.max(0, (place + (x - (value - left)) / (value + right - (value - left))) / length);
}
