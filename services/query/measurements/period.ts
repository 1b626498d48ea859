import { civilDate, DAY, dayNumber, dayOf, startOfDay } from "../../../science/calendar.ts";
import { ParameterFault, type ParameterReader, type Reading } from "../http/parameters.ts";

/** What a reader asks about: values that begin at `from` or later and end at `to` or before, seconds since 1970. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Stands for one that does not fit, until the faults are told. */
export const NO_PERIOD: Period = { from: 0, to: 0 };

/** The longest period that a route answers, in calendar months of the dates as written. */
export interface PeriodLimit {
  readonly months: number;
  /** As it is said: `one year`. */
  readonly words: string;
}

export const ONE_YEAR: PeriodLimit = { months: 12, words: "one year" };
export const ONE_MONTH: PeriodLimit = { months: 1, words: "one month" };

/**
 * The period between `fromtime` and `totime`, each with or without a time of day, in the network's offset (minutes). A
 * beginning without a time is that of the day, an end without one is the end of the day.
 */
export function readPeriod(
  parameters: ParameterReader,
  offset: number,
  limit: PeriodLimit | undefined,
): Period | undefined {
  const begin = parameters.required("fromtime", writtenTime);
  return parameters.required("totime", (text) => {
    const end = writtenTime(text);
    return begin && periodBetween(begin, end, offset, limit);
  });
}

/** A date as it was written. */
interface WrittenTime {
  readonly day: number;
  /** Seconds after the day's beginning; undefined where only the date was written. */
  readonly second: number | undefined;
}

const pattern = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:T| +)(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/i;

const writtenTime: Reading<WrittenTime> = (text) => {
  const parts = pattern.exec(text.trim());
  if (!parts) throw notATime();
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  const number = dayNumber(year, month, day);
  const date = civilDate(number);
  if (date.year !== year || date.month !== month || date.day !== day) throw notATime();
  if (hour > 23 || minute > 59 || second > 59) throw notATime();
  return { day: number, second: parts[4] === undefined ? undefined : (hour * 60 + minute) * 60 + second };
};

function notATime(): ParameterFault {
  return new ParameterFault("must be a date that exists, such as 2024-02-29, 2024-02-29 13:00 or 2024-02-29T13:00");
}

function periodBetween(begin: WrittenTime, end: WrittenTime, offset: number, limit: PeriodLimit | undefined): Period {
  const from = startOfDay(begin.day, offset) + (begin.second ?? 0);
  const to = startOfDay(end.day, offset) + (end.second ?? DAY);
  if (end.day < begin.day || to < from) throw new ParameterFault("must not be before fromtime");
  // Dates are compared as they are written: a month may end on the same day of the next one, that day included.
  if (limit && end.day > monthsLater(begin.day, limit.months)) {
    throw new ParameterFault(`must be at most ${limit.words} after fromtime`);
  }
  return { from, to };
}

/** The same day of a later month, or that month's last where it is shorter. */
function monthsLater(day: number, months: number): number {
  const date = civilDate(day);
  const same = dayNumber(date.year, date.month + months, date.day);
  const last = dayNumber(date.year, date.month + months + 1, 1) - 1;
  return Math.min(same, last);
}

/** The last day of which something can belong to the period. */
export function lastDayOf({ to }: Period, offset: number): number {
  return dayOf(to - 1, offset);
}
