import type { Station } from "../../../../contracts/station.ts";
import { dayOf, HOUR, timeFormatter } from "../../../../science/calendar.ts";
import type { Reading } from "../../measurements/newest/up-to-date.ts";
import { componentName } from "../components/component-name.ts";
import { IndexBadge } from "../components/index-badge.tsx";
import { Provided } from "../components/text.tsx";
import { WideTable } from "../components/wide-table.tsx";
import { ageText } from "../frame/age.ts";
import type { Locale } from "../frame/language.ts";
import { stationPath } from "../stations/addresses.ts";
import { airPath } from "./air-query.ts";
import type { Shown } from "./shown.ts";
import type { StationAir } from "./station-air.ts";

/** Stations of a page of the table. */
export const MAX_ROWS = 100;

/** Stations with their class and the value that it is of, a page at a time. */
export function StationTable({ shown }: { shown: Shown }) {
  const { air, locale } = shown;
  const { stations, query, settings } = air;
  const { air: texts } = locale.texts;
  if (stations.length === 0) return <div data-live="table" />;
  const pages = Math.ceil(stations.length / MAX_ROWS);
  const page = Math.min(Math.max(query.page, 1), pages);
  const rows = stations.slice((page - 1) * MAX_ROWS, page * MAX_ROWS);
  return (
    <div data-live="table">
      <WideTable label={texts.table}>
        <caption>
          {texts.rows(
            locale.number((page - 1) * MAX_ROWS + 1),
            locale.number((page - 1) * MAX_ROWS + rows.length),
            locale.number(stations.length),
          )}
        </caption>
        <thead>
          <tr>
            <th scope="col">{texts.station}</th>
            <th scope="col">{texts.area}</th>
            <th scope="col">{texts.class}</th>
            <th scope="col">{texts.component}</th>
            <th scope="col" class="number">
              {texts.value}, {settings.index.unit}
            </th>
            <th scope="col">{texts.time}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.station.id} row={row} shown={shown} />
          ))}
        </tbody>
      </WideTable>
      {pages > 1 && <Pager page={page} pages={pages} shown={shown} />}
    </div>
  );
}

function Row({ row: { station, worst, lastTo }, shown }: { row: StationAir; shown: Shown }) {
  const { locale, times, air } = shown;
  const { air: texts } = locale.texts;
  const last = lastTo === undefined ? texts.noValueYet : texts.noValueSince(times.instant(lastTo));
  return (
    <tr data-point={`station-${station.id}`}>
      <th scope="row" class="words">
        <StationLink station={station} locale={locale} />
      </th>
      <td>
        <a href={locale.href(airPath({ ...air.query, areas: [station.area], page: 1 }, air.settings.utcOffset))}>
          <Provided text={station.area} />
        </a>
      </td>
      <td>
        <IndexBadge found={worst?.found} locale={locale} />
      </td>
      <td class="words">
        {worst ? <Component reading={worst} shown={shown} isDated={air.query.hour !== undefined} /> : "–"}
      </td>
      <td class="number">{worst ? <Value reading={worst} locale={locale} /> : "–"}</td>
      <td class="words">
        {worst ? <ValueTime value={worst.value} shown={shown} /> : air.query.hour === undefined ? last : texts.noValue}
      </td>
    </tr>
  );
}

/** A page of the table is a page of its own address. */
function Pager({ page, pages, shown: { air, locale } }: { page: number; pages: number; shown: Shown }) {
  const { air: texts } = locale.texts;
  const href = (to: number) => locale.href(airPath({ ...air.query, page: to }, air.settings.utcOffset));
  return (
    <nav aria-label={texts.pages}>
      <ul class="line">
        {page > 1 && (
          <li>
            <a href={href(page - 1)} rel="prev">
              {texts.previousPage}
            </a>
          </li>
        )}
        <li>{texts.page(locale.number(page), locale.number(pages))}</li>
        {page < pages && (
          <li>
            <a href={href(page + 1)} rel="next">
              {texts.nextPage}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

export function StationLink({ station: { id, name }, locale }: { station: Station; locale: Locale }) {
  return (
    <a href={locale.href(`/stations/${id}`)}>
      <Provided text={name} />
    </a>
  );
}

interface ComponentProps {
  readonly reading: Reading;
  readonly shown: Shown;
  /** Whether the week ends with the day of the value, and not with the newest one. */
  readonly isDated: boolean;
}

/** The component of a value, which leads to its last week at the station. */
export function Component({ reading: { series, value }, shown, isDated }: ComponentProps) {
  const { air, locale } = shown;
  const { component } = series.series;
  const week = { components: [component], length: "week" } as const;
  const firstDay = dayOf(value.from, air.settings.utcOffset) - 6;
  return (
    <a href={locale.href(stationPath(series.station.id, isDated ? { ...week, firstDay } : week))}>
      {componentName(component, locale)}
    </a>
  );
}

/** An hour, which leads to the air at that hour. */
export function AirLink({ hour, shown }: { hour: number; shown: Shown }) {
  const { air, locale, times } = shown;
  const path = airPath({ ...air.query, hour, page: 1 }, air.settings.utcOffset);
  return (
    <a href={locale.href(path)} rel="nofollow">
      <time datetime={timeFormatter(air.settings.utcOffset)(hour)}>{times.hours(hour, hour + HOUR)}</time>
    </a>
  );
}

export function Value({ reading: { series, value }, locale }: { reading: Reading; locale: Locale }) {
  return <>{locale.measured(value.value, series.unit)}</>;
}

/** The hour of a value; of a newest one also how long ago that was, which the island `live.ts` keeps up. */
export function ValueTime({ value: { from, to }, shown }: { value: Reading["value"]; shown: Shown }) {
  const { air, locale, times } = shown;
  const hours = <time datetime={timeFormatter(air.settings.utcOffset)(to)}>{times.hours(from, to)}</time>;
  if (air.query.hour !== undefined) return hours;
  const ended = to * 1000;
  return (
    <>
      <span data-ended={ended}>{ageText(air.now - ended, locale.region)}</span>
      {", "}
      {hours}
    </>
  );
}
