import type { Locale } from "../frame/language.ts";
import type { askedFields } from "./asked.ts";

/** What a form keeps of the page's address. */
export function HiddenFields({ fields, locale }: { fields: ReturnType<typeof askedFields>; locale: Locale }) {
  const lang = new URL(locale.href("/"), "http://localhost").searchParams.get("lang");
  return (
    <>
      {[...fields, ...(lang === null ? [] : [["lang", lang] as const])].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
