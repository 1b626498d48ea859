/** A double as Java prints it, which is how Elasticsearch writes one: `1.0`, `0.001`, `1.0E7`, `1.2E-5`. */
export function javaDouble(value: number): string {
  return asJava(value, String(Math.abs(value)));
}

/** Whether the integer is one of Java's long. */
export const isJavaLong = (value: bigint): boolean => value === BigInt.asIntN(64, value);

/** A float32 as Java prints it: the shortest digits that are this float. */
export function javaFloat(value: number): string {
  const magnitude = Math.abs(value);
  return asJava(value, Number.isFinite(value) ? String(Number(magnitude.toPrecision(precisionOf(magnitude)))) : "");
}

/** Digits that every float32 can be told by. */
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
