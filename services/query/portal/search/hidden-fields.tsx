import type { Locale } from "../frame/language.ts";
import { type Asked, soughtParameters } from "./asked.ts";

/** The rest of a search, in a form that changes a part of it. The results begin with their first page. */
export function HiddenFields({ search, locale }: { search: Asked; locale: Locale }) {
  const fields = [
    ...soughtParameters(search),
    ...(search.sort === undefined ? [] : [["sort", search.sort] as const]),
    ...(locale.named === undefined ? [] : [["lang", locale.named] as const]),
  ];
  return (
    <>
      {fields.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
