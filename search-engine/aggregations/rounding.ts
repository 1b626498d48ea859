import { dayNumber } from "../../science/calendar.ts";
import { f64 } from "../bytes/arrays.ts";
import { civilOf, DAY, HOUR, MINUTE, plusMonths, SECOND, startOfDay, weekdayOf } from "../language/dates/calendar.ts";
import type { CalendarUnit } from "../language/dates/intervals.ts";
import { type TimeZone, toInstant, toLocal } from "../language/dates/zone.ts";

/** Maximum number of intervals computed in advance: eleven years of days, 32 KiB. */
const MAX_BORDERS = 4_096;

/** Divides time into intervals. Instants are milliseconds since 1970. */
export interface Rounding {
  /** Start of the interval that contains the instant. */
  round(instant: number): number;
  /** Start of the next interval, given the start of one. */
  next(start: number): number;
}

const UNIT_MS: Readonly<Partial<Record<CalendarUnit, number>>> = { hour: HOUR, minute: MINUTE, second: SECOND };
const MONTHS: Readonly<Partial<Record<CalendarUnit, number>>> = { year: 12, quarter: 3, month: 1 };

/** Intervals of a calendar unit in the zone's local time. */
export function calendarRounding(unit: CalendarUnit, zone: TimeZone): Rounding {
  const size = UNIT_MS[unit];
  if (size !== undefined) return steps(size, zone);
  const floor = (local: number) => roundDown(local, unit);
  const months = MONTHS[unit];
  const days = unit === "week" ? 7 : 1;
  return {
    round: (instant) => toInstant(zone, floor(toLocal(zone, instant))),
    next: (start) => {
      // Where a DST change skips the start of an interval, the local time at `start` is later: round it down first.
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

/** Hours and shorter units use the offset at the instant itself, so that a repeated hour gives two intervals. */
function steps(size: number, zone: TimeZone): Rounding {
  return {
    round: (instant) => {
      const offset = zone.offsetAt(instant);
      return Math.floor((instant + offset) / size) * size - offset;
    },
    next: (start) => start + size,
  };
}

/**
 * Intervals of `size` milliseconds, counted from 1970 in the zone's local time. Where the clocks change, the intervals
 * on each side use its own offset: a repeated hour gives intervals of its own, and an interval whose start was skipped
 * begins with the change.
 */
export function fixedRounding(size: number, zone: TimeZone): Rounding {
  const floor = (local: number) => Math.floor(local / size) * size;
  const ceil = (local: number) => Math.ceil(local / size) * size;
  const changeIn = changesOf(zone);
  const round = (instant: number): number => {
    const offset = zone.offsetAt(instant);
    const local = floor(instant + offset);
    const change = changeIn(local - offset, instant);
    if (change === undefined) return local - offset;
    return local >= change + zone.offsetAt(change - 1) ? change : round(change - 1);
  };
  const next = (start: number): number => {
    const offset = zone.offsetAt(start);
    const following = floor(start + offset) + size;
    const change = changeIn(start, following - offset);
    if (change === undefined) return following - offset;
    const after = zone.offsetAt(change);
    return following < change + after ? change : ceil(change + after) - after;
  };
  return { round, next };
}

/** Finds where the offset changes between two instants; undefined where it is the same at both. */
function changesOf(zone: TimeZone): (from: number, to: number) => number | undefined {
  // Looking up an offset within the day of a change takes long.
  const known = new Map<number, number>();
  /** The first step above `low` that has the offset of `high`. */
  const firstAlike = (low: number, high: number, step: number): number => {
    const offset = zone.offsetAt(high * step);
    let [before, alike] = [low, high];
    while (alike - before > 1) {
      const middle = Math.floor((before + alike) / 2);
      if (zone.offsetAt(middle * step) === offset) alike = middle;
      else before = middle;
    }
    return alike;
  };
  const inDay = (day: number): number => {
    const change = known.get(day) ?? firstAlike(day * DAY, (day + 1) * DAY, 1);
    known.set(day, change);
    return change;
  };
  return (from, to) => {
    const offset = zone.offsetAt(to);
    if (zone.fixed || zone.offsetAt(from) === offset) return undefined;
    const [first, last] = [Math.floor(from / DAY), Math.floor(to / DAY)];
    return inDay(zone.offsetAt(last * DAY) === offset ? firstAlike(first, last, DAY) - 1 : last);
  };
}

/** Moves every interval by `offset` milliseconds. */
export function shifted({ round, next }: Rounding, offset: number): Rounding {
  if (offset === 0) return { round, next };
  return { round: (instant) => round(instant - offset) + offset, next: (start) => next(start - offset) + offset };
}

/**
 * The rounding for instants in [from, to]. The starts of the intervals are computed once, so that an instant costs a
 * binary search instead of calendar arithmetic. Returns the rounding itself when there are too many intervals.
 */
export function prepared(rounding: Rounding, from: number, to: number): Rounding {
  const { round, next } = rounding;
  const borders = [round(from)];
  for (let last = round(from); last <= to; ) {
    const following = next(last);
    if (borders.length > MAX_BORDERS || !(following > last)) return rounding;
    borders.push(following);
    last = following;
  }
  const laidOut = Float64Array.from(borders);
  const interval = (instant: number) => {
    let low = 0;
    for (let high = laidOut.length - 2; low < high; ) {
      const middle = (low + high + 1) >>> 1;
      if (f64(laidOut, middle) <= instant) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return {
    round: (instant) => f64(laidOut, interval(instant)),
    next: (start) => f64(laidOut, interval(start) + 1),
  };
}
