import { startOfDay } from "../../../../science/calendar.ts";
import { IndexBadge } from "../components/index-badge.tsx";
import { Provided } from "../components/text.tsx";
import { WideTable } from "../components/wide-table.tsx";
import { localTime } from "./air-query.ts";
import type { Shown } from "./shown.ts";
import type { DayAir } from "./station-air.ts";
import { AirLink, Component, StationLink, Value } from "./station-table.tsx";

/** The worst hour of each of the days up to the one that is shown, the newest first. A single day stands in the summary. */
export function DaysTable({ shown }: { shown: Shown }) {
  const { days, query } = shown.air;
  const { air: texts } = shown.locale.texts;
  if (days.length < 2 || days.every(({ worst }) => worst === undefined)) return <div data-live="days" />;
  return (
    <div data-live="days">
      <h2 id="days">
        {query.areas.length === 0 ? texts.days : <Provided text={texts.daysIn(query.areas.join(", "))} />}
      </h2>
      <WideTable label={texts.days}>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            <th scope="col">{texts.class}</th>
            <th scope="col">{texts.station}</th>
            <th scope="col">{texts.component}</th>
            <th scope="col" class="number">
              {texts.value}, {shown.air.settings.index.unit}
            </th>
            <th scope="col">{texts.hour}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((each) => (
            <Day key={each.day} of={each} shown={shown} />
          ))}
        </tbody>
      </WideTable>
    </div>
  );
}

function Day({ of: { day, worst }, shown }: { of: DayAir; shown: Shown }) {
  const { air, locale, times } = shown;
  const offset = air.settings.utcOffset;
  return (
    <tr>
      <th scope="row" class="day">
        <time datetime={localTime(startOfDay(day, offset), offset).slice(0, 10)}>
          {times.day(startOfDay(day, offset))}
        </time>
      </th>
      <td>{worst ? <IndexBadge found={worst.found} locale={locale} /> : locale.texts.air.noValue}</td>
      <td class="words">{worst ? <StationLink station={worst.series.station} locale={locale} /> : "–"}</td>
      <td class="words">{worst ? <Component reading={worst} shown={shown} isDated /> : "–"}</td>
      <td class="number">{worst ? <Value reading={worst} locale={locale} /> : "–"}</td>
      <td>{worst ? <AirLink hour={worst.value.from} shown={shown} /> : "–"}</td>
    </tr>
  );
}
