import { DAY } from "./calendar.ts";
import {
  DAY_OF_MONTH,
  DAY_OF_YEAR,
  type DateField,
  ISO_WEEKS,
  MONTH,
  OFFSET_SECONDS,
  YEAR,
  YEAR_OF_ERA,
} from "./fields.ts";
import type { Reading } from "./parts.ts";
import { checked, dateOf, dateOfYearDay, type Resolved, Unresolvable } from "./resolve.ts";
import { startOfWeekYear } from "./weeks.ts";
import { offsetOf, type TimeZone } from "./zone.ts";

/** The local time that a text names, completed with the beginning of 1970. @throws Unresolvable */
export function localTimeOf({ date, time, fields }: Resolved): number {
  const day = date ?? dateLeft(fields);
  if (day !== undefined) return day * DAY + (time ?? 0);
  if (time !== undefined) return dayWithTime(fields) * DAY + time;
  if (fields.has(YEAR) || fields.has(YEAR_OF_ERA)) return dateOf(yearIn(fields), fields.get(MONTH) ?? 1, 1) * DAY;
  if (fields.has(MONTH) || fields.has(ISO_WEEKS.year)) return dayWithTime(fields) * DAY;
  const left = Array.from(fields, ([{ name }, value]) => `${name}=${value}`).join(", ");
  throw new Unresolvable(`temporal accessor [{${left}},ISO] cannot be converted to zoned date time`);
}

/** The offset that a text names. @throws Unresolvable */
export function offsetIn({ fields }: Reading): TimeZone | undefined {
  const seconds = fields.get(OFFSET_SECONDS);
  if (seconds === undefined) return undefined;
  if (Math.abs(seconds) > OFFSET_SECONDS.max)
    throw new Unresolvable("Zone offset not in valid range: -18:00 to +18:00");
  return offsetOf(seconds * 1_000);
}

function yearIn(fields: ReadonlyMap<DateField, number>): number {
  const [year, yearOfEra] = [fields.get(YEAR), fields.get(YEAR_OF_ERA)];
  if (year !== undefined) return checked(YEAR, year);
  return yearOfEra === undefined ? 1970 : checked(YEAR_OF_ERA, yearOfEra);
}

/** A date from fields without an era. */
function dateLeft(fields: ReadonlyMap<DateField, number>): number | undefined {
  if (!fields.has(YEAR) && !fields.has(YEAR_OF_ERA)) return undefined;
  const [month, day, dayOfYear] = [fields.get(MONTH), fields.get(DAY_OF_MONTH), fields.get(DAY_OF_YEAR)];
  if (month !== undefined && day !== undefined) return dateOf(yearIn(fields), month, day);
  return dayOfYear === undefined ? undefined : dateOfYearDay(yearIn(fields), dayOfYear);
}

/** The day of a text without a whole date. A year alone is ignored, except with weeks. */
function dayWithTime(fields: ReadonlyMap<DateField, number>): number {
  const { rule, year, weekOfYear } = ISO_WEEKS;
  const weekYear = fields.get(year);
  if (weekYear !== undefined) {
    const week = checked(weekOfYear, fields.get(weekOfYear) ?? 1);
    return startOfWeekYear(rule, checked(year, weekYear)) + (week - 1) * 7;
  }
  const month = fields.get(MONTH);
  return month === undefined ? 0 : dateOf(yearIn(fields), month, fields.get(DAY_OF_MONTH) ?? 1);
}
