import { dayNumber } from "../../../../science/calendar.ts";
import {
  civilOf,
  DAY,
  HOUR,
  MINUTE,
  plusMonths,
  SECOND,
  startOfDay,
  weekdayOf,
} from "../../language/dates/calendar.ts";
import { type TimeZone, toInstant, toLocal } from "../../language/dates/zone.ts";

/** Cuts time into intervals. */
export interface Rounding {
  /** The beginning of the interval that an instant lies in. */
  round(instant: number): number;
  /** The beginning of the next interval, given the beginning of one. */
  next(start: number): number;
}

/** Calendar units, by each of their names. */
const UNITS: ReadonlyMap<string, CalendarUnit> = new Map([
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

type CalendarUnit = "year" | "quarter" | "month" | "week" | "day" | "hour" | "minute" | "second";

const SMALL: Readonly<Partial<Record<CalendarUnit, number>>> = { hour: HOUR, minute: MINUTE, second: SECOND };
const MONTHS: Readonly<Partial<Record<CalendarUnit, number>>> = { year: 12, quarter: 3, month: 1 };

/** Undefined for an interval that is no calendar unit. */
export function calendarRounding(interval: string, zone: TimeZone): Rounding | undefined {
  const unit = UNITS.get(interval);
  if (!unit) return undefined;
  const size = SMALL[unit];
  if (size !== undefined) return steps(size, zone);
  const floor = (local: number) => roundDown(local, unit);
  const months = MONTHS[unit];
  const days = unit === "week" ? 7 : 1;
  return {
    round: (instant) => toInstant(zone, floor(toLocal(zone, instant))),
    next: (start) => {
      // The clock may show later than the border's name, where it was moved over it.
      const local = floor(toLocal(zone, start));
      return toInstant(zone, months ? plusMonths(local, months) : local + days * DAY);
    },
  };
}

function roundDown(local: number, unit: CalendarUnit): number {
  if (unit === "day") return startOfDay(local);
  if (unit === "week") return startOfDay(local) - (weekdayOf(local) - 1) * DAY;
  const { year, month } = civilOf(local);
  const first = unit === "year" ? 1 : unit === "quarter" ? month - ((month - 1) % 3) : month;
  return dayNumber(year, first, 1) * DAY;
}

/** Hours and shorter keep to the clock at the instant itself, so that the hour that comes twice is two. */
function steps(size: number, zone: TimeZone): Rounding {
  return {
    round: (instant) => {
      const offset = zone.offsetAt(instant);
      return Math.floor((instant + offset) / size) * size - offset;
    },
    next: (start) => start + size,
  };
}

/** Intervals of equal length, counted from 1970 on the zone's clock. */
export function fixedRounding(size: number, zone: TimeZone): Rounding {
  return {
    round: (instant) => toInstant(zone, Math.floor(toLocal(zone, instant) / size) * size),
    next: (start) => toInstant(zone, toLocal(zone, start) + size),
  };
}

/** Moves every border by `offset` milliseconds. */
export function shifted({ round, next }: Rounding, offset: number): Rounding {
  if (offset === 0) return { round, next };
  return { round: (instant) => round(instant - offset) + offset, next: (start) => next(start - offset) + offset };
}

/**
 * The same rounding with its borders between two instants laid out once, so that a value costs a short search instead of
 * a calculation with calendars; wide ranges stay calculated.
 */
export function prepared({ round, next }: Rounding, from: number, to: number): (instant: number) => number {
  const borders: number[] = [];
  for (let border = round(from); border <= to; ) {
    if (borders.length === 4_096) return round;
    borders.push(border);
    const following = next(border);
    if (!(following > border)) return round;
    border = following;
  }
  return (instant) => {
    let low = 0;
    for (let high = borders.length - 1; low < high; ) {
      const middle = (low + high + 1) >>> 1;
      if (borders[middle]! <= instant) low = middle;
      else high = middle - 1;
    }
    return borders[low]!;
  };
}

const TIME_UNITS: Readonly<Record<string, number>> = { ms: 1, s: SECOND, m: MINUTE, h: HOUR, d: DAY };

/** Milliseconds of `90m` or `12h`; undefined when it is no length of time. */
export function timeValue(text: string): number | undefined {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(text.trim());
  return match ? Number(match[1]) * (TIME_UNITS[match[2] as string] as number) : undefined;
}
