import type { z } from "zod";

/**
 * C0, DEL and C1, which terminals obey; separators of lines and paragraphs, which break lists; and characters that change
 * the direction of text, which can make one name look like another.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

const code = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, "0");

/** The code point of the first character that a name for people must not have, such as `U+202E`; undefined without one. */
export function unprintableIn(text: string): string | undefined {
  const [found] = text.match(UNPRINTABLE) ?? [];
  return found && `U+${code(found).toUpperCase()}`;
}

/** The text with unprintable characters as JSON escapes, for names that were stored before the rule. */
export function escaped(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u${code(character)}`);
}

/** The schema for a name that people read. It is for input only: names that were stored before the rule stay readable. */
export function printable<Schema extends z.ZodType<string>>(schema: Schema): Schema {
  return schema.refine((text) => unprintableIn(text) === undefined, {
    error: ({ input }) =>
      `must have no control characters and none that change the direction of text; it has ${unprintableIn(String(input))}`,
  });
}
