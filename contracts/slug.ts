import { createHash } from "node:crypto";

/** Whether the text is the slug of something. */
export const isSlug = (text: string): boolean => /^[a-z2-7]{26}$/.test(text);

/** Digits of base 32 in RFC 4648, in lower case. */
const DIGITS = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * The name of a record or facility in paths and file names: the first 16 bytes of the SHA-256 of its PID or identifier in
 * UTF-8, in base 32 (RFC 4648), lower case, without padding; 26 characters. It never changes.
 */
export function slugOf(identifier: string): string {
  const bits = createHash("sha256").update(identifier, "utf8").digest("hex").slice(0, 32);
  // 26 digits of 5 bits hold 128 bits and two zero bits.
  const digits = (BigInt(`0x${bits}`) << 2n).toString(32).padStart(26, "0");
  return digits.replace(/./g, (digit) => DIGITS.charAt(Number.parseInt(digit, 32)));
}
