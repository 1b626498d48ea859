import { indexClasses } from "../../../../science/uv/index-classes.ts";
import { HOUR } from "../../uv/horizon.ts";
import { Chart } from "../components/chart.tsx";
import { Provided } from "../components/text.tsx";
import type { Locale } from "../frame/language.ts";
import type { UvDay, UvHour } from "./days.ts";
import { HoursTable, isLight } from "./days-tables.tsx";
import { INDEX_DECIMALS } from "./formats.ts";
import type { PlaceAsked } from "./place-asked.ts";
import { placeText } from "./place-text.ts";
import type { PlaceTimes } from "./times.ts";
import { className, type UvClasses } from "./uv-badge.tsx";

interface CurveProps {
  readonly place: PlaceAsked;
  readonly hours: readonly UvHour[];
  readonly days: readonly UvDay[];
  readonly classes: UvClasses;
  readonly times: PlaceTimes;
  readonly source: string;
  readonly locale: Locale;
}

/** Three days at a place as a curve over the classes of the index, and hour by hour as a table. */
export function Curve({ place, hours, days, classes, times, source, locale }: CurveProps) {
  const texts = locale.texts.uv;
  if (!hours.some(isLight)) return <p>{texts.allNight}</p>;
  const [begin, end] = [hours[0]?.time ?? 0, (hours.at(-1)?.time ?? 0) + HOUR];
  const marker = (at: number | undefined, name: string) =>
    at !== undefined && begin <= at && at < end ? [{ at: at / 1000, name }] : [];
  const line = (name: string, isClassed: boolean, index: (hour: UvHour) => number) => ({
    name,
    shape: "curve" as const,
    isClassed,
    values: hours.map((hour) => [hour.time / 1000, (hour.time + HOUR) / 1000, index(hour)] as const),
  });
  const clear = line(texts.lines.clear, !hours.some(({ knowsClouds }) => knowsClouds), (hour) => hour.clear);
  const clouded = line(texts.lines.index, true, (hour) => hour.index);
  const config = {
    begin: begin / 1000,
    end: end / 1000,
    offset: place.clock.offset(begin) / 60_000,
    unit: "",
    decimals: INDEX_DECIMALS,
    lines: clear.isClassed ? [clear] : [clouded, clear],
    bands: indexClasses.map(({ id, from, to }) => ({
      name: className(id, classes),
      colour: `uv-${id}`,
      // A class has the indices that round to its numbers.
      from: Math.max(from - 0.5, 0),
      to: to === null ? null : to + 0.5,
    })),
    markers: days.flatMap(({ sunrise, sunset }) => [
      ...marker(sunrise, texts.sunrise),
      ...marker(sunset, texts.sunset),
    ]),
  };
  return (
    <Chart
      title={texts.chart(placeText(place, locale))}
      config={config}
      axis={texts.axis}
      source={<Provided text={source} />}
      table={<HoursTable days={days} classes={classes} times={times} locale={locale} />}
      locale={locale}
    />
  );
}
