import type { Locale } from "../frame/language.ts";

/** What a form keeps of the page's address: these parameters, and the language where the address names it. */
export function HiddenFields({
  fields = [],
  locale: { named },
}: {
  fields?: readonly (readonly [name: string, value: string])[];
  locale: Locale;
}) {
  return (
    <>
      {[...fields, ...(named === undefined ? [] : [["lang", named] as const])].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
