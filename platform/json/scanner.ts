import { Byte } from "../../search-engine/bytes/json.ts";

/**
 * Scans JSON in UTF-8 bytes without parsing it. The functions that only find where values of valid JSON end are shared
 * with the search engine's index; `checkedValue` also checks the syntax.
 */

export { afterString, Byte, endOfItem } from "../../search-engine/bytes/json.ts";

// The loops here use constants, which take half the time of members.
const {
  quote: QUOTE,
  comma: COMMA,
  colon: COLON,
  openArray: OPEN_ARRAY,
  backslash: BACKSLASH,
  closeArray: CLOSE_ARRAY,
  openObject: OPEN_OBJECT,
  closeObject: CLOSE_OBJECT,
} = Byte;

/** The text is not JSON. The message has the offset of the offending byte. */
export class NotJson extends Error {
  override readonly name = "NotJson";
  constructor(offset: number) {
    super(`not JSON at byte ${offset}`);
  }
}

/** The offset of the first byte at or after `at` that is not white space. */
export function afterSpace(json: Uint8Array, at: number): number {
  let next = at;
  while (json[next] === 0x20 || json[next] === 0x0a || json[next] === 0x0d || json[next] === 0x09) next++;
  return next;
}

/** The offset after the value at `at`, which is checked. Not recursive, so that any depth is possible. @throws NotJson */
export function checkedValue(json: Uint8Array, at: number): number {
  const open: number[] = [];
  let next = at;
  for (;;) {
    const byte = json[next];
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      const close = byte === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY;
      next = afterSpace(json, next + 1);
      if (json[next] !== close) {
        open.push(close);
        if (close === CLOSE_OBJECT) next = checkedColon(json, checkedString(json, next));
        continue;
      }
      next += 1;
    } else {
      next = byte === QUOTE ? checkedString(json, next) : scalar(json, next);
    }
    for (;;) {
      const close = open.at(-1);
      if (close === undefined) return next;
      next = afterSpace(json, next);
      if (json[next] === COMMA) {
        next = afterSpace(json, next + 1);
        if (close === CLOSE_OBJECT) next = checkedColon(json, checkedString(json, next));
        break;
      }
      if (json[next] !== close) throw new NotJson(next);
      open.pop();
      next += 1;
    }
  }
}

/** From the end of a member's name to the start of its value. @throws NotJson */
export function checkedColon(json: Uint8Array, at: number): number {
  const next = afterSpace(json, at);
  if (json[next] !== COLON) throw new NotJson(next);
  return afterSpace(json, next + 1);
}

/** The offset after the string at `at`, which is checked. @throws NotJson */
export function checkedString(json: Uint8Array, at: number): number {
  if (json[at] !== QUOTE) throw new NotJson(at);
  for (let next = at + 1; next < json.length; next++) {
    // Within the text. A check for undefined would cost a tenth of this loop's time.
    const byte = json[next] as number;
    if (byte === QUOTE) return next + 1;
    if (byte < 0x20) throw new NotJson(next);
    if (byte === BACKSLASH) next = endOfEscape(json, next + 1);
  }
  throw new NotJson(json.length);
}

/** The last byte of the escape whose letter is at `at`. */
function endOfEscape(json: Uint8Array, at: number): number {
  const letter = String.fromCharCode(json[at] ?? 0);
  if ('"\\/bfnrt'.includes(letter)) return at;
  const digitsOfUnit = Buffer.from(json.subarray(at + 1, at + 5)).toString("latin1");
  if (letter !== "u" || !/^[0-9a-f]{4}$/i.test(digitsOfUnit)) throw new NotJson(at);
  return at + 4;
}

const WORDS: ReadonlyMap<number | undefined, Uint8Array> = new Map(
  ["true", "false", "null"].map((word) => [word.charCodeAt(0), Buffer.from(word)]),
);

/** The offset after the number, true, false or null at `at`. */
function scalar(json: Uint8Array, at: number): number {
  const byte = json[at];
  if (byte === undefined || byte < 0x61) return number(json, at);
  const word = WORDS.get(byte);
  if (!word) throw new NotJson(at);
  for (const [index, letter] of word.entries()) if (json[at + index] !== letter) throw new NotJson(at);
  return at + word.length;
}

const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

function number(json: Uint8Array, at: number): number {
  let next = json[at] === MINUS ? at + 1 : at;
  next = json[next] === ZERO ? next + 1 : digits(json, next);
  if (json[next] === POINT) next = digits(json, next + 1);
  if (json[next] === 0x65 || json[next] === 0x45) {
    const isSigned = json[next + 1] === MINUS || json[next + 1] === PLUS;
    next = digits(json, next + (isSigned ? 2 : 1));
  }
  return next;
}

/** The offset after the digits at `at`, at least one. */
function digits(json: Uint8Array, at: number): number {
  let next = at;
  for (let byte = json[next] ?? 0; byte >= ZERO && byte <= NINE; byte = json[next] ?? 0) next++;
  if (next === at) throw new NotJson(at);
  return next;
}
