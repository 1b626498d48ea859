import { MAX_DATE_TEXT_LENGTH } from "../../../../contracts/search-limits.ts";

/** Part of a pattern: a text, a field in one of several forms, or where something begins or ends that may be left out. */
export type Part<Field extends { readonly form: RegExp }> =
  | { readonly literal: string }
  | Field
  | { readonly optional: "open" | "close" };

export interface FoundField<Field> {
  readonly part: Field;
  readonly text: string;
}

/** Characters that one field of a text has, at most. */
const MAX_FIELD_LENGTH = 64;

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
    const failed = new Set<number>();
    const matches = (index: number, at: number): boolean => {
      const part = parts[index];
      if (part === undefined) return at === text.length;
      const place = index * (MAX_DATE_TEXT_LENGTH + 1) + at;
      if (failed.has(place)) return false;
      if (matchesPart(part, index, at)) return true;
      failed.add(place);
      return false;
    };
    const matchesPart = (part: Part<Field>, index: number, at: number): boolean => {
      if ("literal" in part) return text.startsWith(part.literal, at) && matches(index + 1, at + part.literal.length);
      if ("form" in part) return matchesField(part, index, at);
      return matches(index + 1, at) || (part.optional === "open" && matches((ends.get(index) ?? index) + 1, at));
    };
    const matchesField = (part: Field, index: number, at: number): boolean => {
      for (let end = Math.min(text.length, at + MAX_FIELD_LENGTH); end > at; end--) {
        const own = text.slice(at, end);
        if (!part.form.test(own)) continue;
        found.push({ part, text: own });
        if (matches(index + 1, end)) return true;
        found.pop();
      }
      return false;
    };
    return matches(0, 0) ? found : undefined;
  };
}

/** Where each optional part ends, by where it begins. */
function endsOfOptionals(parts: readonly Part<{ readonly form: RegExp }>[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const [index, part] of parts.entries()) {
    if (!("optional" in part)) continue;
    if (part.optional === "open") open.push(index);
    else ends.set(open.pop() ?? index, index);
  }
  return ends;
}
