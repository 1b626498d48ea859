import { MAX_DATE_TEXT_LENGTH } from "../../../../contracts/search-limits.ts";

/**
 * Part of a pattern: a text, a field, or where something begins or ends that may be left out. The form of a field is a sticky
 * expression that takes as much as it can.
 */
export type Part<Field extends { readonly form: RegExp }> =
  | { readonly literal: string }
  | Field
  | { readonly optional: "open" | "close" };

export interface FoundField<Field> {
  readonly part: Field;
  readonly text: string;
}

let tried = 0;

/** How often a part of any pattern was tried at a place of a text, or up to one, since the process began. */
export function placesTried(): number {
  return tried;
}

/**
 * Finds the fields of a text that is written as the parts say: each as long as possible, what is optional there if
 * possible; undefined when the text is not. Readers write the patterns, and the same pattern as one regular expression
 * may take time that doubles with each of its parts. Here each part is tried at each place once.
 */
export function matchedBy<Field extends { readonly form: RegExp }>(
  parts: readonly Part<Field>[],
): (text: string) => FoundField<Field>[] | undefined {
  const ends = endsOfOptionals(parts);
  return (text) => {
    if (text.length > MAX_DATE_TEXT_LENGTH) return undefined;
    const found: FoundField<Field>[] = [];
    const failed = new Uint8Array(parts.length * (text.length + 1));
    const matches = (index: number, at: number): boolean => {
      const part = parts[index];
      if (part === undefined) return at === text.length;
      tried++;
      const place = index * (text.length + 1) + at;
      if (failed[place] === 1) return false;
      if (matchesPart(part, index, at)) return true;
      failed[place] = 1;
      return false;
    };
    const matchesPart = (part: Part<Field>, index: number, at: number): boolean => {
      if ("literal" in part) return text.startsWith(part.literal, at) && matches(index + 1, at + part.literal.length);
      if ("form" in part) return matchesField(part, index, at);
      return matches(index + 1, at) || (part.optional === "open" && matches((ends[index] ?? index) + 1, at));
    };
    const matchesField = (part: Field, index: number, at: number): boolean => {
      const longest = endOf(part.form, text, at);
      for (let end = longest; end > at; end--) {
        tried++;
        const own = text.slice(at, end);
        if (end < longest && endOf(part.form, own, 0) < own.length) continue;
        found.push({ part, text: own });
        if (matches(index + 1, end)) return true;
        found.pop();
      }
      return false;
    };
    return matches(0, 0) ? found : undefined;
  };
}

/** Where a text that has the form ends; -1 where none begins. */
function endOf(form: RegExp, text: string, at: number): number {
  form.lastIndex = at;
  return form.test(text) ? form.lastIndex : -1;
}

/** Where each optional part ends, by where it begins. */
function endsOfOptionals(parts: readonly Part<{ readonly form: RegExp }>[]): readonly number[] {
  const ends: number[] = [];
  const open: number[] = [];
  for (const [index, part] of parts.entries()) {
    if (!("optional" in part)) continue;
    if (part.optional === "open") open.push(index);
    else ends[open.pop() ?? index] = index;
  }
  return ends;
}
