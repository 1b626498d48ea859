import { hash } from "node:crypto";

/** Whether the text is the slug of something. */
export const isSlug = (text: string): boolean => /^[a-z2-7]{26}$/.test(text);

/** Digits of base 32 in RFC 4648, in lower case. */
const DIGITS = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * The name of a record or facility in paths and file names: the first 16 bytes of the SHA-256 of its PID or identifier in
 * UTF-8, in base 32 (RFC 4648), lower case, without padding; 26 characters. It never changes.
 */
export function slugOf(identifier: string): string {
  let slug = "";
  let held = 0;
  let bits = 0;
  for (const byte of hash("sha256", identifier, "buffer").subarray(0, 16)) {
    held = (held << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) slug += DIGITS.charAt((held >> (bits - 5)) & 31);
  }
  // The last digit holds the last three bits and two zero bits.
  return slug + DIGITS.charAt((held << (5 - bits)) & 31);
}
