import type { Locale } from "../frame/language.ts";

/** Full-text search in the catalogue. */
export function SearchBox({ locale }: { locale: Locale }) {
  const { texts, named } = locale;
  return (
    <search>
      <form class="fields" action="/search">
        <label>
          {texts.start.search}
          <input type="search" name="q" maxLength={300} />
        </label>
        {named !== undefined && <input type="hidden" name="lang" value={named} />}
        <button type="submit">{texts.start.find}</button>
      </form>
    </search>
  );
}
