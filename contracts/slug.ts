import { createHash } from "node:crypto";

/** Digits of base 32 in RFC 4648, in lower case. */
const DIGITS = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * The name of a record or facility in paths and file names: base 32 (RFC 4648) in lower case without padding of the first 16
 * bytes of the SHA-256 of its PID or identifier in UTF-8; 26 characters. The same for ever.
 */
export function slugOf(identifier: string): string {
  const bits = createHash("sha256").update(identifier, "utf8").digest("hex").slice(0, 32);
  // 26 digits of 5 bits hold 128 bits and two zeros.
  const digits = (BigInt(`0x${bits}`) << 2n).toString(32).padStart(26, "0");
  return digits.replace(/./g, (digit) => DIGITS.charAt(Number.parseInt(digit, 32)));
}
