import type { z } from "zod";

/**
 * C0, DEL and C1, which terminals obey; separators of lines and paragraphs, which break lists; and characters that change
 * the direction of text, with which one name looks like another.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

const code = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, "0");

/** The code point of the first character that a name for people must not have, such as `U+202E`; undefined without one. */
export function unprintableIn(text: string): string | undefined {
  const [found] = text.match(UNPRINTABLE) ?? [];
  return found && `U+${code(found).toUpperCase()}`;
}

/** The text with such characters as escapes of JSON, for names that were stored before the rule. */
export function escaped(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u${code(character)}`);
}

/**
 * The schema for a name that people read. For what is sent alone: names that were stored before the rule stay readable.
 */
export function printable<Schema extends z.ZodType<string>>(schema: Schema): Schema {
  return schema.refine((text) => unprintableIn(text) === undefined, {
    error: ({ input }) =>
      `must have no control characters and none that change the direction of text; it has ${unprintableIn(String(input))}`,
  });
}
