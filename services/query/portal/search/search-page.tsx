import { MAX_WORDS_LENGTH, SEARCH_PAGE_SIZE, type SearchSort } from "../../../../contracts/routes/portal/search.ts";
import { searchByBody } from "../../../../contracts/routes/search.ts";
import { ApiCall, type ApiRead } from "../components/api-call.tsx";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { Pager } from "../components/pager.tsx";
import { COPY_ISLAND } from "../components/snippet.tsx";
import type { Locale } from "../frame/language.ts";
import type { PortalPage } from "../frame/layout.tsx";
import {
  type Asked,
  boxText,
  keptParameters,
  partsOf,
  pathOf,
  searchPath,
  soughtParameters,
  toggled,
  without,
} from "./asked.ts";
import { ANY_WORD, searchForPrograms, sortOf } from "./body.ts";
import type { PlaceOf } from "./facility-map.tsx";
import { FilterLabel, Filters, type LabelOf } from "./filters.tsx";
import type { Fewer, Found, Others } from "./found.ts";
import { NamedLinks } from "./named-links.tsx";
import type { NamedThings } from "./named-things.ts";
import { Results } from "./results.tsx";

/** A search with what it has found. */
export interface SearchShown {
  readonly asked: Asked;
  readonly found: Found;
  /** Where little is found: ways to find more. */
  readonly others: Others;
  /** What is called like the words. */
  readonly named: NamedThings | undefined;
  readonly labelOf: LabelOf;
  readonly placeOf: PlaceOf;
  readonly publicUrl: string;
  /** The last page that is shown of any search. */
  readonly maxPages: number;
}

/** Results of a search with what narrows it down. */
export function searchPage(shown: SearchShown, locale: Locale): PortalPage {
  const { asked, found, publicUrl } = shown;
  const { texts, number } = locale;
  const isWhole = searchPath(asked) === "/search";
  const source = JSON.stringify(searchForPrograms(asked));
  return {
    title: titleOf(asked, locale),
    description: isWhole ? texts.search.description : texts.search.datasets(found.total, number(found.total)),
    canonical: `${publicUrl}${searchPath({ ...asked, facet: undefined })}`,
    section: "search",
    alternates: [
      { type: "application/json", address: `${publicUrl}${pathOf("/api/metadata/search", [["source", source]])}` },
      { type: "application/atom+xml", address: `${publicUrl}${feedPath(asked)}`, title: texts.search.follow },
    ],
    isUnlisted: !isWhole,
    islands: ["search-as-you-type.ts", "map.ts", COPY_ISLAND],
    main: <Main {...shown} locale={locale} />,
  };
}

function titleOf({ q, page }: Asked, { texts, number }: Locale): string {
  const title = q === undefined ? texts.search.title : texts.search.titleOf(q);
  return page === 1 ? title : `${title} · ${texts.pager.page(number(page))}`;
}

type Shown = SearchShown & { readonly locale: Locale };

/** The same search for programs. */
const readOf = (asked: Asked): ApiRead => ({
  route: searchByBody,
  target: searchByBody.path,
  body: { search: searchForPrograms(asked) },
});

const feedPath = (asked: Asked): string => pathOf("/feeds/search.atom", soughtParameters(asked));

function Main(shown: Shown) {
  const { asked, found, named, labelOf, placeOf, publicUrl, locale } = shown;
  const texts = locale.texts.search;
  return (
    <>
      <h1>{texts.title}</h1>
      <SearchForm asked={asked} locale={locale} />
      <p class="visually-hidden" role="status" id="announced" />
      <div class="search" id="found">
        <section aria-labelledby="count">
          {named && <NamedLinks named={named} locale={locale} />}
          <h2 id="count">{texts.datasets(found.total, locale.number(found.total))}</h2>
          <Chosen {...shown} />
          <DidYouMean {...shown} />
          {found.total > 0 && <SortLinks asked={asked} locale={locale} />}
          <FoundResults {...shown} />
          <ul class="line">
            <li>
              <a href={feedPath(asked)}>{texts.follow}</a>
            </li>
          </ul>
          <ApiCall reads={[readOf(asked)]} publicUrl={publicUrl} locale={locale} />
        </section>
        <section aria-labelledby="filters">
          <h2 id="filters">{texts.narrow}</h2>
          <Filters asked={asked} found={found} labelOf={labelOf} placeOf={placeOf} locale={locale} />
        </section>
      </div>
    </>
  );
}

function SearchForm({ asked, locale }: { asked: Asked; locale: Locale }) {
  const texts = locale.texts.search;
  return (
    <search>
      <form action="/search" class="fields" data-search>
        <label>
          {texts.words}
          <input type="search" name="q" value={asked.q} maxlength={MAX_WORDS_LENGTH} />
        </label>
        <HiddenFields fields={keptParameters(without(asked, "q"))} locale={locale} />
        <button type="submit">{texts.submit}</button>
        <a class="to-filters" href="#filters">
          {texts.narrow}
        </a>
      </form>
    </search>
  );
}

