import { CALL_LANGUAGES, CALLS, type Call } from "../components/calls.ts";
import { Snippet } from "../components/snippet.tsx";
import type { Locale } from "../frame/language.ts";

/** The call in each language. `level`: that of the headings. */
export function Calls({ call, base, locale, level }: { call: Call; base: string; locale: Locale; level: 3 | 4 }) {
  const Heading = `h${level}` as const;
  return (
    <div class="calls">
      {CALL_LANGUAGES.map((language) => (
        <div key={language}>
          <Heading>{language}</Heading>
          <Snippet
            label={`${language}: ${call.method} ${call.target}`}
            code={CALLS[language](call, base)}
            locale={locale}
          />
        </div>
      ))}
    </div>
  );
}
