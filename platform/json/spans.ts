import { afterSpace, Byte, checkedColon, checkedString, checkedValue, NotJson } from "./scanner.ts";

/**
 * Finds the places of chosen members in a JSON text, so that they can be cut out or replaced without parsing the rest.
 * Checks that the whole text is JSON.
 */

/** From the first byte of a value to the one after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The members to find: `{ record: { facility: {} } }` finds `record` and, inside it, `facility`. */
export interface Wanted {
  readonly [member: string]: Wanted;
}

/** Spans by path, members joined by dots: `record`, `record.facility`. Members that do not exist are absent. */
export type Spans = ReadonlyMap<string, Span>;

interface Member {
  readonly path: string;
  readonly name: Uint8Array;
  readonly members: readonly Member[];
}

/**
 * A function that finds the members in JSON texts. As in JSON.parse, the last of several members of one name counts. It
 * throws NotJson.
 */
export function spanFinder(wanted: Wanted): (json: Uint8Array) => Spans {
  const members = compile(wanted, "");
  return (json) => {
    const found = new Map<string, Span>();
    const end = afterSpace(json, locate(json, afterSpace(json, 0), members, found));
    if (end !== json.length) throw new NotJson(end);
    return found;
  };
}

function compile(wanted: Wanted, prefix: string): Member[] {
  return Object.entries(wanted).map(([name, inner]) => {
    const path = prefix + name;
    return { path, name: Buffer.from(name), members: compile(inner, `${path}.`) };
  });
}

function locate(json: Uint8Array, at: number, members: readonly Member[], found: Map<string, Span>): number {
  if (members.length === 0 || json[at] !== Byte.openObject) return checkedValue(json, at);
  let next = afterSpace(json, at + 1);
  if (json[next] === Byte.closeObject) return next + 1;
  for (;;) {
    const nameEnd = checkedString(json, next);
    const member = matching(json, next + 1, nameEnd - 1, members);
    const start = checkedColon(json, nameEnd);
    if (member) {
      forget(member, found);
      next = locate(json, start, member.members, found);
      found.set(member.path, { start, end: next });
    } else {
      next = checkedValue(json, start);
    }
    next = afterSpace(json, next);
    if (json[next] === Byte.closeObject) return next + 1;
    if (json[next] !== Byte.comma) throw new NotJson(next);
    next = afterSpace(json, next + 1);
  }
}

/** Drops spans found in an earlier member of the same name. */
function forget(member: Member, found: Map<string, Span>): void {
  if (!found.delete(member.path)) return;
  for (const inner of member.members) forget(inner, found);
}

function matching(json: Uint8Array, start: number, end: number, members: readonly Member[]): Member | undefined {
  for (const member of members) if (isAt(json, start, end, member.name)) return member;
  for (let at = start; at < end; at++)
    if (json[at] === Byte.backslash) return matchingUnescaped(json, start, end, members);
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
  const unescaped = Buffer.from(String(JSON.parse(`"${name.toString()}"`)));
  return members.find((member) => unescaped.equals(member.name));
}
