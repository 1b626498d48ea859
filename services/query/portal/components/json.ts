import { gzipSync } from "node:zlib";

/** A value as JSON has it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/** A value with the part of it that a page has room for. */
export interface Fitting {
  readonly value: Json;
  /** Characters and values that had no room. */
  readonly left: number;
}

export interface Room {
  readonly values: number;
  /** Of texts, names and numbers. */
  readonly characters: number;
}

/** Characters of one text, so that others find room beside a long one. */
const MAX_TEXT_LENGTH = 5_000;

/** The beginning of a value: at most so many values, and characters of its texts, names and numbers. */
export function beginningOf(value: Json, room: Room): Fitting {
  let { values, characters } = room;
  let left = 0;
  const text = (whole: string): string => {
    const length = Math.min(characters, MAX_TEXT_LENGTH);
    if (whole.length <= length) {
      characters -= whole.length;
      return whole;
    }
    const shown = whole.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
    left += whole.length - shown.length;
    characters -= length;
    return `${shown}…`;
  };
  const hasRoom = (): boolean => {
    if (values > 0 && characters > 0) {
      values--;
      return true;
    }
    left++;
    return false;
  };
  const beginning = (part: Json): Json => {
    if (typeof part === "string") return text(part);
    if (typeof part === "number") characters -= Math.min(characters, String(part).length);
    if (part === null || typeof part !== "object") return part;
    if (isList(part)) return part.flatMap((item) => (hasRoom() ? [beginning(item)] : []));
    const members = Object.entries(part).flatMap(([name, member]) =>
      hasRoom() ? [[text(name), beginning(member)] as const] : [],
    );
    return Object.fromEntries(members);
  };
  return { value: beginning(value), left };
}

/** The beginning of a value that takes at most so many bytes on the wire: texts compress well or badly. */
export function beginningOnWire(value: Json, room: Room, maxBytes: number): Fitting {
  for (let { values, characters } = room; ; values = Math.ceil(values / 2), characters = Math.ceil(characters / 2)) {
    const beginning = beginningOf(value, { values, characters });
    const json = JSON.stringify(beginning.value);
    if (characters <= maxBytes / 8 || json.length <= maxBytes / 4 || gzipSync(json).length <= maxBytes)
      return beginning;
  }
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
