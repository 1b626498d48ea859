import { recordFeed } from "../../../../contracts/routes/changes.ts";
import { getDescription } from "../../../../contracts/routes/documentation.ts";
import { MAX_PLACE_LENGTH } from "../../../../contracts/routes/portal/uv.ts";
import type { Catalogue } from "../../dataset/dataset.ts";
import { jsonLdElement, schemaOrgCatalogue } from "../../dataset/schema-org.ts";
import { shortened } from "../../dataset/text.ts";
import type { FacilityPlace } from "../../facilities/facility-list.ts";
import type { MeasurementSettings } from "../../measurements/parts.ts";
import type { StationAir } from "../air/station-air.ts";
import { componentName } from "../components/component-name.ts";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { IndexBadge } from "../components/index-badge.tsx";
import { PointMap } from "../components/map.tsx";
import { MapLegend } from "../components/map-legend.tsx";
import { offsetText, PeriodText } from "../components/period-text.ts";
import { SearchBox } from "../components/search-box.tsx";
import { Provided } from "../components/text.tsx";
import { WideTable } from "../components/wide-table.tsx";
import type { Locale } from "../frame/language.ts";
import type { PortalPage } from "../frame/layout.tsx";
import { clockOf, zoneOf } from "../places/zone.ts";
import { indexText } from "../uv/formats.ts";
import type { AreaAir } from "./area-air.ts";
import { mapPoints } from "./map-points.ts";
import type { TodaysUv } from "./todays-uv.ts";

const MAX_NAME_LENGTH = 100;

/** What the page shows. */
export interface Start {
  readonly catalogue: Catalogue;
  readonly counts: { readonly datasets: number; readonly facilities: number; readonly stations: number };
  readonly areas: readonly AreaAir[];
  /** What the map shows. */
  readonly located: ReadonlyMap<string, FacilityPlace>;
  readonly stations: readonly StationAir[];
  readonly uv: TodaysUv;
  readonly settings: Pick<MeasurementSettings, "index" | "utcOffset" | "upToDateHours">;
}

/** The page that all others are reached from: what is here, the air now and the sun today. */
export function startPage(start: Start, locale: Locale): PortalPage {
  const { texts } = locale;
  const { catalogue } = start;
  return {
    title: `${texts.start.title} · ${shortened(catalogue.operator, MAX_NAME_LENGTH)}`,
    description: texts.start.description,
    canonical: catalogue.address,
    alternates: [
      { type: "application/atom+xml", address: recordFeed.path, title: texts.start.feed },
      { type: "application/json", address: getDescription.path, title: texts.start.openapi },
    ],
    islands: ["map.ts"],
    jsonLd: jsonLdElement(schemaOrgCatalogue(catalogue)),
    main: (
      <>
        <h1>{texts.start.title}</h1>
        <p>{texts.start.description}</p>
        <SearchBox locale={locale} />
        <Counts counts={start.counts} locale={locale} />
        <div class="beside">
          <Air start={start} locale={locale} />
          <Uv uv={start.uv} locale={locale} />
        </div>
        <Everywhere start={start} locale={locale} />
        <Programs locale={locale} />
      </>
    ),
  };
}

function Counts({ counts, locale }: { counts: Start["counts"]; locale: Locale }) {
  const { texts, href, number } = locale;
  const { datasets, facilities, stations } = counts;
  return (
    <ul class="line counts">
      <li>
        <a href={href("/search")}>{texts.start.datasets(datasets, number(datasets))}</a>
      </li>
      <li>
        <a href={href("/facilities")}>{texts.start.facilities(facilities, number(facilities))}</a>
      </li>
      <li>
        <a href={href("/air")}>{texts.start.stations(stations, number(stations))}</a>
      </li>
    </ul>
  );
}

