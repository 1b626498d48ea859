import type { Locale } from "../frame/language.ts";

/** Pages with snippets name this island, which adds a button to copy each. */
export const COPY_ISLAND = "copy.ts";

/** The attributes by which that island finds a text to copy, and what it says. */
export const copyable = ({ texts: { copy, copied, selected } }: Locale) => ({
  "data-copy": copy,
  "data-copied": copied,
  "data-selected": selected,
});

/** A command or a program to take along. `label` names it for those who come to it by keys, and is unique on its page. */
export function Snippet({ label, code, locale }: { label: string; code: string; locale: Locale }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <pre role="group" aria-label={label} tabindex={0} {...copyable(locale)}>
      <code>{code}</code>
    </pre>
  );
}
