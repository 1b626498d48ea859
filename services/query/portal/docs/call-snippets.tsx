import type { Locale } from "../frame/language.ts";
import { CALL_LANGUAGES, CALLS, type Call } from "./calls.ts";

/** The call in each language. `level`: that of the headings. */
export function Calls({ call, base, locale, level }: { call: Call; base: string; locale: Locale; level: 3 | 4 }) {
  const Heading = `h${level}` as const;
  return (
    <div class="calls">
      {CALL_LANGUAGES.map((language) => (
        <div key={language}>
          <Heading>{language}</Heading>
          <pre tabindex={0} data-copy={locale.texts.copy} data-copied={locale.texts.copied}>
            <code>{CALLS[language](call, base)}</code>
          </pre>
        </div>
      ))}
    </div>
  );
}
