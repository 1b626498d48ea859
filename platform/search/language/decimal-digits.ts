/** Decimal digits of a number, exactly rounded: half to even, as Java rounds. */

const words = new BigUint64Array(1);
const double = new Float64Array(words.buffer);

/** The shortest digits that are this double, and where the point stands: 0.d₁d₂… · 10^point. Zero has no digits. */
export interface Digits {
  readonly digits: string;
  readonly point: number;
}

/** `value` ≥ 0. */
export function decimalDigits(value: number): Digits {
  if (value === 0) return { digits: "", point: 0 };
  const [mantissa = "", exponent = "0"] = value.toExponential().split("e");
  return { digits: mantissa.replace(".", "").replace(/0+$/, ""), point: Number(exponent) + 1 };
}

/** `value` ≥ 0 rounded to a number of decimals, all of which are given. */
export function roundedFraction(value: number, decimals: number): { integers: string; fractions: string } {
  // The shortest digits are enough where there are no more of them than are asked for.
  const { digits, point } = decimalDigits(value);
  const places = Math.min(decimals, Math.max(0, digits.length - point));
  const scaled = digits.length - point <= decimals ? shortest({ digits, point }, places) : exact(value, places);
  const all = scaled.padStart(places + 1, "0");
  const split = all.length - places;
  return { integers: all.slice(0, split), fractions: all.slice(split) };
}

/** The digits of value · 10^places. */
function shortest({ digits, point }: Digits, places: number): string {
  return digits === "" ? "0" : digits.padEnd(point + places, "0");
}

/** The digits of value · 10^places, rounded from the binary value. `places` may be negative. */
function exact(value: number, places: number): string {
  double[0] = value;
  const bits = words[0] ?? 0n;
  const biased = Number(bits >> 52n);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
  const power = Math.max(biased, 1) - 1075;
  const numerator = mantissa * tenTo(places) * twoTo(power);
  return String(dividedHalfEven(numerator, tenTo(-places) * twoTo(-power)));
}

const tenTo = (power: number): bigint => (power > 0 ? 10n ** BigInt(power) : 1n);
const twoTo = (power: number): bigint => (power > 0 ? 1n << BigInt(power) : 1n);

function dividedHalfEven(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const up = twice > denominator || (twice === denominator && whole % 2n === 1n);
  return up ? whole + 1n : whole;
}

/** `value` ≥ 0 in at most so many significant digits. */
export function roundedSignificant(value: number, most: number): Digits {
  const { digits, point } = decimalDigits(value);
  if (digits.length <= most) return { digits, point };
  const rounded = exact(value, most - point);
  return { digits: rounded.replace(/0+$/, ""), point: point + (rounded.length > most ? 1 : 0) };
}
