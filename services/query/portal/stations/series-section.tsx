import { classOf, rangeOf } from "../../../../science/air-quality-index/index-table.ts";
import { DAY } from "../../../../science/calendar.ts";
import { lineOf } from "../../dataset/text.ts";
import { DAILY_MEAN } from "../../measurements/means/mean-types.ts";
import { ApiCall } from "../components/api-call.tsx";
import { Chart } from "../components/chart.tsx";
import type { ChartConfig } from "../components/chart-config.ts";
import { IndexBadge } from "../components/index-badge.tsx";
import { decimalsOf } from "../components/measured-number.ts";
import { Provided } from "../components/text.tsx";
import { meansPath, valuesPath, valuesRead } from "./addresses.ts";
import { MeansTable } from "./means-table.tsx";
import { componentOf, nameInText, type Shown, seriesName, stepText } from "./shown.ts";
import type { Section } from "./station-query.ts";
import { ValueTable } from "./value-table.tsx";

/** What a series of the station measured: its newest value, its values in the period, and their means. */
export function SeriesSection({ section, shown }: { section: Section; shown: Shown }) {
  const { station, locale, days, period, times, host, publicUrl } = shown;
  const { series } = section;
  const { stations: texts } = locale.texts;
  const component = componentOf(series, locale);
  const step = stepText(series, locale);
  const when = times.period(period.from, period.to);
  const title = texts.chartTitle(component, nameInText(station.name), step, when);
  const owner = lineOf(station.owner) ?? host.operator;
  const { height, isVisible } = series.series;
  return (
    <section aria-labelledby={`series-${series.id}`}>
      <h2 id={`series-${series.id}`}>{seriesName(series, shown)}</h2>
      <p class="quiet">
        {step}
        {height != null && `, ${texts.height(locale.number(height))}`}
        {!isVisible && `, ${texts.notVisible}`}
      </p>
      <NewestValue section={section} shown={shown} />
      <Chart
        title={title}
        axis={component}
        config={chartOf(section, shown)}
        source={
          <>
            {owner !== undefined && texts.source(nameInText(owner))}{" "}
            {host.termsUrl !== undefined && <a href={host.termsUrl}>{locale.texts.terms}</a>}
          </>
        }
        csv={valuesPath(series, days, ".csv")}
        api={<ApiCall reads={[valuesRead(series, days)]} publicUrl={publicUrl} locale={locale} />}
        table={<ValueTable section={section} title={`${locale.texts.chart.table}: ${title}`} shown={shown} />}
        locale={locale}
      />
      <h3>{texts.means}</h3>
      <MeansTable section={section} shown={shown} />
    </section>
  );
}

function NewestValue({ section: { series, newest, isUpToDate }, shown }: { section: Section; shown: Shown }) {
  const { locale, index, times } = shown;
  const { stations: texts } = locale.texts;
  if (newest === undefined) return <p>{texts.noNewest}</p>;
  const { from, to, value } = newest;
  return (
    <p>
      {texts.newestValue}:{" "}
      <b>
        {locale.measured(value, series.unit)} <Provided text={series.unit} />
      </b>{" "}
      {series.limits !== undefined && (
        <IndexBadge found={index.classes[classOf(series.limits, value) - 1]} locale={locale} />
      )}{" "}
      <time datetime={new Date(to * 1000).toISOString()}>{times.period(from, to)}</time>
      {!isUpToDate && ` ${texts.notUpToDate}`}
    </p>
  );
}

/** The values, their daily means where a day has several values and the period several days, and the classes of the index. */
function chartOf({ series }: Section, shown: Shown): Omit<ChartConfig, "region" | "texts"> {
  const { locale, days, period, offset, index } = shown;
  const { limits } = series;
  const values = {
    name: stepText(series, locale),
    shape: "steps",
    isClassed: limits !== undefined,
    values: valuesPath(series, days),
  } as const;
  const daily = {
    name: locale.texts.stations.dailyMean,
    shape: "steps",
    isClassed: false,
    values: meansPath(series, DAILY_MEAN.label, days),
  } as const;
  const hasDaily = days.length !== "day" && series.series.timestep < DAY;
  return {
    begin: period.from,
    end: period.to,
    offset,
    unit: series.unit,
    decimals: decimalsOf(series.unit),
    lines: hasDaily ? [values, daily] : [values],
    bands:
      limits === undefined
        ? []
        : index.classes.map((each) => ({
            name: each.name[locale.culture],
            colour: `index-${each.index}`,
            from: rangeOf(limits, each.index).from,
            to: each.index === index.classes.length ? null : rangeOf(limits, each.index).to,
          })),
    markers: [],
  };
}
