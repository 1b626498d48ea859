import { type Affixes, type DecimalPattern, readDecimalPattern } from "./decimal-pattern.ts";
import { isNegative } from "./java-numbers.ts";

/** Writes and reads numbers by a pattern of Java's DecimalFormat: Elasticsearch's `format` of numbers. */
export interface DecimalFormat {
  print(value: number): string;
  /** The number at the beginning of the text; undefined when there is none. */
  parse(text: string): number | undefined;
}

/** @throws InvalidDecimalPattern */
export function decimalFormat(text: string): DecimalFormat {
  const pattern = readDecimalPattern(text);
  return { print: (value) => print(value, pattern), parse: (written) => parse(written, pattern) };
}

function print(value: number, pattern: DecimalPattern): string {
  if (Number.isNaN(value)) return "NaN";
  const { prefix, suffix } = isNegative(value) ? pattern.negative : pattern.positive;
  const size = Math.abs(value) * pattern.multiplier;
  const digits = size === Number.POSITIVE_INFINITY ? "∞" : unsigned(size, pattern);
  return `${prefix}${digits}${suffix}`;
}

function unsigned(size: number, pattern: DecimalPattern): string {
  return pattern.exponent === undefined ? plain(size, pattern) : scientific(size, pattern, pattern.exponent);
}

/** Decimal digits of a number, without zeros at either end: 0.0123 is `123` with the point at -1. */
interface DigitList {
  readonly digits: string;
  readonly point: number;
}

function plain(size: number, { minInteger, minFraction, maxFraction, grouping, alwaysPoint }: DecimalPattern): string {
  const { digits, point } = roundedAt(size, maxFraction);
  const integer = point > 0 ? digits.slice(0, point).padEnd(point, "0") : "";
  const fraction = (point > 0 ? digits.slice(point) : "0".repeat(-point) + digits).replace(/^0+$/, "");
  const shown = fraction.padEnd(minFraction, "0");
  const whole = integer.padStart(minInteger, "0") || (shown === "" ? "0" : "");
  return `${grouping > 0 ? inGroups(whole, grouping) : whole}${shown !== "" || alwaysPoint ? "." : ""}${shown}`;
}

/** Separates groups of digits by commas, from the last digit on. */
function inGroups(digits: string, size: number): string {
  const first = digits.length % size || size;
  let text = digits.slice(0, first);
  for (let at = first; at < digits.length; at += size) text += `,${digits.slice(at, at + size)}`;
  return text;
}

function scientific(size: number, pattern: DecimalPattern, minExponent: number): string {
  const { minInteger, maxInteger, minFraction, maxFraction, alwaysPoint } = pattern;
  const { digits, point } = significant(size, maxInteger + maxFraction);
  const repeats = maxInteger > 1 && maxInteger > minInteger;
  const scale = repeats ? Math.floor((point - 1) / maxInteger) * maxInteger : point - minInteger;
  const exponent = size === 0 ? 0 : scale;
  const integerDigits = size === 0 ? (repeats ? 1 : minInteger) : point - exponent;
  const shown = digits.padEnd(Math.max(minInteger + minFraction, integerDigits), "0");
  const fraction = shown.slice(integerDigits);
  const separator = fraction !== "" || alwaysPoint ? "." : "";
  const power = String(Math.abs(exponent)).padStart(minExponent, "0");
  return `${shown.slice(0, integerDigits)}${separator}${fraction}E${exponent < 0 ? "-" : ""}${power}`;
}

/** Rounded half to even at a number of fraction digits, from all digits of the double. */
function roundedAt(size: number, fraction: number): DigitList {
  const shortest = digitsOf(size);
  if (shortest.digits.length - shortest.point <= fraction) return shortest;
  return listOf(halfEven(size, fraction));
}

/** Maximum number of digits of `toFixed`. */
const MAX_FIXED = 100;

