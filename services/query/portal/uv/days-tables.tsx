import { shortened } from "../../dataset/text.ts";
import { WideTable } from "../components/wide-table.tsx";
import type { Locale } from "../frame/language.ts";
import type { UvDay, UvHour } from "./days.ts";
import { indexText } from "./formats.ts";
import type { PlaceTimes } from "./times.ts";
import { UvBadge, type UvClasses } from "./uv-badge.tsx";

interface DaysProps {
  readonly days: readonly UvDay[];
  readonly classes: UvClasses;
  readonly times: PlaceTimes;
  readonly locale: Locale;
}

/** Names of forecasts are shown to this length. */
const MAX_SOURCE_LENGTH = 60;

/** A day a row: its highest index, when to protect oneself, and the Sun. */
export function DaysTable({ days, classes, times, locale }: DaysProps) {
  const texts = locale.texts.uv;
  const clock = (time: number | undefined) => (time === undefined ? texts.none : times.clock(time));
  return (
    <WideTable label={texts.days}>
      <thead>
        <tr>
          {[texts.day, texts.highest, texts.protection, texts.sunrise, texts.sunset, texts.source].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, hours, highest, protection, sunrise, sunset, source }) => (
          <tr key={date}>
            <th scope="row">{times.day(hours[0]?.time ?? 0)}</th>
            <td>
              {highest ? (
                <>
                  <UvBadge index={highest.index} of={highest.class} classes={classes} locale={locale} />{" "}
                  {times.clock(highest.time)}
                </>
              ) : (
                "–"
              )}
            </td>
            <td>
              {protection
                ? `${times.clock(protection.from)}–${times.clock(protection.to)}`
                : highest
                  ? texts.noProtection
                  : "–"}
            </td>
            <td>{clock(sunrise)}</td>
            <td>{clock(sunset)}</td>
            <td>
              <bdi>{source === "climatology" ? texts.climatology : shortened(source ?? "–", MAX_SOURCE_LENGTH)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}

/** Whether the index of an hour is more than 0 as it is written. */
export const isLight = ({ clear }: UvHour): boolean => clear >= 0.05;

/** An hour a row and a day a column, without the hours of night. */
export function HoursTable({ days, classes, times, locale }: DaysProps) {
  const texts = locale.texts.uv;
  const byClock = new Map<string, Map<string, UvHour>>();
  for (const { date, hours } of days) {
    for (const hour of hours) {
      const clock = times.clock(hour.time);
      const row = byClock.get(clock) ?? new Map<string, UvHour>();
      // Of an hour that clocks show twice, the first.
      if (!row.has(date)) row.set(date, hour);
      byClock.set(clock, row);
    }
  }
  const rows = [...byClock]
    .filter(([, row]) => [...row.values()].some(isLight))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return (
    <>
      <WideTable label={texts.hours}>
        <thead>
          <tr>
            <th scope="col">{texts.hour}</th>
            {days.map(({ date, hours }) => (
              <th key={date} scope="col">
                {times.day(hours[0]?.time ?? 0)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([clock, row]) => (
            <tr key={clock}>
              <th scope="row">{clock}</th>
              {days.map(({ date }) => (
                <td key={date} class="uv-hour">
                  <HourCell hour={row.get(date)} classes={classes} locale={locale} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </WideTable>
      <p class="quiet">{texts.night}</p>
    </>
  );
}

function HourCell({ hour, classes, locale }: { hour: UvHour | undefined; classes: UvClasses; locale: Locale }) {
  if (hour === undefined) return <>–</>;
  const { index, clear, knowsClouds } = hour;
  return (
    <>
      <UvBadge index={index} of={hour.class} classes={classes} locale={locale} />
      {knowsClouds && isLight(hour) && (
        <span class="quiet"> {locale.texts.uv.withoutClouds(indexText(clear, locale))}</span>
      )}
    </>
  );
}
