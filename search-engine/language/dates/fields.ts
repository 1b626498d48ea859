import { dayNumber } from "../../../science/calendar.ts";
import { civilOf, DAY, HOUR, MINUTE, NANOS_PER_MILLI, SECOND, timeOfDay, weekdayOf } from "./calendar.ts";
import { type WeekRule, weekdayIn, weekOfMonthIn, weekYearIn } from "./weeks.ts";

/** A field of a date or a time, as in java.time. `local` is in local milliseconds. */
export interface DateField {
  /** Its name in Java's messages. */
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly isTime: boolean;
  /** Java's text for the bounds where they vary. */
  readonly bounds?: string;
  of(local: number): number;
}

const MAX_YEAR = 999_999_999;

const field = (name: string, min: number, max: number, of: DateField["of"], isTime = false): DateField => ({
  name,
  min,
  max,
  isTime,
  of,
});
const time = (name: string, max: number, of: (time: number) => number, min = 0): DateField =>
  field(name, min, max, (local) => of(timeOfDay(local)), true);

const hourIn = (time: number): number => Math.floor(time / HOUR);
const nanosIn = (time: number): number => Math.round(time * NANOS_PER_MILLI);

export const ERA = field("Era", 0, 1, (local) => (civilOf(local).year > 0 ? 1 : 0));
export const YEAR = field("Year", -MAX_YEAR, MAX_YEAR, (local) => civilOf(local).year);
export const YEAR_OF_ERA = field("YearOfEra", 1, MAX_YEAR, (local) => {
  const { year } = civilOf(local);
  return year > 0 ? year : 1 - year;
});
export const MONTH = field("MonthOfYear", 1, 12, (local) => civilOf(local).month);
export const QUARTER = field("QuarterOfYear", 1, 4, (local) => Math.ceil(civilOf(local).month / 3));
export const DAY_OF_MONTH = {
  ...field("DayOfMonth", 1, 31, (local) => civilOf(local).day),
  bounds: "1 - 28/31",
};
export const DAY_OF_YEAR = {
  ...field("DayOfYear", 1, 366, (local) => dayOf(local) - dayNumber(civilOf(local).year, 1, 1) + 1),
  bounds: "1 - 365/366",
};
/** Monday is 1. */
export const DAY_OF_WEEK = field("DayOfWeek", 1, 7, weekdayOf);
export const ALIGNED_WEEKDAY = field("AlignedDayOfWeekInMonth", 1, 7, (local) => ((civilOf(local).day - 1) % 7) + 1);
/** Days since 1858-11-17. */
const MODIFIED_JULIAN_EPOCH = 40_587;
export const MODIFIED_JULIAN_DAY = field(
  "ModifiedJulianDay",
  -365_243_219_162 + MODIFIED_JULIAN_EPOCH,
  365_241_780_471 + MODIFIED_JULIAN_EPOCH,
  (local) => dayOf(local) + MODIFIED_JULIAN_EPOCH,
);
export const HALF_OF_DAY = time("AmPmOfDay", 1, (at) => (at < 12 * HOUR ? 0 : 1));
export const HOUR_OF_DAY = time("HourOfDay", 23, hourIn);
export const CLOCK_HOUR_OF_DAY = time("ClockHourOfDay", 24, (at) => hourIn(at) || 24, 1);
export const HOUR_OF_HALF = time("HourOfAmPm", 11, (at) => hourIn(at) % 12);
export const CLOCK_HOUR_OF_HALF = time("ClockHourOfAmPm", 12, (at) => hourIn(at) % 12 || 12, 1);
export const MINUTE_OF_HOUR = time("MinuteOfHour", 59, (at) => Math.floor(at / MINUTE) % 60);
export const SECOND_OF_MINUTE = time("SecondOfMinute", 59, (at) => Math.floor(at / SECOND) % 60);
export const NANO_OF_SECOND = time("NanoOfSecond", 999_999_999, (at) => nanosIn(at % SECOND));
export const MILLI_OF_DAY = time("MilliOfDay", DAY - 1, Math.floor);
export const NANO_OF_DAY = time("NanoOfDay", DAY * NANOS_PER_MILLI - 1, nanosIn);
/** Offset of the zone, which can't be computed from the local time. */
export const OFFSET_SECONDS = field("OffsetSeconds", -64_800, 64_800, () => 0);

/** The fields of weeks by a rule for their beginning and counting. */
export interface WeekFields {
  readonly rule: WeekRule;
  readonly year: DateField;
  readonly weekOfYear: DateField;
  readonly weekOfMonth: DateField;
  readonly weekday: DateField;
  /** Whether a week number beyond the last of its year means the last. */
  readonly endsWithYear: boolean;
}

const weekFields = (rule: WeekRule, endsWithYear = true): WeekFields => ({
  rule,
  endsWithYear,
  year: field("WeekBasedYear", -MAX_YEAR, MAX_YEAR, (local) => weekYearIn(rule, dayOf(local)).year),
  weekOfYear: field("WeekOfWeekBasedYear", 1, 53, (local) => weekYearIn(rule, dayOf(local)).week),
  weekOfMonth: field("WeekOfMonth", 0, 6, (local) => weekOfMonthIn(rule, dayOf(local))),
  weekday: field("DayOfWeek", 1, 7, (local) => weekdayIn(rule, dayOf(local))),
});

/** Weeks begin on Monday; the first of a year has at least four of its days. */
export const ISO_WEEKS = weekFields({ firstWeekday: 1, minimalDays: 4 });
/** The weeks of formats for whole dates in weeks. */
export const ISO_WEEK_DATES = weekFields(ISO_WEEKS.rule, false);
/** Weeks begin on Sunday; the first of a year has its first day. */
export const ENGLISH_WEEKS = weekFields({ firstWeekday: 7, minimalDays: 1 });

export const ALL_WEEKS: readonly WeekFields[] = [ISO_WEEKS, ISO_WEEK_DATES, ENGLISH_WEEKS];

function dayOf(local: number): number {
  return Math.floor(local / DAY);
}
