import { listFacilities } from "../../../../contracts/routes/facilities.ts";
import { FACILITY_PAGE_SIZE, facilityPoints } from "../../../../contracts/routes/portal/facilities.ts";
import { spellings } from "../../dataset/folded.ts";
import { lineOf, shortened } from "../../dataset/text.ts";
import type { FacilitySummary } from "../../facilities/facility-summary.ts";
import { ApiCall, type ApiRead } from "../components/api-call.tsx";
import { extentText } from "../components/extent-text.ts";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { PointMap } from "../components/map.tsx";
import { Pager } from "../components/pager.tsx";
import { COPY_ISLAND } from "../components/snippet.tsx";
import { Provided } from "../components/text.tsx";
import { WideTable } from "../components/wide-table.tsx";
import type { Locale } from "../frame/language.ts";
import type { PortalPage } from "../frame/layout.tsx";
import { facilityPath, pointOf } from "./point.ts";

const PATH = "/facilities";
/** Facilities that are found and stand in the page for the map; all have an address. */
const MAX_POINTS = 300;
/** UTF-16 units of the identifiers that a command names. */
const MAX_FILTER_LENGTH = 1_000;
/** UTF-16 units of what is looked for; no shown text is longer. */
const MAX_SOUGHT_LENGTH = 200;

/** The part of the list that a reader wants. */
export interface AskedList {
  readonly q: string | undefined;
  readonly page: number;
}

/** A map of all facilities, or of those that are found, and a table of them. */
export function facilitiesPage(
  all: readonly FacilitySummary[],
  { q = "", page: askedPage }: AskedList,
  locale: Locale,
  publicUrl: string,
): PortalPage {
  const { facilities: texts } = locale.texts;
  const sought = shortened(lineOf(q) ?? "", MAX_SOUGHT_LENGTH);
  const found = sought === "" ? all : foundIn(all, sought);
  const pages = Math.max(1, Math.ceil(found.length / FACILITY_PAGE_SIZE));
  const page = Math.min(Math.max(1, askedPage), pages);
  const shown = found.slice((page - 1) * FACILITY_PAGE_SIZE, page * FACILITY_PAGE_SIZE);
  const path = pathOf(sought, page);
  const read = readOf(sought === "" ? undefined : found);
  return {
    title: titleOf(sought, page, locale),
    description: texts.description,
    canonical: publicUrl + path,
    section: "facilities",
    isUnlisted: sought !== "",
    alternates: [
      { type: "application/json", address: publicUrl + listFacilities.path },
      { type: "application/geo+json", address: publicUrl + facilityPoints.path },
    ],
    islands: ["map.ts", COPY_ISLAND],
    main: (
      <>
        <h1>{texts.section}</h1>
        <search>
          <form class="fields" action={PATH} method="get">
            <label>
              {texts.sought}
              <input type="search" name="q" value={sought} maxLength={MAX_SOUGHT_LENGTH} />
            </label>
            <HiddenFields locale={locale} />
            <button type="submit">{texts.find}</button>
          </form>
        </search>
        <p>
          {texts.count(found.length, locale.number(found.length))}
          {sought !== "" && (
            <>
              {" · "}
              <a href={locale.href(PATH)}>{texts.showAll}</a>
            </>
          )}
        </p>
        {found.length === 0 ? (
          <p>{sought === "" ? texts.none : texts.noneFound(sought)}</p>
        ) : (
          <>
            <PointMap
              title={texts.map}
              points={
                sought === ""
                  ? `${facilityPoints.path}?lang=${locale.language}`
                  : found.slice(0, MAX_POINTS).flatMap((each) => pointOf(each, locale))
              }
              locale={locale}
            >
              {sought !== "" && found.length > MAX_POINTS && texts.onMap(locale.number(MAX_POINTS))}
            </PointMap>
            <FacilityTable facilities={shown} locale={locale} />
            <Pager page={page} last={pages} pathOf={(each) => pathOf(sought, each)} locale={locale} />
          </>
        )}
        <ApiCall reads={[read]} publicUrl={publicUrl} locale={locale}>
          {sought !== "" && (read.filter === undefined ? texts.wholeCall : texts.filteredCall)}
        </ApiCall>
      </>
    ),
  };
}

function titleOf(sought: string, page: number, { texts, number }: Locale): string {
  const parts = [sought, texts.facilities.section, page === 1 ? "" : texts.pager.page(number(page))];
  return parts.filter(Boolean).join(" · ");
}

/** The facilities that have the text, in the likeliest of its spellings with which any is found. */
function foundIn(all: readonly FacilitySummary[], sought: string): readonly FacilitySummary[] {
  for (const form of spellings(sought)) {
    const found = all.filter(({ searched }) => searched.includes(form));
    if (found.length > 0) return found;
  }
  return [];
}

/** All facilities for programs, and which of them are found: the API has no search for facilities. */
function readOf(found: readonly FacilitySummary[] | undefined): ApiRead {
  const read = { route: listFacilities, target: listFacilities.path };
  const identifiers = found?.map(({ identifier }) => JSON.stringify(identifier)).join(", ") ?? "";
  if (identifiers === "" || identifiers.length > MAX_FILTER_LENGTH) return read;
  return { ...read, filter: `[.[] | select(.identifier | IN(${identifiers}))]` };
}

function pathOf(sought: string, page: number): string {
  const query = new URLSearchParams({ ...(sought !== "" && { q: sought }), ...(page > 1 && { page: String(page) }) });
  return query.size === 0 ? PATH : `${PATH}?${query}`;
}

function FacilityTable({ facilities, locale }: { facilities: readonly FacilitySummary[]; locale: Locale }) {
  const { facilities: texts } = locale.texts;
  return (
    <WideTable label={texts.section}>
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col">{texts.identifier}</th>
          <th scope="col">{texts.country}</th>
          <th scope="col">{texts.type}</th>
          <th scope="col">{texts.position}</th>
        </tr>
      </thead>
      <tbody>
        {facilities.map(({ identifier, slug, name, country, types, extent }) => (
          <tr key={slug} data-point={slug}>
            <th scope="row">
              <a href={locale.href(facilityPath(slug))}>
                <Provided text={name} />
              </a>
            </th>
            <td>
              <Provided text={shortened(identifier, 100)} />
            </td>
            <td>
              <Provided text={country === undefined ? "" : locale.country(country)} />
            </td>
            <td class="words">
              <Provided text={types.join(", ")} />
            </td>
            <td class="words">{extent !== undefined && extentText(extent, locale)}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}
