/**
 * Finds where values of JSON end in its UTF-8 bytes, without parsing it. The JSON must be valid: on other texts these functions
 * return some offset up to the text's length, or a little beyond it.
 */

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The bytes of JSON's structure. (The loops below use constants, which take half the time of members.) */
export const Byte = {
  quote: QUOTE,
  comma: COMMA,
  colon: 0x3a,
  openArray: OPEN_ARRAY,
  backslash: BACKSLASH,
  closeArray: CLOSE_ARRAY,
  openObject: OPEN_OBJECT,
  closeObject: CLOSE_OBJECT,
} as const;

/** The offset after the string whose opening quote is at `at`. */
export function afterString(json: Uint8Array, at: number): number {
  return closingQuote(json, at + 1) + 1;
}

function closingQuote(json: Uint8Array, from: number): number {
  let at = from;
  for (; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) break;
    if (byte === BACKSLASH) at++;
  }
  return at;
}

/** The offset of the comma or closing bracket that ends the item or member around `at`, or the text's length. */
export function endOfItem(json: Uint8Array, at: number): number {
  let depth = 0;
  for (let next = at; next < json.length; next++) {
    switch (json[next]) {
      case QUOTE:
        next = closingQuote(json, next + 1);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth++;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        if (depth === 0) return next;
        depth--;
        break;
      case COMMA:
        if (depth === 0) return next;
    }
  }
  return json.length;
}
