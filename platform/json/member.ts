const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

const isOpening = (byte: number | undefined): boolean => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number | undefined): boolean => byte === 0x7d || byte === 0x5d;
const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * The bytes of a member's value in a JSON object, untouched; of several with the name the last, as JSON.parse has it.
 * The bytes must be valid JSON in UTF-8.
 */
export function memberOf(object: Uint8Array, name: string): Uint8Array | undefined {
  let found: Uint8Array | undefined;
  let at = skipSpace(object, skipSpace(object, 0) + 1);
  while (object[at] === QUOTE) {
    const nameEnd = endOfString(object, at);
    const isNamed = JSON.parse(text(object.subarray(at, nameEnd))) === name;
    const begin = skipSpace(object, skipTo(object, nameEnd, COLON) + 1);
    const end = endOfValue(object, begin);
    if (isNamed) found = object.subarray(begin, end);
    at = skipSpace(object, end);
    if (object[at] === COMMA) at = skipSpace(object, at + 1);
  }
  return found;
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at++;
  return at;
}

function skipTo(bytes: Uint8Array, from: number, byte: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== byte) at++;
  return at;
}

/** After the closing quote of the string that begins at `from`. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

function endOfValue(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfString(bytes, at);
      if (depth === 0) return at;
      continue;
    }
    // A number or a word ends before what follows it.
    if (depth === 0 && (byte === COMMA || isClosing(byte) || isSpace(byte))) return at;
    if (isOpening(byte)) depth++;
    if (isClosing(byte) && --depth === 0) return at + 1;
    at++;
  }
  return at;
}
