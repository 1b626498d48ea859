import { newestValues, pastValues } from "../../../../contracts/routes/measurements.ts";
import { HOUR } from "../../../../science/calendar.ts";
import { lineOf, shortened } from "../../dataset/text.ts";
import { ApiCall, type ApiRead } from "../components/api-call.tsx";
import { componentName } from "../components/component-name.ts";
import { LiveState } from "../components/live-state.tsx";
import { offsetText, PeriodText } from "../components/period-text.ts";
import { COPY_ISLAND } from "../components/snippet.tsx";
import type { Locale } from "../frame/language.ts";
import type { PortalPage } from "../frame/layout.tsx";
import { type AirQuery, airPath, apiPath, daysApiPath, MAX_STATIONS } from "./air-query.ts";
import { DaysTable } from "./days-table.tsx";
import { HourChoice } from "./hour-choice.tsx";
import { Legend } from "./legend.tsx";
import type { Air, Shown } from "./shown.ts";
import { StationMap } from "./station-map.tsx";
import { StationTable } from "./station-table.tsx";
import { Summary } from "./summary.tsx";

const MAX_TITLE_LENGTH = 150;

/** The air at every station: its class, what it means, and the value that it is of. */
export function airPage(air: Air, locale: Locale): PortalPage {
  const { query, publicUrl, settings } = air;
  const { utcOffset: offset } = settings;
  const times = new PeriodText(locale.region, offset);
  const title = titleOf(query, times, locale);
  const address = (path: string) => publicUrl + path;
  const names = namedStations(air);
  return {
    title: shortened(title, MAX_TITLE_LENGTH),
    description: locale.texts.air.description,
    canonical: address(airPath({ ...query, page: 1 }, offset)),
    section: "air",
    alternates: hasData(air)
      ? [
          { type: "application/json", address: address(apiPath(query, names, offset)) },
          { type: "text/csv", address: address(apiPath(query, names, offset, ".csv")) },
        ]
      : [],
    // There is no end of hours.
    isUnlisted: query.hour !== undefined || query.page > 1,
    islands: [COPY_ISLAND, "map.ts", ...(query.hour === undefined ? ["live.ts"] : [])],
    main: <Main title={title} shown={{ air, locale, times }} />,
  };
}

function titleOf({ areas, components, hour }: AirQuery, times: PeriodText, locale: Locale): string {
  const { air } = locale.texts;
  const place = areas.length === 0 ? air.title : air.titleIn(areas.join(", "));
  const of = components.map((component) => componentName(component, locale)).join("; ");
  const at = hour === undefined ? undefined : times.period(hour, hour + HOUR);
  return (
    lineOf([of === "" ? place : `${place}: ${of}`, at].filter((part) => part !== undefined).join(", ")) ?? air.title
  );
}

function Main({ title, shown }: { title: string; shown: Shown }) {
  const { air, locale } = shown;
  const { query, settings } = air;
  const { air: texts } = locale.texts;
  const names = namedStations(air);
  const path = apiPath(query, names, settings.utcOffset);
  const route = query.hour === undefined ? newestValues.aq.byName : pastValues.aq.byStation;
  return (
    <>
      <h1>
        <bdi>{shortened(title, MAX_TITLE_LENGTH)}</bdi>
      </h1>
      <Summary shown={shown} />
      {query.hour === undefined && <LiveState offset={settings.utcOffset} locale={locale} />}
      <HourChoice shown={shown} />
      <StationMap shown={shown} />
      <StationTable shown={shown} />
      <DaysTable shown={shown} />
      <p class="quiet">{texts.zone(offsetText(settings.utcOffset))}</p>
      <h2 id="classes">{texts.classes}</h2>
      <Legend index={settings.index} locale={locale} />
      <h2 id="data">{texts.data}</h2>
      <ul class="line">
        {hasData(air) && (
          <>
            <li>
              <a href={path}>JSON</a>
            </li>
            <li>
              <a href={apiPath(query, names, settings.utcOffset, ".csv")}>CSV</a>
            </li>
          </>
        )}
        <li>
          <a href="/lookup/stations">{texts.stationsAsData}</a>
        </li>
      </ul>
      {hasData(air) && (
        <ApiCall reads={[{ route, target: path }, ...daysRead(air)]} publicUrl={air.publicUrl} locale={locale}>
          {query.areas.length > 0 &&
            air.stations.length > MAX_STATIONS &&
            texts.allStations(locale.number(MAX_STATIONS))}
        </ApiCall>
      )}
    </>
  );
}

/** Whether the API can be asked for what is shown: past values are by station, and areas may have none of a component. */
const hasData = ({ query, stations }: Air): boolean =>
  query.hour === undefined || query.areas.length === 0 || stations.length > 0;

/** Names of the stations of the chosen areas; none where all are meant, or where they are too many for an address. */
function namedStations({ query, stations }: Air): readonly string[] {
  const areNamed = query.areas.length > 0 && stations.length <= MAX_STATIONS;
  return areNamed ? stations.map(({ station }) => station.name) : [];
}

/** The values that the worst of each day is of; none without stations. */
function daysRead(air: Air): readonly ApiRead[] {
  const { days, stations, query } = air;
  const [last, first] = [days.at(0), days.at(-1)];
  if (last === undefined || first === undefined || stations.length === 0) return [];
  const names = namedStations(air);
  const asked = { stations: names, components: query.components, firstDay: first.day, lastDay: last.day };
  return [{ route: pastValues.aq.byStation, target: daysApiPath(asked) }];
}
