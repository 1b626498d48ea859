import { civilDate, dayNumber, modulo, weekday } from "../../../science/calendar.ts";

/** The first weekday (Monday is 1), and the minimum number of days that the first week has in its year or month. */
export interface WeekRule {
  readonly firstWeekday: number;
  readonly minimalDays: number;
}

/** The number of a day in its week, from 1. */
export const weekdayIn = ({ firstWeekday }: WeekRule, day: number): number =>
  modulo(weekday(day) - firstWeekday, 7) + 1;

/** The first day of week 1 of the year or month that begins on `first`. */
function firstWeek(rule: WeekRule, first: number): number {
  const start = first - (weekdayIn(rule, first) - 1);
  return start + 7 - first >= rule.minimalDays ? start : start + 7;
}

/** The first day of week 1 of a week-based year. */
export const startOfWeekYear = (rule: WeekRule, year: number): number => firstWeek(rule, dayNumber(year, 1, 1));

/** The week-based year that contains a day, and the number of its week. */
export function weekYearIn(rule: WeekRule, day: number): { readonly year: number; readonly week: number } {
  const civil = civilDate(day).year;
  const starts = [civil + 1, civil, civil - 1].map((year) => ({ year, start: startOfWeekYear(rule, year) }));
  const { year, start } = starts.find((each) => each.start <= day) ?? { year: civil - 1, start: day };
  return { year, week: Math.floor((day - start) / 7) + 1 };
}

/** The number of the week in its month: 0 before week 1. */
export function weekOfMonthIn(rule: WeekRule, day: number): number {
  const { year, month } = civilDate(day);
  return Math.floor((day - firstWeek(rule, dayNumber(year, month, 1))) / 7) + 1;
}
