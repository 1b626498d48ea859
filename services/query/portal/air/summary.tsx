import type { AirQualityIndex } from "../../../../science/air-quality-index/index-table.ts";
import { dayOf, HOUR, startOfDay } from "../../../../science/calendar.ts";
import { IndexBadge } from "../components/index-badge.tsx";
import type { Locale } from "../frame/language.ts";
import { airPath } from "./air-query.ts";
import type { Shown } from "./shown.ts";
import type { ClassedReading, StationAir } from "./station-air.ts";
import { AirLink, Component, StationLink, Value, ValueTime } from "./station-table.tsx";

/** The worst class, what it means and what to do; then how many stations have which. A page without any says why. */
export function Summary({ shown }: { shown: Shown }) {
  const { stations, settings } = shown.air;
  const worst = stations[0]?.worst;
  return (
    <section data-live="summary">
      {stations.length === 0 ? (
        <NoStations shown={shown} />
      ) : worst === undefined ? (
        <>
          <NoValues shown={shown} />
          <WorstOfDay shown={shown} />
        </>
      ) : (
        <>
          <Worst worst={worst} shown={shown} />
          <WorstOfDay shown={shown} />
          <Counts stations={stations} index={settings.index} locale={shown.locale} />
        </>
      )}
    </section>
  );
}

function Worst({ worst, shown }: { worst: ClassedReading; shown: Shown }) {
  const { locale, air } = shown;
  const { found, series } = worst;
  return (
    <>
      <p data-news>
        {air.query.hour === undefined ? locale.texts.air.worstNow : locale.texts.air.worst}{" "}
        <IndexBadge found={found} locale={locale} /> <StationLink station={series.station} locale={locale} />
        {", "}
        <Component reading={worst} shown={shown} isDated={air.query.hour !== undefined} />{" "}
        <Value reading={worst} locale={locale} /> {air.settings.index.unit}
        {", "}
        <ValueTime value={worst.value} shown={shown} />
      </p>
      <p>
        {found.effect[locale.culture]} <b>{found.advice[locale.culture]}</b>
      </p>
    </>
  );
}

/** The worst hour of the day that is shown, and where to see the week before it. */
function WorstOfDay({ shown }: { shown: Shown }) {
  const { air, locale, times } = shown;
  const { air: texts } = locale.texts;
  const { utcOffset: offset, index } = air.settings;
  const [last] = air.days;
  if (last?.worst === undefined) return null;
  const { day, worst } = last;
  const isToday = day === dayOf(air.now / 1000, offset);
  const { station } = worst.series;
  return (
    <p>
      {isToday ? texts.worstToday : texts.worstOn(times.day(startOfDay(day, offset)))}{" "}
      <IndexBadge found={worst.found} locale={locale} /> <StationLink station={station} locale={locale} />
      {", "}
      <Component reading={worst} shown={shown} isDated={!isToday} /> <Value reading={worst} locale={locale} />{" "}
      {index.unit}
      {", "}
      <AirLink hour={worst.value.from} shown={shown} />
      {air.days.length > 1 && (
        <>
          {". "}
          <a href="#days">{texts.weekBefore}</a>
        </>
      )}
    </p>
  );
}

interface Counted {
  readonly stations: readonly StationAir[];
  readonly index: AirQualityIndex;
  readonly locale: Locale;
}

function Counts({ stations, index, locale }: Counted) {
  const { air: texts } = locale.texts;
  const counted = [...index.classes.toReversed(), undefined].map((of) => ({
    of,
    count: stations.filter(({ worst }) => worst?.found === of).length,
  }));
  return (
    <ul class="line" aria-label={texts.counts}>
      {counted
        .filter(({ count }) => count > 0)
        .map(({ of, count }) => (
          <li key={of?.index ?? 0}>
            <IndexBadge found={of} locale={locale} /> {texts.stations(count, locale.number(count))}
          </li>
        ))}
    </ul>
  );
}

function NoStations({ shown: { air, locale } }: { shown: Shown }) {
  const { query, withoutArea, withoutComponent, settings } = air;
  const { air: texts } = locale.texts;
  if (query.areas.length === 0 && query.components.length === 0) return <p>{texts.noStations}</p>;
  const [text, without, count] =
    withoutArea >= withoutComponent
      ? ([texts.withoutArea, { ...query, areas: [] }, withoutArea] as const)
      : ([texts.withoutComponent, { ...query, components: [] }, withoutComponent] as const);
  const all = { ...query, areas: [], components: [] };
  const href = locale.href(airPath({ ...(count > 0 ? without : all), page: 1 }, settings.utcOffset));
  return (
    <>
      <p data-news>{texts.noMatch}</p>
      <p>
        <a href={href}>{count > 0 ? text(texts.stations(count, locale.number(count))) : texts.withoutFilter}</a>
      </p>
    </>
  );
}

/** A network whose newest values are old leads to their hour. */
function NoValues({ shown: { air, locale, times } }: { shown: Shown }) {
  const { stations, query, settings } = air;
  const { air: texts } = locale.texts;
  if (query.hour !== undefined) return <p>{texts.noValuesOfHour}</p>;
  const last = stations.reduce<number | undefined>(
    (latest, { lastTo }) => (lastTo !== undefined && lastTo > (latest ?? lastTo - 1) ? lastTo : latest),
    undefined,
  );
  if (last === undefined) return <p data-news>{texts.noValues}</p>;
  const hour = last - HOUR;
  return (
    <>
      <p data-news>{texts.notUpToDate(locale.number(settings.upToDateHours))}</p>
      <p>
        <a href={locale.href(airPath({ ...query, hour, page: 1 }, settings.utcOffset))}>
          {texts.showLast(times.period(hour, last))}
        </a>
      </p>
    </>
  );
}
