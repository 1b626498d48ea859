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

/**
 * What to find in a value. `{ record: { facility: {} } }` finds the member `record` and, inside it, `facility`; in
 * `{ names: [{ title: {} }] }`, `title` is found in each element of the array `names`.
 */
export type Wanted = WantedMembers | readonly [WantedMembers];

interface WantedMembers {
  readonly [member: string]: Wanted;
}

/**
 * Spans by path, members joined by dots: `record`, `record.facility`. A path through an array, `names.title`, has a span
 * for each element with the member. Members that do not exist have none.
 */
export type Spans = ReadonlyMap<string, readonly Span[]>;

interface Member {
  readonly path: string;
  readonly name: Uint8Array;
  readonly isInElements: boolean;
  readonly members: readonly Member[];
}

/**
 * A function that finds the members in JSON texts. As in JSON.parse, the last of several members of one name counts. It
 * throws NotJson.
 */
export function spanFinder(wanted: WantedMembers): (json: Uint8Array) => Spans {
  const members = compile(wanted, "");
  return (json) => {
    const found: Found = new Map();
    const end = afterSpace(json, locate(json, afterSpace(json, 0), members, found));
    if (end !== json.length) throw new NotJson(end);
    return found;
  };
}

function compile(wanted: WantedMembers, prefix: string): Member[] {
  return Object.entries(wanted).map(([name, inner]) => {
    const path = prefix + name;
    const [isInElements, members] = isElements(inner) ? [true, inner[0]] : [false, inner];
    return { path, name: Buffer.from(name), isInElements, members: compile(members, `${path}.`) };
  });
}

const isElements = (wanted: Wanted): wanted is readonly [WantedMembers] => Array.isArray(wanted);

type Found = Map<string, Span[]>;

/** Finds the members of the object at `at`. Returns the offset after the value, of whatever kind it is. */
function locate(json: Uint8Array, at: number, members: readonly Member[], found: Found): number {
  if (members.length === 0 || json[at] !== Byte.openObject) return checkedValue(json, at);
  let next = afterSpace(json, at + 1);
  if (json[next] === Byte.closeObject) return next + 1;
  for (;;) {
    const nameEnd = checkedString(json, next);
    const member = matching(json, next + 1, nameEnd - 1, members);
    const start = checkedColon(json, nameEnd);
    if (member) {
      forget(member, at, found);
      next = locateIn(member, json, start, found);
      const spans = found.get(member.path);
      if (spans) spans.push({ start, end: next });
      else found.set(member.path, [{ start, end: next }]);
    } else {
      next = checkedValue(json, start);
    }
    next = afterSpace(json, next);
    if (json[next] === Byte.closeObject) return next + 1;
    if (json[next] !== Byte.comma) throw new NotJson(next);
    next = afterSpace(json, next + 1);
  }
}

/** Finds what is wanted in a member's value. */
function locateIn({ isInElements, members }: Member, json: Uint8Array, at: number, found: Found): number {
  if (!isInElements) return locate(json, at, members, found);
  if (json[at] !== Byte.openArray) return checkedValue(json, at);
  let next = afterSpace(json, at + 1);
  if (json[next] === Byte.closeArray) return next + 1;
  for (;;) {
    next = afterSpace(json, locate(json, next, members, found));
    if (json[next] === Byte.closeArray) return next + 1;
    if (json[next] !== Byte.comma) throw new NotJson(next);
    next = afterSpace(json, next + 1);
  }
}

/** Drops spans found in an earlier member of the same name, in the object that begins at `from`. */
function forget(member: Member, from: number, found: Found): void {
  const spans = found.get(member.path) ?? [];
  const kept = spans.findLastIndex(({ start }) => start < from) + 1;
  if (kept === spans.length) return;
  spans.length = kept;
  for (const inner of member.members) forget(inner, from, found);
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