/** The newest index of the largest areas. */
function Air({ start: { areas, settings }, locale }: { start: Start; locale: Locale }) {
  const { texts, href, number, region } = locale;
  const { utcOffset, upToDateHours } = settings;
  const times = new PeriodText(region, utcOffset);
  return (
    <section>
      <h2 id="air">{texts.start.air}</h2>
      {areas.every(({ worst }) => worst === undefined) ? (
        <p>{texts.start.noAir}</p>
      ) : (
        <>
          <p>{texts.start.airText(number(upToDateHours), offsetText(utcOffset))}</p>
          <WideTable label={texts.start.air}>
            <thead>
              <tr>
                <th scope="col">{texts.start.area}</th>
                <th scope="col">{texts.start.index}</th>
                <th scope="col">{texts.start.cause}</th>
              </tr>
            </thead>
            <tbody>
              {areas.map(({ area, worst }) => (
                <tr key={area}>
                  <th scope="row">
                    <a href={href(`/air?${new URLSearchParams({ area })}`)}>
                      <Provided text={shortened(area, MAX_NAME_LENGTH)} />
                    </a>
                  </th>
                  <td>
                    <IndexBadge found={worst?.worst?.found} locale={locale} />
                  </td>
                  <td>{worst?.worst && <Cause air={worst} times={times} locale={locale} />}</td>
                </tr>
              ))}
            </tbody>
          </WideTable>
        </>
      )}
      <p>
        <a href={href("/air")}>{texts.start.allAir}</a>
      </p>
    </section>
  );
}

/** The value that makes the index: of what, where and when. */
function Cause({ air: { station, worst }, times, locale }: { air: StationAir; times: PeriodText; locale: Locale }) {
  if (worst === undefined) return null;
  const { series, value } = worst;
  const { component } = series.series;
  return (
    <>
      <a href={locale.href(`/stations/${station.id}`)}>
        <Provided text={shortened(station.name, MAX_NAME_LENGTH)} />
      </a>
      {", "}
      <Provided text={shortened(componentName(component, locale), MAX_NAME_LENGTH)} />
      {`: ${locale.measured(value.value, series.unit)} `}
      <Provided text={shortened(series.unit, MAX_NAME_LENGTH)} />
      {`, ${times.hours(value.from, value.to)}`}
    </>
  );
}

/** Today's UV index at a place. */
function Uv({ uv, locale }: { uv: TodaysUv; locale: Locale }) {
  const { texts, href } = locale;
  const { place, index, time, name } = uv;
  const { latitude: lat, longitude: lon } = place;
  const clock = clockOf(zoneOf(place));
  return (
    <section aria-labelledby="uv">
      <h2 id="uv">{texts.start.uv}</h2>
      <p class="figure">
        <strong>{indexText(index, locale)}</strong> {name}
      </p>
      <p>
        {texts.start.uvHighest(place.name)} <time datetime={time}>{clock.time(Date.parse(time))}</time> ({clock.zone})
      </p>
      <p>
        <a href={href(`/uv?lat=${lat}&lon=${lon}`)}>{texts.start.uvDays(place.name)}</a>
      </p>
      <form class="fields" action="/uv">
        <label>
          {texts.start.uvPlace}
          <input name="place" maxLength={MAX_PLACE_LENGTH} />
        </label>
        <HiddenFields locale={locale} />
        <button type="submit">{texts.start.show}</button>
      </form>
    </section>
  );
}

/** Facilities and stations on a map. */
function Everywhere({ start: { counts, located, stations, settings }, locale }: { start: Start; locale: Locale }) {
  const { texts, href, number } = locale;
  const points = mapPoints(located, stations, settings, locale);
  const all = counts.facilities + counts.stations;
  if (points.length === 0) return null;
  return (
    <section class="map-part">
      <h2 id="map">{texts.start.map}</h2>
      <PointMap title={texts.start.map} points={points} instead={texts.start.mapInstead} locale={locale}>
        <MapLegend index={settings.index} plain={texts.start.facility} locale={locale} />
        {points.length < all && texts.start.onMap(number(points.length), number(all))}
      </PointMap>
      <ul class="line">
        <li>{texts.start.asTables}</li>
        <li>
          <a href={href("/facilities")}>{texts.start.allFacilities}</a>
        </li>
        <li>
          <a href={href("/air")}>{texts.start.allAir}</a>
        </li>
      </ul>
    </section>
  );
}

function Programs({ locale: { texts, href } }: { locale: Locale }) {
  return (
    <section aria-labelledby="programs">
      <h2 id="programs">{texts.start.programs}</h2>
      <p>{texts.start.programsText}</p>
      <ul class="line">
        <li>
          <a href={href("/docs")}>{texts.start.reference}</a>
        </li>
        <li>
          <a href={getDescription.path}>{texts.start.openapi}</a>
        </li>
        <li>
          <a href={recordFeed.path}>{texts.start.feed}</a>
        </li>
      </ul>
    </section>
  );
}
