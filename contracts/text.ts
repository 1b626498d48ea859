import { z } from "zod";

/** The longest `_id` of Elasticsearch, in bytes of UTF-8. */
const IDENTIFIER_BYTES = 512;

const bytes = new TextEncoder();

/** A non-empty string of at most 512 bytes in UTF-8: it serves as the key of a view and of an index. */
export const Key = z
  .string()
  .min(1, "must not be empty")
  .refine((text) => text.length <= IDENTIFIER_BYTES && bytes.encode(text).length <= IDENTIFIER_BYTES, {
    message: `must have at most ${IDENTIFIER_BYTES} bytes in UTF-8`,
  })
  .meta({ minLength: 1, maxLength: IDENTIFIER_BYTES });

/** An optional member may be missing or null; both count as absent. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish();

export const optionalText = optional(z.string());

/** A name, such as that of a station. It is trimmed: readers ask by name and do not see surrounding space. */
export const Name = z.string().trim().min(1, "must not be empty").max(200, "must have at most 200 characters");

/** The names that a filter's value stands for. Names may contain commas: a value that is no known name is a list of names. */
export function namesIn(value: string, isKnown: (value: string) => boolean): readonly string[] {
  return isKnown(value) ? [value] : value.split(",").map((name) => name.trim());
}

/** The form in which names are compared: case and the composition of accents make no difference. */
export function foldName(name: string): string {
  return name.trim().normalize("NFC").toLowerCase();
}