function halfEven(size: number, fraction: number): string {
  const places = Math.min(fraction, MAX_FIXED);
  const rounded = size.toFixed(places);
  // Exactly halfway `toFixed` rounds up.
  const exact = size.toFixed(Math.min(places + 25, MAX_FIXED));
  const rest = exact.slice(exact.indexOf(".") + 1 + places);
  if (!/^50*$/.test(rest)) return rounded;
  const lower = exact.slice(0, exact.indexOf(".") + 1 + places).replace(/\.$/, "");
  return Number(lower.at(-1)) % 2 === 0 ? lower : rounded;
}

/** Rounded to a number of digits; Java rounds a half up in whole numbers, and to even in others. */
function significant(size: number, count: number): DigitList {
  const shortest = digitsOf(size);
  if (count === 0 || shortest.digits.length <= count) return shortest;
  const places = Math.min(count - 1, MAX_FIXED);
  const [rounded = "", exponent = "0"] = size.toExponential(places).split("e");
  // Exactly halfway `toExponential` rounds up.
  const [exact = ""] = size.toExponential(Math.min(places + 25, MAX_FIXED)).split("e");
  const at = places === 0 ? 1 : places + 2;
  const lower = exact.slice(0, at);
  const isTie = /^\.?50*$/.test(exact.slice(at)) && !Number.isInteger(size);
  const { digits, point } = listOf(isTie && Number(lower.at(-1)) % 2 === 0 ? lower : rounded);
  return { digits, point: point + Number(exponent) };
}

/** From here on not every whole number is a double. */
const FIRST_WIDE = 2 ** 53;
/** Up to here Java writes whole numbers from their bits. */
const MAX_LONG = 2 ** 63;

/** The shortest digits that read back as this double; of whole numbers of Java's `long`, all that its bits tell apart. */
function digitsOf(size: number): DigitList {
  if (size >= FIRST_WIDE && size < MAX_LONG) return listOf(wholeDigits(size));
  const [mantissa = "", exponent = "0"] = String(size).split("e");
  const { digits, point } = listOf(mantissa);
  return { digits, point: digits === "" ? 0 : point + Number(exponent) };
}

/** As Java's FloatingDecimal: the last digits that a double's bits don't tell apart are rounded half up, and left out. */
function wholeDigits(size: number): string {
  const whole = BigInt(size);
  const spareBits = whole.toString(2).length - 55;
  const unit = 10n ** BigInt(Math.max(0, Math.floor(spareBits * Math.log10(2))));
  return String(((whole + unit / 2n) / unit) * unit);
}

function listOf(decimal: string): DigitList {
  const [integer = "", fraction = ""] = decimal.split(".");
  const all = integer + fraction;
  const leading = /^0*/.exec(all)?.[0].length ?? 0;
  const digits = all.slice(leading).replace(/0+$/, "");
  return { digits, point: digits === "" ? 0 : integer.length - leading };
}

function parse(text: string, { positive, negative, multiplier, grouping }: DecimalPattern): number | undefined {
  const read = (affixes: Affixes) => numberBetween(text, affixes, grouping > 0);
  const plus = read(positive);
  const minus = plus === undefined ? read(negative) : undefined;
  if (plus !== undefined) return plus / multiplier;
  return minus === undefined ? undefined : -minus / multiplier;
}

/** A longer text may follow the suffix. */
function numberBetween(text: string, { prefix, suffix }: Affixes, isGrouped: boolean): number | undefined {
  if (!text.startsWith(prefix)) return undefined;
  const digits = isGrouped ? "[\\d,]*" : "\\d*";
  const match = new RegExp(`^${digits}(?:\\.\\d*)?(?:E-?\\d+)?`).exec(text.slice(prefix.length))?.[0] ?? "";
  if (!/\d/.test(match) || !text.startsWith(suffix, prefix.length + match.length)) return undefined;
  return Number(match.replaceAll(",", ""));
}
