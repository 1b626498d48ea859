/** A value as JSON has it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/** A value with the part of it that a page has room for. */
export interface Fitting {
  readonly value: Json;
  /** Characters and values that had no room. */
  readonly left: number;
}

/** The beginning of a value: at most so many values, and characters of its texts and names. */
export function beginningOf(value: Json, maxValues: number, maxCharacters: number): Fitting {
  let values = maxValues;
  let characters = maxCharacters;
  let left = 0;
  const text = (whole: string): string => {
    if (whole.length <= characters) {
      characters -= whole.length;
      return whole;
    }
    const shown = whole.slice(0, characters).replace(/[\uD800-\uDBFF]$/, "");
    left += whole.length - shown.length;
    characters = 0;
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
    if (part === null || typeof part !== "object") return part;
    if (isList(part)) return part.filter(hasRoom).map(beginning);
    const members = Object.entries(part).filter(hasRoom);
    return Object.fromEntries(members.map(([name, member]) => [text(name), beginning(member)]));
  };
  return { value: beginning(value), left };
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
