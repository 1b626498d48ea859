import { DAY, HOUR, MINUTE, SECOND } from "./calendar.ts";

export type CalendarUnit = "year" | "quarter" | "month" | "week" | "day" | "hour" | "minute" | "second";

/** Calendar units by each of their names. */
export const CALENDAR_UNITS: ReadonlyMap<string, CalendarUnit> = new Map([
  ["year", "year"],
  ["1y", "year"],
  ["quarter", "quarter"],
  ["1q", "quarter"],
  ["month", "month"],
  ["1M", "month"],
  ["week", "week"],
  ["1w", "week"],
  ["day", "day"],
  ["1d", "day"],
  ["hour", "hour"],
  ["1h", "hour"],
  ["minute", "minute"],
  ["1m", "minute"],
  ["second", "second"],
  ["1s", "second"],
]);

const TIME_UNITS: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", SECOND],
  ["m", MINUTE],
  ["h", HOUR],
  ["d", DAY],
]);

/** Milliseconds of `90m` or `12h`; undefined when the text is not a length of time. */
export function timeValue(text: string): number | undefined {
  const [, count, name = ""] = /^(\d+)(ms|s|m|h|d)$/.exec(text.trim()) ?? [];
  const unit = TIME_UNITS.get(name);
  return unit === undefined ? undefined : Number(count) * unit;
}

/** The mean year of Java's calendar. */
const MEAN_YEAR_MS = 31_556_952 * SECOND;
const MEAN_MS: Readonly<Record<CalendarUnit, number>> = {
  year: MEAN_YEAR_MS,
  quarter: MEAN_YEAR_MS / 4,
  month: MEAN_YEAR_MS / 12,
  week: 7 * DAY,
  day: DAY,
  hour: HOUR,
  minute: MINUTE,
  second: SECOND,
};
const SEVERAL: ReadonlyMap<string, CalendarUnit> = new Map([
  ["years", "year"],
  ["months", "month"],
]);

/** Mean milliseconds of a calendar unit by any of its names, or of a length of time; undefined for other texts. */
export function unitLength(text: string): number | undefined {
  const unit = CALENDAR_UNITS.get(text) ?? SEVERAL.get(text);
  return unit === undefined ? timeValue(text) : MEAN_MS[unit];
}
