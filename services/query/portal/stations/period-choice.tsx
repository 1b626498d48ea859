import { STATION_PERIODS } from "../../../../contracts/routes/portal/stations.ts";
import { foldName } from "../../../../contracts/text.ts";
import { dayOf, formatDay } from "../../../../science/calendar.ts";
import { lineOf, shortened } from "../../dataset/text.ts";
import { componentName } from "../components/component-name.ts";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { stationPath } from "./addresses.ts";
import type { Shown } from "./shown.ts";
import { periodFrom, periodUntil } from "./shown-period.ts";

/** Components that a list has room for. */
const MAX_CHOICES = 100;

/** Other periods by links, and any by a form. */
export function PeriodChoice({ shown }: { shown: Shown }) {
  const { station, series, components, days, isDated, locale, offset } = shown;
  const { stations: texts } = locale.texts;
  const href = (asked: Parameters<typeof stationPath>[1]) =>
    locale.href(stationPath(station.id, { components, ...asked }));
  const { firstFrom, lastTo } = series.span;
  const hasEarlier = dayOf(firstFrom, offset) < days.firstDay;
  const hasLater = dayOf(lastTo - 1, offset) > days.lastDay;
  const { length } = days;
  const all = [...series.shown, ...series.others];
  const choices = new Map(all.map((known) => [known.folded.component, known.series.component]));
  const [chosen, ...further] = components.map(foldName);
  return (
    <>
      <nav aria-label={texts.otherPeriods}>
        <ul class="line">
          {STATION_PERIODS.map((each) => (
            <li key={each}>
              <a
                href={href({ length: each, ...(isDated && { firstDay: periodUntil(each, days.lastDay).firstDay }) })}
                aria-current={each === length ? "true" : undefined}
              >
                {texts.periods[each]}
              </a>
            </li>
          ))}
          {hasEarlier && (
            <li>
              <a href={href({ length, firstDay: periodUntil(length, days.firstDay - 1).firstDay })} rel="prev">
                ← {texts.earlier}
              </a>
            </li>
          )}
          {hasLater && (
            <li>
              <a href={href({ length, firstDay: periodFrom(length, days.lastDay + 1).firstDay })} rel="next">
                {texts.later} →
              </a>
            </li>
          )}
          {isDated && (
            <li>
              <a href={href({ length })}>{texts.newest}</a>
            </li>
          )}
        </ul>
      </nav>
      <form class="fields" action={`/stations/${station.id}`}>
        <label>
          {texts.component}
          <select name="component">
            <option value="">{texts.allComponents}</option>
            {[...choices].slice(0, MAX_CHOICES).map(([folded, component]) => (
              <option key={folded} value={component} selected={folded === chosen && further.length === 0}>
                {shortened(lineOf(componentName(component, locale)) ?? "–", 100)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {texts.period}
          <select name="period">
            {STATION_PERIODS.map((each) => (
              <option key={each} value={each} selected={each === length}>
                {texts.periods[each]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {texts.from}
          <input type="date" name="from" value={formatDay(days.firstDay)} />
        </label>
        <HiddenFields locale={locale} />
        <button type="submit">{texts.show}</button>
      </form>
    </>
  );
}
