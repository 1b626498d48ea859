import { trim } from "./trim.ts";

/** A double as Java and therefore Elasticsearch print it: `1.0`, `0.001`, `1.0E7`, `1.2E-5`. */
export function javaDouble(value: number): string {
  return asJava(value, String(Math.abs(value)));
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?$/;
const HEXADECIMAL = /^([+-]?)0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+-]?\d+)[fFdD]?$/;

/** The double that Java reads in a text: `1e3`, `.5`, `1f`, `0x10p2`, `NaN`, `-Infinity`. Undefined where it reads none. */
export function doubleIn(text: string): number | undefined {
  const written = trimAsJava(text);
  if (DECIMAL.test(written)) return Number(written.replace(/[fFdD]$/, ""));
  if (/^[+-]?Infinity$/.test(written)) return Number(written);
  if (/^[+-]?NaN$/.test(written)) return Number.NaN;
  const [, sign, whole = "", fraction = "", exponent] = HEXADECIMAL.exec(written) ?? [];
  if (exponent === undefined || whole + fraction === "") return undefined;
  const size = Number(`0x${whole}${fraction}`) * 2 ** (Number(exponent) - 4 * fraction.length);
  return sign === "-" ? -size : size;
}

/** The text without spaces and control characters at its ends. */
export const trimAsJava = (text: string): string => trim(text, (code) => code <= 0x20);

/** Whether a number is less than 0 or negative zero, as Java compares. */
export const isNegative = (value: number): boolean => value < 0 || Object.is(value, -0);

/** The greatest of Java's int. */
export const MAX_INT = 2 ** 31 - 1;

/** Whether the integer is in the range of Java's long. */
export const isJavaLong = (value: bigint): boolean => value === BigInt.asIntN(64, value);

/** A double as Java's long: without its fraction, limited to the range of long. */
export function javaLong(value: number): bigint {
  if (Math.abs(value) < 2 ** 63) return BigInt(Math.trunc(value));
  return value > 0 ? 2n ** 63n - 1n : -(2n ** 63n);
}

/** A float32 as Java prints it: the shortest digits that read back as this float. */
export function javaFloat(value: number): string {
  const magnitude = Math.abs(value);
  return asJava(value, Number.isFinite(value) ? String(Number(magnitude.toPrecision(precisionOf(magnitude)))) : "");
}

/** Digits that identify any float32. */
const MAX_PRECISION = 9;

/** Most scores need eight or nine digits, so these are tried first. */
function precisionOf(float: number): number {
  const isTold = (precision: number): boolean => Math.fround(Number(float.toPrecision(precision))) === float;
  if (!isTold(MAX_PRECISION - 1)) return MAX_PRECISION;
  if (!isTold(MAX_PRECISION - 2)) return MAX_PRECISION - 1;
  let precision = 1;
  while (!isTold(precision)) precision += 1;
  return precision;
}

/** A double and a float32 in Java's messages. */
export const javaDoubleText = (value: number): string => javaDouble(value).replaceAll('"', "");
export const javaFloatText = (value: number): string => javaFloat(value).replaceAll('"', "");

/** JSON has no NaN or infinity: Elasticsearch quotes them. */
function asJava(value: number, text: string): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '"NaN"' : value > 0 ? '"Infinity"' : '"-Infinity"';
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const magnitude = Math.abs(value);
  if (magnitude === 0) return `${sign}0.0`;
  if (magnitude >= 1e-3 && magnitude < 1e7) return sign + (text.includes(".") ? text : `${text}.0`);
  const [mantissa = "", exponent = "0"] = text.split("e");
  const point = mantissa.indexOf(".");
  const all = mantissa.replace(".", "");
  const leadingZeros = /^0*/.exec(all)?.[0].length ?? 0;
  const significant = all.slice(leadingZeros).replace(/0+$/, "");
  const power = (point < 0 ? mantissa.length : point) - leadingZeros - 1 + Number(exponent);
  return `${sign}${significant[0]}.${significant.slice(1) || "0"}E${power}`;
}
