import { dayNumber, daysInMonth } from "../../science/calendar.ts";
import { BadFile } from "../bad-file.ts";

/** A date as a file writes it: with years before the year 1, but no year 0 unless the calendar has one. */
export interface WrittenDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/**
 * Returns the day's number, counted from 1970-01-01 of the Gregorian calendar; undefined when the calendar has no such day.
 */
type Calendar = (date: WrittenDate) => number | undefined;

/** The calendars of the CF conventions whose days are days of UTC, by their names. */
const CALENDARS: Readonly<Record<string, Calendar>> = {
  standard: mixed,
  gregorian: mixed,
  proleptic_gregorian: gregorian,
  julian,
};

/** Calendars whose dates are not dates of UTC, so the instant that they mean is unknown. */
const MODEL_CALENDARS = ["noleap", "365_day", "all_leap", "366_day", "360_day", "none"];

/** The calendar of that name; CF's default is the standard one. @throws BadFile */
export function calendarOf(name = "standard"): Calendar {
  const plain = name.trim().toLowerCase();
  const calendar = CALENDARS[plain];
  if (calendar) return calendar;
  const known = Object.keys(CALENDARS).join(", ");
  const why = MODEL_CALENDARS.includes(plain) ? "whose dates are not those of UTC" : "which is not known";
  throw new BadFile(`time has the calendar "${name}", ${why}; it must be one of ${known}`);
}

/** Has a year 0, as ISO 8601 does. */
function gregorian({ year, month, day }: WrittenDate): number | undefined {
  return day <= daysInMonth(year, month) ? dayNumber(year, month, day) : undefined;
}

function julian({ year: written, month, day }: WrittenDate): number | undefined {
  if (written === 0) return undefined;
  const year = written < 0 ? written + 1 : written;
  if (day > (month === 2 && year % 4 === 0 ? 29 : daysInMonth(1970, month))) return undefined;
  // All centuries are leap years here. Years are counted from March, so that a leap day is the last day of its year.
  const years = month < 3 ? year - 1 : year;
  return dayNumber(year, month, day) + Math.floor(years / 100) - Math.floor(years / 400) - 2;
}

/** The day of the Gregorian reform; the day before it was 4 October of the Julian calendar. */
const REFORM = 1582_10_15;
const LAST_JULIAN = 1582_10_04;

/** Julian before the Gregorian reform. */
function mixed(date: WrittenDate): number | undefined {
  const ordinal = date.year * 10_000 + date.month * 100 + date.day;
  if (ordinal >= REFORM) return gregorian(date);
  return date.year < 0 || ordinal <= LAST_JULIAN ? julian(date) : undefined;
}
