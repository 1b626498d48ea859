import { HOUR } from "../../../../science/calendar.ts";
import { lineOf } from "../../dataset/text.ts";
import { componentName } from "../components/component-name.ts";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { offsetText } from "../components/period-text.ts";
import { type AirQuery, airPath, hourOf, localTime } from "./air-query.ts";
import type { Shown } from "./shown.ts";

/** Filters and the hour, as a form, and links to the hours beside the one that is shown. */
export function HourChoice({ shown }: { shown: Shown }) {
  const { air, locale } = shown;
  const { query, now, settings } = air;
  const { utcOffset: offset } = settings;
  const { air: texts } = locale.texts;
  const lastEnded = hourOf(now, offset) - HOUR;
  return (
    <>
      <form class="fields" action="/air">
        <label>
          {texts.component}
          <select name="component">
            <option value="">{texts.allComponents}</option>
            <Options
              names={air.components}
              chosen={query.components}
              textOf={(component) => componentName(component, locale)}
            />
          </select>
        </label>
        <AreaField shown={shown} />
        <label>
          {texts.hour}, {offsetText(offset)}
          <input
            type="datetime-local"
            name="at"
            step={HOUR}
            max={localTime(Math.max(query.hour ?? 0, lastEnded), offset)}
            value={query.hour === undefined ? undefined : localTime(query.hour, offset)}
          />
        </label>
        <HiddenFields locale={locale} />
        <button type="submit">{texts.show}</button>
      </form>
      <Hours shown={shown} />
    </>
  );
}

/** More areas than a list of choices has room for are typed. */
const MAX_AREAS = 500;

function AreaField({ shown: { air, locale } }: { shown: Shown }) {
  const { air: texts } = locale.texts;
  const { areas: chosen } = air.query;
  if (air.areas.length > MAX_AREAS) {
    return (
      <label>
        {texts.area}
        <input name="area" value={chosen.join(";")} />
      </label>
    );
  }
  return (
    <label>
      {texts.area}
      <select name="area">
        <option value="">{texts.allAreasChoice}</option>
        <Options names={air.areas} chosen={chosen} textOf={(area) => area} />
      </select>
    </label>
  );
}

interface OptionsProps {
  readonly names: readonly string[];
  readonly chosen: readonly string[];
  readonly textOf: (name: string) => string;
}

/** Several names that are chosen together are a choice of their own. */
function Options({ names, chosen, textOf }: OptionsProps) {
  const together = chosen.join(";");
  const isOther = together !== "" && !names.includes(together);
  return (
    <>
      {isOther && (
        <option value={together} selected>
          {lineOf(chosen.map(textOf).join("; "))}
        </option>
      )}
      {names.map((name) => (
        <option key={name} value={name} selected={name === together}>
          {lineOf(textOf(name))}
        </option>
      ))}
    </>
  );
}

/** The hour before, the newest values, and the hour after where it has ended. */
function Hours({ shown: { air, locale, times } }: { shown: Shown }) {
  const { query, stations, settings, now } = air;
  const { air: texts } = locale.texts;
  const newest = stations.reduce((to, { worst }) => Math.max(to, worst?.value.to ?? 0), 0);
  const hour = query.hour ?? (newest > 0 ? newest - HOUR : undefined);
  if (hour === undefined) return null;
  const later = query.hour !== undefined && (hour + 2 * HOUR) * 1000 <= now ? hour + HOUR : undefined;
  const link = (to: AirQuery, text: string) => (
    <li>
      <a href={locale.href(airPath({ ...to, page: 1 }, settings.utcOffset))} rel="nofollow">
        {text}
      </a>
    </li>
  );
  const at = (from: number, text: (hours: string) => string) =>
    link({ ...query, hour: from }, text(times.hours(from, from + HOUR)));
  return (
    <nav aria-label={texts.hour}>
      <ul class="line">
        {hour - HOUR > FIRST_HOUR && at(hour - HOUR, texts.earlier)}
        {later !== undefined && at(later, texts.later)}
        {query.hour !== undefined && link({ ...query, hour: undefined }, texts.newest)}
      </ul>
    </nav>
  );
}

/** Times before the year 1 have no text that could be read again. */
const FIRST_HOUR = -62_135_500_000;
