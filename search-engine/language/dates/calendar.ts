import { type CivilDate, civilDate, dayNumber, daysInMonth, modulo, weekday } from "../../../science/calendar.ts";

/**
 * The calendar of wall clocks. A wall-clock time is "local milliseconds": the milliseconds since 1970-01-01T00:00 that
 * a clock without a zone shows. Unlike `Date`, years 0 to 99 need no special care here.
 */

export const NANOS_PER_MILLI = 1_000_000;
export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** The last result, since several fields of one time are computed in a row. */
let last = { day: 0, date: civilDate(0) };

/** The calendar date of local milliseconds. */
export function civilOf(local: number): CivilDate {
  const day = Math.floor(local / DAY);
  if (day !== last.day) last = { day, date: civilDate(day) };
  return last.date;
}

/** Monday is 1, Sunday 7. */
export const weekdayOf = (local: number): number => weekday(Math.floor(local / DAY));

/** Milliseconds since midnight. */
export const timeOfDay = (local: number): number => modulo(local, DAY);

export const startOfDay = (local: number): number => local - timeOfDay(local);

/** Moves by whole months, keeping the time of day; a day that the month lacks becomes its last. */
export function plusMonths(local: number, months: number): number {
  const { year, month, day } = civilOf(local);
  const first = dayNumber(year, month + months, 1);
  const target = civilOf(first * DAY);
  return (first + Math.min(day, daysInMonth(target.year, target.month)) - 1) * DAY + timeOfDay(local);
}
