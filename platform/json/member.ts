import { afterSpace, afterString, Byte, endOfItem } from "./scanner.ts";

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

/** Escapes of ASCII characters; only these can hide a name of such characters. */
const ASCII_ESCAPE = Buffer.from("\\u00");

/**
 * As `memberOf`, for an object that is known to have the member, and a name of ASCII letters. A text in which the name stands once
 * is searched, which takes a fraction of the time.
 */
export function presentMemberOf(object: Uint8Array, name: string): Uint8Array | undefined {
  const json = Buffer.from(object.buffer, object.byteOffset, object.byteLength);
  const quoted = `"${name}"`;
  const found = json.indexOf(quoted, 0, "latin1");
  const nameEnd = found + quoted.length;
  const isOnly = found !== -1 && json.indexOf(quoted, nameEnd, "latin1") === -1 && !json.includes(ASCII_ESCAPE);
  if (!isOnly) return memberOf(object, name);
  const start = afterSpace(json, afterSpace(json, nameEnd) + 1);
  return json.subarray(start, beforeSpace(json, endOfItem(json, start)));
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
