import { getFacility } from "../../../../contracts/routes/facilities.ts";
import type { Station } from "../../../../contracts/station.ts";
import type { FacilitySummary } from "../../facilities/facility-summary.ts";
import { ApiCall } from "../components/api-call.tsx";
import { extentText } from "../components/extent-text.ts";
import { Facts } from "../components/facts.tsx";
import { beginningOf, type Json } from "../components/json.ts";
import { PointMap } from "../components/map.tsx";
import { Members } from "../components/members.tsx";
import { Days } from "../components/period.tsx";
import { COPY_ISLAND } from "../components/snippet.tsx";
import { Provided } from "../components/text.tsx";
import { WideTable } from "../components/wide-table.tsx";
import type { Locale } from "../frame/language.ts";
import type { PortalPage } from "../frame/layout.tsx";
import type { NewestDatasets } from "./newest-datasets.ts";
import { facilityPath, pointOf } from "./point.ts";

/** What a page has room for; the JSON has all. */
const ROOM = { values: 2_000, characters: 50_000 };
const MAX_STATIONS = 100;

/** A facility with what belongs to it. */
export interface ShownFacility {
  readonly summary: FacilitySummary;
  /** Its JSON. */
  readonly document: string;
  readonly newest: NewestDatasets;
  readonly stations: readonly Station[];
}

/** One facility: where it is, its newest datasets, its stations and all of its members. */
export function facilityPage(facility: ShownFacility, locale: Locale, publicUrl: string): PortalPage {
  const { identifier, slug, name } = facility.summary;
  const api = `/api/facilities/${encodeURIComponent(identifier)}`;
  return {
    title: name,
    description: locale.texts.facilities.about(name),
    canonical: publicUrl + facilityPath(slug),
    alternates: [{ type: "application/json", address: publicUrl + api }],
    islands: ["map.ts", COPY_ISLAND],
    main: <Main facility={facility} api={api} publicUrl={publicUrl} locale={locale} />,
  };
}

interface Shown {
  readonly facility: ShownFacility;
  readonly locale: Locale;
}

function Main({ facility, api, publicUrl, locale }: Shown & { api: string; publicUrl: string }) {
  const { facilities: texts, record, shortened: shortenedText } = locale.texts;
  const { identifier, name, country, types, extent } = facility.summary;
  const { value, left } = beginningOf(JSON.parse(facility.document), ROOM);
  // The beginning of an object is one.
  const members = value as { readonly [name: string]: Json };
  return (
    <>
      <h1>
        <Provided text={name} />
      </h1>
      <Facts
        facts={[
          [texts.identifier, <Provided text={identifier} />],
          [texts.country, country && <Provided text={locale.country(country)} />],
          [texts.type, types.length === 0 ? undefined : <Provided text={types.join(", ")} />],
          [texts.position, extent && extentText(extent, locale)],
        ]}
      />
      {extent !== undefined && (
        <PointMap title={texts.facilityOnMap(name)} points={pointOf(facility.summary, locale)} locale={locale} />
      )}
      <h2 id="datasets">{texts.datasets}</h2>
      <Datasets facility={facility} locale={locale} />
      {facility.stations.length > 0 && (
        <>
          <h2 id="stations">{texts.stations}</h2>
          <Stations facility={facility} locale={locale} />
        </>
      )}
      <h2 id="metadata">{record.metadata}</h2>
      <Members members={members} locale={locale} />
      {left > 0 && <p>{shortenedText(locale.number(left))}</p>}
      <ApiCall reads={[{ route: getFacility, target: api }]} publicUrl={publicUrl} locale={locale} />
    </>
  );
}

function Datasets({ facility: { summary, newest }, locale }: Shown) {
  const { facilities: texts } = locale.texts;
  if (newest.total === 0) return <p>{texts.noDatasets}</p>;
  const search = `/search?${new URLSearchParams({ facility: summary.identifier })}`;
  return (
    <>
      <WideTable label={texts.datasets}>
        <thead>
          <tr>
            <th scope="col">{texts.title}</th>
            <th scope="col">{texts.period}</th>
          </tr>
        </thead>
        <tbody>
          {newest.datasets.map(({ slug, title, period }) => (
            <tr key={slug}>
              <th scope="row">
                <a href={locale.href(`/records/${slug}`)}>
                  <Provided text={title} />
                </a>
              </th>
              <td>{period && <Days period={period} locale={locale} />}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
      <p>
        <a href={locale.href(search)}>{texts.allDatasets(newest.total, locale.number(newest.total))}</a>
      </p>
    </>
  );
}

function Stations({ facility: { stations }, locale }: Shown) {
  const { facilities: texts } = locale.texts;
  const left = stations.length - MAX_STATIONS;
  return (
    <ul>
      {stations.slice(0, MAX_STATIONS).map(({ id, name, area }) => (
        <li key={id}>
          <a href={locale.href(`/stations/${id}`)}>
            <Provided text={name} />
          </a>{" "}
          <span class="quiet">
            <Provided text={area} />
          </span>
        </li>
      ))}
      {left > 0 && <li>{texts.more(locale.number(left))}</li>}
    </ul>
  );
}
