/** Decimals of a number by their ten-thousandths, with the point and without zeros at the end: `.05`; empty for 0. */
const DECIMALS: readonly string[] = Array.from({ length: 10_000 }, (_, part) => String(part / 10_000).slice(1));

/**
 * Below this, a number with four decimals has eleven digits at most: no other number of as many digits is the same double.
 */
const LEAST_UNCOMMON = 10_000_000;

/**
 * A value as JavaScript writes it. Most values have at most four decimals; composing these from parts takes a third of the
 * time. JavaScript looks for the shortest text that only this double has, which is most of the work for an answer with many
 * values.
 */
export function valueText(value: number): string {
  const size = Math.abs(value);
  const parts = Math.round(size * 10_000);
  if (!(size < LEAST_UNCOMMON) || parts / 10_000 !== size) return String(value);
  const whole = Math.floor(parts / 10_000);
  return (value < 0 ? `-${whole}` : String(whole)) + DECIMALS[parts - 10_000 * whole];
}
