import type { Locale } from "../frame/language.ts";

interface Pages {
  readonly page: number;
  readonly last: number;
  /** The path of a page by its number. */
  readonly pathOf: (page: number) => string;
}

/** Links to the other pages of a list: its first, its last, and those around this one. */
export function Pager({ page, last, pathOf, locale }: Pages & { locale: Locale }) {
  if (last <= 1) return null;
  const { href, number } = locale;
  const texts = locale.texts.pager;
  const shown = [...new Set([1, page - 1, page, page + 1, last])].filter((each) => each >= 1 && each <= last);
  return (
    <nav aria-label={texts.pages} class="pager">
      <ul class="line">
        {page > 1 && (
          <li>
            <a href={href(pathOf(Math.min(page - 1, last)))} rel="prev">
              {texts.previous}
            </a>
          </li>
        )}
        {shown.map((each, index) => (
          <li key={each}>
            {each > (shown[index - 1] ?? 0) + 1 && <span class="quiet">… </span>}
            <a
              href={href(pathOf(each))}
              aria-current={each === page ? "page" : undefined}
              aria-label={texts.page(number(each))}
            >
              {number(each)}
            </a>
          </li>
        ))}
        {page < last && (
          <li>
            <a href={href(pathOf(page + 1))} rel="next">
              {texts.next}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
