import { f64 } from "../bytes/arrays.ts";

/* Lucene's SmallFloat: document lengths in one byte, exact up to 40, and to four significant bits above. */

const freeValues = 255 - longToInt4(0x7fffffff);

function longToInt4(value: number): number {
  const bits = value === 0 ? 0 : 32 - Math.clz32(value);
  if (bits < 4) return value;
  const shift = bits - 4;
  return ((value >>> shift) & 0x07) | ((shift + 1) << 3);
}

function int4ToLong(encoded: number): number {
  const bits = encoded & 0x07;
  const shift = (encoded >>> 3) - 1;
  return shift === -1 ? bits : (bits | 0x08) * 2 ** shift;
}

/** Encodes a length. */
export function lengthToByte(length: number): number {
  return length < freeValues ? length : freeValues + longToInt4(length - freeValues);
}

const lengths = Float64Array.from({ length: 256 }, (_, byte) =>
  byte < freeValues ? byte : freeValues + int4ToLong(byte - freeValues),
);

/** Decodes a length. */
export const byteToLength = (byte: number): number => f64(lengths, byte);
