import { z } from "zod";

const MIN_CHARACTERS = 12;
export const MAX_PASSWORD_BYTES = 1024;

const bytes = new TextEncoder();

/** The form in which passwords are hashed and compared: keyboards send an accented letter as one character or as two. */
export function passwordForm(password: string): string {
  return password.normalize("NFC");
}

/** A new password from any source, limited to what a login can send. Its parsed form is `passwordForm`. */
export const NewPassword = z
  .string()
  .overwrite(passwordForm)
  .min(MIN_CHARACTERS, `must have at least ${MIN_CHARACTERS} characters`)
  .refine((text) => text.length <= MAX_PASSWORD_BYTES && bytes.encode(text).length <= MAX_PASSWORD_BYTES, {
    error: `must have at most ${MAX_PASSWORD_BYTES} bytes`,
  })
  .refine((text) => !/\p{Cc}/u.test(text), "must have no control characters")
  // A decoder has put U+FFFD in place of bytes that are not UTF-8.
  .refine((text) => !/[\p{Surrogate}\ufffd]/u.test(text), "must be UTF-8");
