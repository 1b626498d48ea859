/**
 * The proleptic Gregorian calendar in plain numbers. A wall-clock time is "local milliseconds": the milliseconds since
 * 1970-01-01T00:00 that a clock without a zone shows. Unlike `Date`, years 0 to 99 need no special care here.
 */

export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

export interface CivilDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
}

/** Days since 1970-01-01 of a calendar date; months outside 1 to 12 carry into the year. */
export function daysOf(year: number, month: number, day: number): number {
  const months = year * 12 + month - 1;
  // March-based years put the leap day last, so that the days before a month follow one formula.
  const shifted = months - 2;
  const y = Math.floor(shifted / 12);
  const m = shifted - y * 12;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * m + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The calendar date of local milliseconds. */
export function civilOf(local: number): CivilDate {
  const days = Math.floor(local / DAY) + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const m = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * m + 2) / 5) + 1;
  const month = m < 10 ? m + 3 : m - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

export const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (isLeapYear(year) ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;

/** Monday is 1, Sunday 7. */
export const weekdayOf = (local: number): number => mod(Math.floor(local / DAY) + 3, 7) + 1;

/** Milliseconds since midnight. */
export const timeOfDay = (local: number): number => mod(local, DAY);

export const startOfDay = (local: number): number => local - timeOfDay(local);

/** Moves by whole months, keeping the time of day; a day that the month lacks becomes its last. */
export function plusMonths(local: number, months: number): number {
  const { year, month, day } = civilOf(local);
  const first = daysOf(year, month + months, 1);
  const target = civilOf(first * DAY);
  return (first + Math.min(day, daysInMonth(target.year, target.month)) - 1) * DAY + timeOfDay(local);
}

/** The remainder with the divisor's sign, as calendars before 1970 need it. */
export const mod = (value: number, divisor: number): number => value - Math.floor(value / divisor) * divisor;
