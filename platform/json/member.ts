import { afterSpace, afterString, Byte, endOfItem } from "./scanner.ts";
import type { Span } from "./spans.ts";

/**
 * The bytes of a member's value in a JSON object, unchanged. The last of several with the name counts, as in
 * JSON.parse. The bytes must be valid JSON in UTF-8.
 */
export function memberOf(object: Uint8Array, name: string): Uint8Array | undefined {
  const json = Buffer.from(object.buffer, object.byteOffset, object.byteLength);
  let found: Uint8Array | undefined;
  let at = afterSpace(json, afterSpace(json, 0) + 1);
  while (json[at] === Byte.quote) {
    const nameEnd = afterString(json, at);
    const start = afterSpace(json, json.indexOf(Byte.colon, nameEnd) + 1);
    const end = endOfItem(json, start);
    if (isNamed(json, at, nameEnd, name)) found = json.subarray(start, beforeSpace(json, end));
    at = afterSpace(json, end + 1);
  }
  return found;
}

/** Begins the escape of an ASCII character; only such escapes can hide a name of such characters. */
const ASCII_ESCAPE = Buffer.from("\\u00");

/**
 * A function that finds the value of the member with the name, of ASCII letters, in objects that should have it, as
 * `memberOf` does; undefined if one lacks it. A name that stands in the text once is found by a search for its bytes, in a
 * fraction of the time that scanning takes.
 */
export function presentMember(name: string): (object: Buffer) => Span | undefined {
  // Without the quote before it, which is found too often.
  const ending = Buffer.from(`${name}"`);
  return (object) => {
    let nameEnd: number | undefined;
    for (let at = object.indexOf(ending); at !== -1; at = object.indexOf(ending, at + 1)) {
      if (object[at - 1] !== Byte.quote) continue;
      if (nameEnd !== undefined) return scanned(object, name);
      nameEnd = at + ending.length;
    }
    if (nameEnd === undefined || object.includes(ASCII_ESCAPE)) return scanned(object, name);
    const start = afterSpace(object, afterSpace(object, nameEnd) + 1);
    return { start, end: beforeSpace(object, endOfItem(object, start)) };
  };
}

function scanned(object: Buffer, name: string): Span | undefined {
  const value = memberOf(object, name);
  if (!value) return undefined;
  const start = value.byteOffset - object.byteOffset;
  return { start, end: start + value.length };
}

function beforeSpace(json: Uint8Array, end: number): number {
  let at = end;
  while ((json[at - 1] ?? 0) <= 0x20) at--;
  return at;
}

/** Whether the string at [start, end), including quotes, equals `name`. */
function isNamed(json: Buffer, start: number, end: number, name: string): boolean {
  const text = json.toString("utf8", start + 1, end - 1);
  return text === name || (text.includes("\\") && JSON.parse(`"${text}"`) === name);
}
