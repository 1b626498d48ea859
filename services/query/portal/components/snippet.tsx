import type { Locale } from "../frame/language.ts";

/** Pages with snippets name this island, which adds a button to copy each. */
export const COPY_ISLAND = "copy.ts";

/** A command or a program to take along. `label` names it for those who come to it by keys, and is unique on its page. */
export function Snippet({ label, code, locale }: { label: string; code: string; locale: Locale }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <pre role="group" aria-label={label} tabindex={0} data-copy={locale.texts.copy} data-copied={locale.texts.copied}>
      <code>{code}</code>
    </pre>
  );
}
