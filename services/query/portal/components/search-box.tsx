import { MAX_WORDS_LENGTH } from "../../../../contracts/routes/portal/search.ts";
import type { Locale } from "../frame/language.ts";
import { HiddenFields } from "./hidden-fields.tsx";

/** Full-text search in the catalogue. */
export function SearchBox({ locale }: { locale: Locale }) {
  const { texts } = locale;
  return (
    <search>
      <form class="fields" action="/search">
        <label>
          {texts.start.search}
          <input type="search" name="q" maxLength={MAX_WORDS_LENGTH} />
        </label>
        <HiddenFields locale={locale} />
        <button type="submit">{texts.start.find}</button>
      </form>
    </search>
  );
}
