/** Where each element of an array lies in its JSON text: `[start, end, start, end, …]`, in bytes. */
export type Bounds = number[];

export type Elements =
  | { readonly outcome: "found"; readonly bounds: Bounds }
  | { readonly outcome: "not-an-array" }
  | { readonly outcome: "broken"; readonly detail: string }
  | { readonly outcome: "too-many" };

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Splits the text of a JSON array at its commas, so that each element can be parsed on its own and a body of any size
 * needs the memory of its largest element only. What stands between the commas is not looked at: the text is JSON
 * exactly when `found` and every element is.
 */
export function elementsOf(bytes: Uint8Array, most: number): Elements {
  let at = afterSpace(bytes, startsWithMark(bytes) ? 3 : 0);
  if (at === bytes.length) return { outcome: "broken", detail: "The body is empty." };
  if (bytes[at] !== OPEN_BRACKET) return { outcome: "not-an-array" };
  at = afterSpace(bytes, at + 1);
  if (bytes[at] === CLOSE_BRACKET) return endOfText(bytes, at + 1, []);
  const bounds: number[] = [];
  for (;;) {
    if (bounds.length === 2 * most) return { outcome: "too-many" };
    const end = endOfElement(bytes, at);
    if (end === bytes.length) return { outcome: "broken", detail: "The array does not end." };
    bounds.push(at, end);
    if (bytes[end] === CLOSE_BRACE) return { outcome: "broken", detail: "A brace closes what was not opened." };
    if (bytes[end] === CLOSE_BRACKET) return endOfText(bytes, end + 1, bounds);
    at = end + 1;
  }
}

/** Index of the comma or bracket that ends the element, or the text's length. */
function endOfElement(bytes: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at + 1);
        break;
      case OPEN_BRACKET:
      case OPEN_BRACE:
        depth++;
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        if (depth === 0) return at;
        depth--;
        break;
      case COMMA:
        if (depth === 0) return at;
    }
  }
  return bytes.length;
}

/** Index of the closing quote, or the text's length. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at++;
  }
  return at;
}

function endOfText(bytes: Uint8Array, from: number, bounds: Bounds): Elements {
  return afterSpace(bytes, from) === bytes.length
    ? { outcome: "found", bounds }
    : { outcome: "broken", detail: "Something follows the end of the array." };
}

function afterSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte !== SPACE && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
  }
  return at;
}

/** Some programs put a byte order mark before their JSON; it means nothing. */
export function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
