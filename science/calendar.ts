/**
 * The calendar of a network that keeps one offset from UTC all year. Times are seconds since 1970-01-01T00:00Z, days
 * are numbered from 1970-01-01 at that offset (day 0), offsets are minutes east of Greenwich.
 */

export const HOUR = 3_600;
export const DAY = 86_400;
export const WEEK = 604_800;
/** Names the calendar month, whose length varies. */
export const MONTH = 2_592_000;
/** Names the calendar year, whose length varies. */
export const YEAR = 31_536_000;

export interface CivilDate {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  /** Of the month, from 1. */
  readonly day: number;
}

/** Longer periods that means are given for. Weeks begin on Monday (ISO 8601), seasons in December, March, June, September. */
export type CalendarPeriod = "week" | "month" | "season" | "year";

/** The day that contains a time. */
export function dayOf(time: number, offset: number): number {
  return Math.floor((time + offset * 60) / DAY);
}

/** The beginning of the day. */
export function startOfDay(day: number, offset: number): number {
  return day * DAY - offset * 60;
}

/** Years and days are counted from 0000-03-01 here, so that a leap day is the last of its year; 400 years repeat. */
const DAYS_BEFORE_1970 = 719_468;
const DAYS_OF_400_YEARS = 146_097;
const DAYS_OF_100_YEARS = 36_524;
const DAYS_OF_4_YEARS = 1_461;

/** The day's number, in the proleptic Gregorian calendar; a month beyond 12 runs into the next years. */
export function dayNumber(year: number, month: number, day: number): number {
  const months = year * 12 + month - 3;
  const years = Math.floor(months / 12);
  const monthFromMarch = months - years * 12;
  const leaps = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return years * 365 + leaps + daysBeforeMonth(monthFromMarch) + day - 1 - DAYS_BEFORE_1970;
}

export function civilDate(day: number): CivilDate {
  const sinceMarch = day + DAYS_BEFORE_1970;
  const era = Math.floor(sinceMarch / DAYS_OF_400_YEARS);
  const ofEra = sinceMarch - era * DAYS_OF_400_YEARS;
  // The last day of a cycle is its leap day, which must not count as a further year.
  const century = Math.min(Math.floor(ofEra / DAYS_OF_100_YEARS), 3);
  const ofCentury = ofEra - century * DAYS_OF_100_YEARS;
  const four = Math.floor(ofCentury / DAYS_OF_4_YEARS);
  const ofFour = ofCentury - four * DAYS_OF_4_YEARS;
  const year = Math.min(Math.floor(ofFour / 365), 3);
  const ofYear = ofFour - year * 365;
  const month = Math.floor((ofYear * 5 + 2) / 153);
  const years = era * 400 + century * 100 + four * 4 + year;
  return {
    year: month < 10 ? years : years + 1,
    month: month < 10 ? month + 3 : month - 9,
    day: ofYear - daysBeforeMonth(month) + 1,
  };
}

export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

export const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (isLeapYear(year) ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;

/** Monday is 1, Sunday 7. 1970-01-01 was a Thursday. */
export const weekday = (day: number): number => modulo(day + 3, 7) + 1;

/** Months from March have 31, 30, 31, 30, 31 days, twice, and then 31 and the rest: 153 days in five months. */
function daysBeforeMonth(monthFromMarch: number): number {
  return Math.floor((153 * monthFromMarch + 2) / 5);
}

/** First day of the period that the day belongs to. The season from December on belongs to two years. */
export function periodStart(period: CalendarPeriod, day: number): number {
  if (period === "week") return day - weekday(day) + 1;
  const { year, month } = civilDate(day);
  switch (period) {
    case "month":
      return dayNumber(year, month, 1);
    case "season":
      return dayNumber(year, month - (month % 3), 1);
    case "year":
      return dayNumber(year, 1, 1);
  }
}

/** The day after the last of the period that begins at `start`. */
export function periodEnd(period: CalendarPeriod, start: number): number {
  if (period === "week") return start + 7;
  const { year, month } = civilDate(start);
  return dayNumber(year, month + MONTHS[period], 1);
}

/** Calendar months of the periods that are made of whole ones. */
export const MONTHS = { month: 1, season: 3, year: 12 } as const;

/** Number of values of a series in the row of one day. A value longer than a day is in the row of its first day. */
export function slotsOfDay(timestep: number): number {
  return timestep >= DAY ? 1 : DAY / timestep;
}

/** The beginning of the value in a slot of a day. */
export function slotStart(day: number, slot: number, timestep: number, offset: number): number {
  return startOfDay(day, offset) + slot * timestep;
}

/** The end of a value that begins at `from`. Months and years have the calendar's length. */
export function endOf(from: number, timestep: number, offset: number): number {
  if (timestep !== MONTH && timestep !== YEAR) return from + timestep;
  return startOfDay(periodEnd(timestep === MONTH ? "month" : "year", dayOf(from, offset)), offset);
}

/** Whether a value of the series may begin at this time. */
export function isOnGrid(from: number, timestep: number, offset: number): boolean {
  const day = dayOf(from, offset);
  const second = from - startOfDay(day, offset);
  if (timestep <= DAY) return second % timestep === 0;
  return second === 0 && stepStart(day, timestep) === day;
}

/** The first day of the step that the day belongs to: itself, unless steps are longer than a day. */
export function stepStart(day: number, timestep: number): number {
  if (timestep <= DAY) return day;
  return periodStart(timestep === WEEK ? "week" : timestep === MONTH ? "month" : "year", day);
}

/** A day as `2022-03-09`. */
export function formatDay(day: number): string {
  const date = civilDate(day);
  return `${String(date.year).padStart(4, "0")}-${two(date.month)}-${two(date.day)}`;
}

/** An offset as `+01:00`, `-03:30`. */
export function formatOffset(offset: number): string {
  const minutes = Math.abs(offset);
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** A formatter of times as `2022-03-09T12:00:00+01:00`, fast for consecutive ones. */
export function timeFormatter(offset: number): (time: number) => string {
  const suffix = formatOffset(offset);
  let day = Number.NaN;
  let date = "";
  return (time) => {
    const now = dayOf(time, offset);
    if (now !== day) {
      day = now;
      date = formatDay(now);
    }
    const second = time - startOfDay(now, offset);
    const minutes = Math.floor(second / 60);
    return `${date}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(second % 60)}${suffix}`;
  };
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

function two(number: number): string {
  return TWO_DIGITS[number] ?? "";
}

/** The remainder with the divisor's sign, as days before 1970 need it. */
export function modulo(value: number, divisor: number): number {
  return value - Math.floor(value / divisor) * divisor;
}