/** What was chosen, each with a link to the search without it. */
function Chosen({ asked, labelOf, locale }: Shown) {
  const texts = locale.texts.search;
  const parts = partsOf(asked).flatMap((part) => {
    if (part === "q" || part === "period" || part === "bbox") {
      const label = part === "q" ? (asked.q ?? "") : part === "bbox" ? boxLabel(asked) : periodLabel(asked, locale);
      return [{ title: partTitle(part, locale), label, path: searchPath({ ...without(asked, part), ...FIRST_PAGE }) }];
    }
    return asked[part].map((value) => ({
      title: partTitle(part, locale),
      label: labelOf(part, value),
      path: searchPath(toggled(asked, part, value)),
    }));
  });
  if (parts.length === 0) return null;
  return (
    <ul class="line chosen" aria-label={texts.chosen}>
      {parts.map(({ title, label, path }) => (
        <li key={path}>
          <a href={locale.href(path)} rel="nofollow">
            <span class="visually-hidden">{texts.remove}: </span>
            {title}: <FilterLabel label={label} /> <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
      {parts.length > 1 && (
        <li>
          <a href={locale.href("/search")}>{texts.removeAll}</a>
        </li>
      )}
    </ul>
  );
}

const FIRST_PAGE = { page: 1, facet: undefined } as const;

function partTitle(part: ReturnType<typeof partsOf>[number], { texts }: Locale): string {
  if (part === "q") return texts.search.words;
  if (part === "period") return texts.search.period;
  return part === "bbox" ? texts.search.box : texts.search.filters[part];
}

const boxLabel = ({ bbox }: Asked): string => (bbox ? boxText(bbox).replaceAll(",", ", ") : "");

function periodLabel({ from, to }: Asked, { texts, day }: Locale): string {
  const [first, last] = [from, to].map((date) => (date === undefined ? undefined : day(`${date}T00:00:00Z`)));
  if (first === undefined) return texts.search.until(last ?? "");
  return last === undefined ? texts.search.since(first) : `${first} – ${last}`;
}

const SORTS: readonly SearchSort[] = ["relevance", "newest", "period", "title"];

function SortLinks({ asked, locale }: { asked: Asked; locale: Locale }) {
  const texts = locale.texts.search;
  const current = sortOf(asked);
  // There is no best match of no words.
  const offered = SORTS.filter((sort) => sort !== "relevance" || asked.q !== undefined);
  return (
    <ul class="line sort" aria-label={texts.order}>
      {offered.map((sort) => (
        <li key={sort}>
          <a
            href={locale.href(searchPath({ ...asked, sort, ...FIRST_PAGE }))}
            rel="nofollow"
            aria-current={sort === current ? "true" : undefined}
          >
            {texts.sorts[sort]}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A link to the same search with its misspelt words put right. */
function DidYouMean({ asked, others: { meant }, locale }: Shown) {
  if (meant === undefined) return null;
  const { texts, href, number } = locale;
  const { q, count } = meant;
  return (
    <p class="meant">
      {texts.search.didYouMean}{" "}
      <a href={href(searchPath({ ...asked, q, ...FIRST_PAGE }))} rel="nofollow">
        <bdi>{q}</bdi>
      </a>
      ? {texts.search.datasets(count, number(count))}
    </p>
  );
}

function FoundResults({ asked, found, others, maxPages, locale }: Shown) {
  const texts = locale.texts.search;
  if (found.total === 0) return <Nothing asked={asked} fewer={others.fewer} locale={locale} />;
  const pages = Math.ceil(found.total / SEARCH_PAGE_SIZE);
  const last = Math.min(pages, maxPages);
  const pagePath = (page: number) => searchPath({ ...asked, page });
  return (
    <>
      {asked.page > last ? (
        <p>{texts.noSuchPage}</p>
      ) : (
        <Results results={found.results} first={(asked.page - 1) * SEARCH_PAGE_SIZE + 1} locale={locale} />
      )}
      <Pager page={asked.page} last={last} pathOf={pagePath} locale={locale} />
      {pages > maxPages && asked.page === last && <p>{texts.narrowDown(locale.number(maxPages * SEARCH_PAGE_SIZE))}</p>}
    </>
  );
}

/** Nothing is found: what brings something back. */
function Nothing({ asked, fewer, locale }: { asked: Asked; fewer: readonly Fewer[]; locale: Locale }) {
  const { search: texts } = locale.texts;
  if (partsOf(asked).length === 0) return <p>{texts.empty}</p>;
  return (
    <>
      <p>{texts.nothing}</p>
      <ul>
        {fewer.map(({ part, count }) => (
          <li key={part}>
            <a href={locale.href(searchPath({ ...fewerAsked(asked, part), ...FIRST_PAGE }))} rel="nofollow">
              {part === ANY_WORD ? texts.withAny : texts.without(partTitle(part, locale))}
            </a>
            : {texts.datasets(count, locale.number(count))}
          </li>
        ))}
        <li>
          <a href={locale.href("/search")}>{texts.removeAll}</a>
        </li>
      </ul>
    </>
  );
}

const fewerAsked = (asked: Asked, part: Fewer["part"]): Asked =>
  part === ANY_WORD ? { ...asked, q: anyWordOf(asked.q ?? "") } : without(asked, part);

/** The words with a bar between each two, of which one is enough. */
const anyWordOf = (q: string): string => q.split(/\s+/).join("|");
