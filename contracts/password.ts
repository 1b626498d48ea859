import { z } from "zod";

const MIN_CHARACTERS = 12;
export const MAX_PASSWORD_BYTES = 1024;

const bytes = new TextEncoder();

/** The form in which passwords are hashed and compared: keyboards send an accented letter as one character or as two. */
export function passwordForm(password: string): string {
  return password.normalize("NFC");
}

/** A password that is set, wherever it comes from: one that a login can send. It comes out in its form. */
export const NewPassword = z
  .string()
  .overwrite(passwordForm)
  .min(MIN_CHARACTERS, `must have at least ${MIN_CHARACTERS} characters`)
  .refine((text) => text.length <= MAX_PASSWORD_BYTES && bytes.encode(text).length <= MAX_PASSWORD_BYTES, {
    error: `must have at most ${MAX_PASSWORD_BYTES} bytes`,
  })
  .refine((text) => !/\p{Cc}/u.test(text), "must have no control characters")
  // Where bytes that are no UTF-8 were decoded before, U+FFFD stands for them.
  .refine((text) => !/[\p{Surrogate}\ufffd]/u.test(text), "must be UTF-8");
