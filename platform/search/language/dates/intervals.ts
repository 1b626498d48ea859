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

/** Milliseconds of `90m` or `12h`; undefined when it is no length of time. */
export function timeValue(text: string): number | undefined {
  const [, count, name = ""] = /^(\d+)(ms|s|m|h|d)$/.exec(text.trim()) ?? [];
  const unit = TIME_UNITS.get(name);
  return unit === undefined ? undefined : Number(count) * unit;
}
