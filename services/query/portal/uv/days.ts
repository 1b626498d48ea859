import { type HorizonCrossing, horizonCrossings } from "../../../../science/sunrise.ts";
import { type IndexClassId, indexClass } from "../../../../science/uv/index-classes.ts";
import type { UvForecasts } from "../../uv/forecasts.ts";
import { DAY, DAYS, HOUR } from "../../uv/horizon.ts";
import type { ZoneClock } from "../places/zone.ts";

export type PlaceForecast = UvForecasts["forecasts"][number];

/** The index from which people need protection (WHO, Global Solar UV Index, 2002). */
const PROTECTION = 3;

/** A day of which the forecast covers less is not shown. */
const MIN_HOURS = 12;

/** The index at the beginning of an hour. */
export interface UvHour {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The clear sky's where no cloud is known. */
  readonly index: number;
  readonly clear: number;
  readonly knowsClouds: boolean;
  readonly class: IndexClassId;
}

/** A day of a place's clocks, as far as the forecast covers it. */
export interface UvDay {
  /** Such as 2026-06-21. */
  readonly date: string;
  readonly hours: readonly UvHour[];
  readonly highest: { readonly time: number; readonly index: number; readonly class: IndexClassId } | undefined;
  /** From the first hour that needs protection to the end of the last one. */
  readonly protection: { readonly from: number; readonly to: number } | undefined;
  readonly sunrise: number | undefined;
  readonly sunset: number | undefined;
  /** Of its highest index: the name of a forecast, or `climatology`. */
  readonly source: string | undefined;
}

/** Every hour of a forecast, in order. */
export function hoursOf({ today, tomorrow, dayAfterTomorrow }: PlaceForecast): readonly UvHour[] {
  return [...today, ...tomorrow, ...dayAfterTomorrow].map(({ time, index, indexClear }) => {
    const shown = index ?? indexClear;
    return {
      time: Date.parse(time),
      index: shown,
      clear: indexClear,
      knowsClouds: index !== null,
      class: indexClass(shown),
    };
  });
}

/** Three days of the place's clocks from the one of `now` on: those whose highest index or greater part the forecast has. */
export function daysAt(forecast: PlaceForecast, clock: ZoneClock, now: number): readonly UvDay[] {
  const today = clock.date(now);
  const hours = dated(hoursOf(forecast), clock);
  const crossings = dated(crossingsOf(forecast), clock);
  const peaks = dated(
    forecast.days.map(({ max, source }) => ({ time: Date.parse(max.time), index: max.index, source })),
    clock,
  );
  const days = [...hours.keys()].flatMap((date) => {
    const ofDay = hours.get(date) ?? [];
    const peak = peaks.get(date)?.toSorted((a, b) => b.index - a.index)[0];
    if (date < today || (!peak && ofDay.length < MIN_HOURS && date !== today)) return [];
    const protecting = ofDay.filter(({ index }) => Math.round(index) >= PROTECTION);
    const [first, last] = [protecting[0], protecting.at(-1)];
    const crossing = (rises: boolean) => crossings.get(date)?.find((each) => each.rises === rises)?.time;
    return {
      date,
      hours: ofDay,
      highest: peak && { time: peak.time, index: peak.index, class: indexClass(peak.index) },
      protection: first && last && { from: first.time, to: last.time + HOUR },
      sunrise: crossing(true),
      sunset: crossing(false),
      source: peak?.source,
    };
  });
  return days.slice(0, DAYS);
}

/** Sunrises and sunsets of every day of the place that a forecast touches: its first and last may reach beyond it. */
function crossingsOf({ today, latitude, longitude }: PlaceForecast): readonly HorizonCrossing[] {
  const from = Date.parse(today[0]?.time ?? "");
  return horizonCrossings(from - DAY, from + (DAYS + 1) * DAY, latitude, longitude);
}

/** What has a time, by its date. */
function dated<Timed extends { readonly time: number }>(all: readonly Timed[], clock: ZoneClock): Map<string, Timed[]> {
  const byDate = new Map<string, Timed[]>();
  for (const each of all) {
    const date = clock.date(each.time);
    const ofDate = byDate.get(date);
    if (ofDate) ofDate.push(each);
    else byDate.set(date, [each]);
  }
  return byDate;
}
