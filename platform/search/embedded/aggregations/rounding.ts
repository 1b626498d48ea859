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
import type { CalendarUnit } from "../../language/dates/intervals.ts";
import { type TimeZone, toInstant, toLocal } from "../../language/dates/zone.ts";
import { f64 } from "../index/arrays.ts";

/** Cuts time into intervals. */
export interface Rounding {
  /** The beginning of the interval that an instant lies in. */
  round(instant: number): number;
  /** The beginning of the next interval, given the beginning of one. */
  next(start: number): number;
}

const SMALL: Readonly<Partial<Record<CalendarUnit, number>>> = { hour: HOUR, minute: MINUTE, second: SECOND };
const MONTHS: Readonly<Partial<Record<CalendarUnit, number>>> = { year: 12, quarter: 3, month: 1 };

/** Calendar units by the zone's clock. */
export function calendarRounding(unit: CalendarUnit, zone: TimeZone): Rounding {
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
  const laidOut = Float64Array.from(borders);
  return (instant) => {
    let low = 0;
    for (let high = laidOut.length - 1; low < high; ) {
      const middle = (low + high + 1) >>> 1;
      if (f64(laidOut, middle) <= instant) low = middle;
      else high = middle - 1;
    }
    return f64(laidOut, low);
  };
}
