/**
 * Where chosen members lie in a JSON text, so that they can be cut out or replaced without parsing and writing the
 * rest. The whole text is checked to be JSON on the way.
 */

/** From the first byte of a value to the one after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Members that are looked for: `{ record: { facility: {} } }` finds `record` and, inside it, `facility`. */
export interface Wanted {
  readonly [member: string]: Wanted;
}

/** Spans by path, members joined by dots: `record`, `record.facility`. What is not there is absent. */
export type Spans = ReadonlyMap<string, Span>;

interface Member {
  readonly path: string;
  readonly name: Uint8Array;
  readonly members: readonly Member[];
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const TRUE = Buffer.from("true");
const FALSE = Buffer.from("false");
const NULL = Buffer.from("null");

/** What finds `wanted` in JSON texts. As in JSON.parse, the last of several members with one name counts. */
export function spanFinder(wanted: Wanted): (json: Uint8Array) => Spans {
  const members = compile(wanted, "");
  return (json) => {
    const found = new Map<string, Span>();
    const end = blank(json, locate(json, blank(json, 0), members, found));
    if (end !== json.length) throw new NotJson(end);
    return found;
  };
}

/** The text is not JSON; `offset` is the byte where that shows. */
export class NotJson extends Error {
  override readonly name = "NotJson";
  constructor(offset: number) {
    super(`not JSON at byte ${offset}`);
  }
}

function compile(wanted: Wanted, prefix: string): Member[] {
  return Object.entries(wanted).map(([name, inner]) => {
    const path = prefix + name;
    return { path, name: Buffer.from(name), members: compile(inner, `${path}.`) };
  });
}

function locate(json: Uint8Array, at: number, members: readonly Member[], found: Map<string, Span>): number {
  if (members.length === 0 || json[at] !== OPEN_OBJECT) return skip(json, at);
  let next = blank(json, at + 1);
  if (json[next] === CLOSE_OBJECT) return next + 1;
  for (;;) {
    const nameEnd = string(json, next);
    const member = matching(json, next + 1, nameEnd - 1, members);
    const start = colon(json, nameEnd);
    if (member) {
      forget(member, found);
      next = locate(json, start, member.members, found);
      found.set(member.path, { start, end: next });
    } else {
      next = skip(json, start);
    }
    next = blank(json, next);
    if (json[next] === CLOSE_OBJECT) return next + 1;
    if (json[next] !== COMMA) throw new NotJson(next);
    next = blank(json, next + 1);
  }
}

/** What was found in an earlier member of the same name does not count. */
function forget(member: Member, found: Map<string, Span>): void {
  if (!found.delete(member.path)) return;
  for (const inner of member.members) forget(inner, found);
}

function matching(json: Uint8Array, start: number, end: number, members: readonly Member[]): Member | undefined {
  for (const member of members) if (isAt(json, start, end, member.name)) return member;
  for (let at = start; at < end; at++) if (json[at] === BACKSLASH) return matchingUnescaped(json, start, end, members);
  return undefined;
}

function isAt(json: Uint8Array, start: number, end: number, name: Uint8Array): boolean {
  if (end - start !== name.length) return false;
  for (let at = 0; at < name.length; at++) if (json[start + at] !== name[at]) return false;
  return true;
}

function matchingUnescaped(
  json: Uint8Array,
  start: number,
  end: number,
  members: readonly Member[],
): Member | undefined {
  const name = Buffer.from(json.buffer, json.byteOffset + start, end - start);
  const unescaped = Buffer.from(JSON.parse(`"${name.toString()}"`) as string);
  return members.find((member) => unescaped.equals(member.name));
}

/** The end of the value at `at`. Not recursive, so that no depth of nesting is too much. */
function skip(json: Uint8Array, at: number): number {
  const open: number[] = [];
  let next = at;
  for (;;) {
    const byte = json[next];
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      const close = byte === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY;
      next = blank(json, next + 1);
      if (json[next] !== close) {
        open.push(close);
        if (close === CLOSE_OBJECT) next = colon(json, string(json, next));
        continue;
      }
      next += 1;
    } else {
      next = byte === QUOTE ? string(json, next) : scalar(json, next);
    }
    for (;;) {
      const close = open.at(-1);
      if (close === undefined) return next;
      next = blank(json, next);
      if (json[next] === COMMA) {
        next = blank(json, next + 1);
        if (close === CLOSE_OBJECT) next = colon(json, string(json, next));
        break;
      }
      if (json[next] !== close) throw new NotJson(next);
      open.pop();
      next += 1;
    }
  }
}

function blank(json: Uint8Array, at: number): number {
  let next = at;
  while (json[next] === 0x20 || json[next] === 0x0a || json[next] === 0x0d || json[next] === 0x09) next++;
  return next;
}

/** From the end of a member's name to the start of its value. */
function colon(json: Uint8Array, at: number): number {
  const next = blank(json, at);
  if (json[next] !== COLON) throw new NotJson(next);
  return blank(json, next + 1);
}

/** The end of the string at `at`, after its closing quote. */
function string(json: Uint8Array, at: number): number {
  if (json[at] !== QUOTE) throw new NotJson(at);
  for (let next = at + 1; next < json.length; next++) {
    const byte = json[next] as number;
    if (byte === QUOTE) return next + 1;
    if (byte < 0x20) throw new NotJson(next);
    if (byte === BACKSLASH) next = escaped(json, next + 1);
  }
  throw new NotJson(json.length);
}

/** The last byte of the escape whose letter is at `at`. */
function escaped(json: Uint8Array, at: number): number {
  const letter = String.fromCharCode(json[at] ?? 0);
  if ('"\\/bfnrt'.includes(letter)) return at;
  if (letter !== "u" || !/^[0-9a-f]{4}$/i.test(ascii(json, at + 1, at + 5))) throw new NotJson(at);
  return at + 4;
}

/** The end of the number, true, false or null at `at`. */
function scalar(json: Uint8Array, at: number): number {
  switch (json[at]) {
    case 0x74:
      return word(json, at, TRUE);
    case 0x66:
      return word(json, at, FALSE);
    case 0x6e:
      return word(json, at, NULL);
    default:
      return number(json, at);
  }
}

function word(json: Uint8Array, at: number, letters: Uint8Array): number {
  for (let index = 0; index < letters.length; index++) {
    if (json[at + index] !== letters[index]) throw new NotJson(at);
  }
  return at + letters.length;
}

function number(json: Uint8Array, at: number): number {
  let next = json[at] === MINUS ? at + 1 : at;
  next = json[next] === ZERO ? next + 1 : digits(json, next);
  if (json[next] === POINT) next = digits(json, next + 1);
  if (json[next] === 0x65 || json[next] === 0x45) {
    const signed = json[next + 1] === MINUS || json[next + 1] === PLUS;
    next = digits(json, next + (signed ? 2 : 1));
  }
  return next;
}

/** The end of the digits at `at`, at least one. */
function digits(json: Uint8Array, at: number): number {
  let next = at;
  while ((json[next] as number) >= ZERO && (json[next] as number) <= NINE) next++;
  if (next === at) throw new NotJson(at);
  return next;
}

function ascii(json: Uint8Array, start: number, end: number): string {
  return Buffer.from(json.subarray(start, end)).toString("latin1");
}
