import type { Locale } from "../frame/language.ts";

/** Pages with snippets name this island, which adds a button to copy each. */
export const COPY_ISLAND = "copy.ts";

/** A command or a program to take along. */
export function Snippet({ code, locale }: { code: string; locale: Locale }) {
  return (
    <pre tabindex={0} data-copy={locale.texts.copy} data-copied={locale.texts.copied}>
      <code>{code}</code>
    </pre>
  );
}
