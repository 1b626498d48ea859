import { shortened } from "../../dataset/text.ts";
import { classOfReading } from "../../measurements/newest/up-to-date.ts";
import { type ClassedReading, compareSeverity } from "../air/station-air.ts";
import { CHART_ISLAND } from "../components/chart.tsx";
import { IndexBadge } from "../components/index-badge.tsx";
import { offsetText, PeriodText } from "../components/period-text.ts";
import { COPY_ISLAND } from "../components/snippet.tsx";
import { Provided } from "../components/text.tsx";
import type { Locale } from "../frame/language.ts";
import type { PortalPage } from "../frame/layout.tsx";
import { About, Place } from "./about.tsx";
import { stationPath, valuesPath } from "./addresses.ts";
import { PeriodChoice } from "./period-choice.tsx";
import { SeriesSection } from "./series-section.tsx";
import { componentOf, nameInText, type Shown, type StationShown } from "./shown.ts";

const MAX_HEADING_LENGTH = 500;
const MAX_TITLE_LENGTH = 150;
/** Links to further components. */
const MAX_OTHERS = 40;

/** A station: what it is, and what it measured in a period. */
export function stationPage(given: StationShown, locale: Locale): PortalPage {
  const { station, sections, components, days, isDated, publicUrl, period, offset } = given;
  const times = new PeriodText(locale.region, offset);
  const shown: Shown = { ...given, locale, times };
  const { stations: texts } = locale.texts;
  const name = nameInText(station.name);
  const when = times.period(period.from, period.to);
  const measured = [...new Set(sections.map(({ series }) => componentOf(series, locale)))].join("; ");
  const asked = { components, length: days.length, ...(isDated && { firstDay: days.firstDay }) };
  return {
    title: shortened(
      texts.title(name, components.length === 0 ? texts.measurements : measured, when),
      MAX_TITLE_LENGTH,
    ),
    description: texts.description(name, measured === "" ? texts.noSeriesAtAll : measured, when),
    canonical: publicUrl + stationPath(station.id, asked),
    alternates: sections.flatMap(({ series }) => [
      { type: "application/json", address: publicUrl + valuesPath(series, days), title: series.series.component },
      { type: "text/csv", address: publicUrl + valuesPath(series, days, ".csv"), title: series.series.component },
    ]),
    // There is no end of periods.
    isUnlisted: isDated,
    islands: [CHART_ISLAND, "map.ts", COPY_ISLAND],
    main: <Main shown={shown} />,
  };
}

function Main({ shown }: { shown: Shown }) {
  const { station, sections, locale, offset, times, period } = shown;
  const { stations: texts } = locale.texts;
  return (
    <>
      <h1>
        <Provided text={shortened(station.name, MAX_HEADING_LENGTH)} />
      </h1>
      <Place station={station} locale={locale} />
      <AirNow shown={shown} />
      <PeriodChoice shown={shown} />
      <p>
        <b>{times.period(period.from, period.to)}.</b> {texts.days(offsetText(offset))}
      </p>
      {sections.length === 0 && <p>{texts.noSeriesAtAll}</p>}
      {sections.map((section) => (
        <SeriesSection key={section.series.id} section={section} shown={shown} />
      ))}
      <Others shown={shown} />
      <h2>{texts.about}</h2>
      <About station={station} worst={worstNow(shown)?.found} locale={locale} />
    </>
  );
}

/** The worst of the newest values. */
function worstNow({ sections, index }: Shown): ClassedReading | undefined {
  const classed = sections.flatMap(({ series, newest, isUpToDate }) => {
    if (newest === undefined || !isUpToDate) return [];
    const reading = { series, value: newest };
    const found = classOfReading(reading, index);
    return found === undefined ? [] : [{ ...reading, found }];
  });
  return classed.sort((one, other) => compareSeverity(other, one))[0];
}

/** That class, and what to do. */
function AirNow({ shown }: { shown: Shown }) {
  const worst = worstNow(shown);
  if (worst === undefined) return null;
  const { locale } = shown;
  const { effect, advice } = worst.found;
  return (
    <p>
      {locale.texts.stations.nowWorst(componentOf(worst.series, locale))}{" "}
      <IndexBadge found={worst.found} locale={locale} /> {effect[locale.culture]} {advice[locale.culture]}
    </p>
  );
}

/** Links to the components that have no section. */
function Others({ shown }: { shown: Shown }) {
  const { station, series, days, isDated, locale, components } = shown;
  const { stations: texts } = locale.texts;
  const others = new Map(series.others.map((known) => [known.folded.component, known]));
  if (others.size === 0) return null;
  const asked = { length: days.length, ...(isDated && { firstDay: days.firstDay }) };
  const left = others.size - MAX_OTHERS;
  return (
    <>
      <h2>{texts.others}</h2>
      <ul class="line">
        {[...others].slice(0, MAX_OTHERS).map(([folded, known]) => (
          <li key={folded}>
            <a href={locale.href(stationPath(station.id, { ...asked, components: [known.series.component] }))}>
              {componentOf(known, locale)}
            </a>
          </li>
        ))}
        {left > 0 && <li>{texts.moreOthers(locale.number(left))}</li>}
      </ul>
      {components.length > 0 && (
        <p>
          <a href={locale.href(stationPath(station.id, asked))}>{texts.allComponents}</a>
        </p>
      )}
    </>
  );
}
