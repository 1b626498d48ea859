/**
 * Means of measured values, and their coverage. The European directive on ambient air quality (2008/50/EC,
 * annexes VII B and XI A) asks for three quarters: of an hour, of the eight hours of a running mean (6), of the hours
 * of a day (18), and of the running means that end in a day (18) for the highest of them. Weeks, months, seasons and
 * years need the same share here, although the directive asks for 90 % of the values of a year.
 */

import { type CalendarPeriod, DAY, HOUR, MONTH, MONTHS, periodEnd, YEAR } from "./calendar.ts";
import { numberAt } from "./number-at.ts";

/** The share of its values, in %, that a mean needs. */
export const MIN_COVERAGE = 75;

const HOURS_OF_DAY = 24;
/** Hours of a running mean. */
export const WINDOW_HOURS = 8;

/** Bit of a flag that is set for values that count; means ignore the others. */
const VALID = 1;

/**
 * One slot for each step of a day: NaN where there is no value, and a flag whose lowest bit is set for a value that
 * counts.
 */
export interface DayValues {
  readonly values: Float64Array;
  readonly flags: Uint8Array;
}

/** Means of the 24 hours of a day, or of the 24 windows that end in it, whatever their coverage. */
export interface Means {
  /** NaN where nothing counts. */
  readonly mean: Float64Array;
  /** Number of values of the mean. */
  readonly count: Uint16Array;
}

/** Means of a day as a reusable buffer. */
export function emptyMeans(): Means {
  return { mean: new Float64Array(HOURS_OF_DAY).fill(Number.NaN), count: new Uint16Array(HOURS_OF_DAY) };
}

/** Whether hourly means can be computed: hours must be whole steps. */
export function hasHours(timestep: number): boolean {
  return HOUR % timestep === 0;
}

/** Number of values in a whole hour. */
export function valuesOfHour(timestep: number): number {
  return HOUR / timestep;
}

/** Whether `count` of `whole` values are enough for a mean. */
export function isCovered(count: number, whole: number): boolean {
  return count * 100 >= whole * MIN_COVERAGE;
}

/** Hourly means of the day, for a step that `hasHours`. */
export function hourlyMeans({ values, flags }: DayValues, timestep: number, into: Means = emptyMeans()): Means {
  const each = valuesOfHour(timestep);
  for (let hour = 0, slot = 0; hour < HOURS_OF_DAY; hour++) {
    let sum = 0;
    let count = 0;
    for (const end = slot + each; slot < end; slot++) {
      if (((flags[slot] ?? 0) & VALID) === 0) continue;
      sum += numberAt(values, slot);
      count += 1;
    }
    into.mean[hour] = sum / count;
    into.count[hour] = count;
  }
  return into;
}

/**
 * Running means of eight hours: one for each hour of the day, over that hour and the seven before it. The first begins
 * at 17:00 of the day before, and the last ends with the day. `previous`: the hours of the day before.
 */
export function running8Hour(previous: Means, day: Means, timestep: number, into: Means = emptyMeans()): Means {
  const whole = valuesOfHour(timestep);
  for (let last = 0; last < HOURS_OF_DAY; last++) {
    let sum = 0;
    let count = 0;
    for (let hour = last - WINDOW_HOURS + 1; hour <= last; hour++) {
      const means = hour < 0 ? previous : day;
      const at = hour < 0 ? hour + HOURS_OF_DAY : hour;
      if (!isCovered(means.count[at] ?? 0, whole)) continue;
      sum += numberAt(means.mean, at);
      count += 1;
    }
    into.mean[last] = sum / count;
    into.count[last] = count;
  }
  return into;
}

/** Counts, sums and extremes of one day of a series. */
export interface DayMeans {
  /** All values, including those that don't count. */
  readonly stored: number;
  /** Values that count, and their sum. */
  readonly count: number;
  readonly sum: number;
  /** Null where the step has no hours. */
  readonly hourly: HourlyOfDay | null;
  /** Slots of the first and the last value, and of the last one that counts; null where there is none. */
  readonly firstSlot: number | null;
  readonly lastSlot: number | null;
  readonly lastValidSlot: number | null;
}

export interface HourlyOfDay {
  /** Hours that are covered, the sum of their means, and the highest of these (NaN without any). */
  readonly hours: number;
  readonly sum: number;
  readonly highest: number;
  /** Running means of eight hours that are covered, and the highest of these (NaN without any). */
  readonly windows: number;
  readonly highestWindow: number;
}

/** `hours` and `windows`: those of the day, for a step that `hasHours`. */
export function dayMeans(day: DayValues, timestep: number, hours: Means | null, windows: Means | null): DayMeans {
  const { values, flags } = day;
  let stored = 0;
  let count = 0;
  let sum = 0;
  let firstSlot: number | null = null;
  let lastSlot: number | null = null;
  let lastValidSlot: number | null = null;
  for (let slot = 0; slot < values.length; slot++) {
    const value = numberAt(values, slot);
    if (Number.isNaN(value)) continue;
    stored += 1;
    firstSlot ??= slot;
    lastSlot = slot;
    if (((flags[slot] ?? 0) & VALID) === 0) continue;
    count += 1;
    sum += value;
    lastValidSlot = slot;
  }
  const hourly = hours && windows ? hourlyOfDay(hours, windows, valuesOfHour(timestep)) : null;
  return { stored, count, sum, hourly, firstSlot, lastSlot, lastValidSlot };
}

function hourlyOfDay(hours: Means, windows: Means, whole: number): HourlyOfDay {
  let covered = 0;
  let sum = 0;
  let highest = Number.NaN;
  let coveredWindows = 0;
  let highestWindow = Number.NaN;
  for (let hour = 0; hour < HOURS_OF_DAY; hour++) {
    if (isCovered(hours.count[hour] ?? 0, whole)) {
      const mean = numberAt(hours.mean, hour);
      covered += 1;
      sum += mean;
      if (!(mean <= highest)) highest = mean;
    }
    if (isCovered(windows.count[hour] ?? 0, WINDOW_HOURS)) {
      const mean = numberAt(windows.mean, hour);
      coveredWindows += 1;
      if (!(mean <= highestWindow)) highestWindow = mean;
    }
  }
  return { hours: covered, sum, highest, windows: coveredWindows, highestWindow };
}

/**
 * Number of values of a complete period from day `start` on: hours where the step has hours, else steps, which need not
 * be a whole number.
 */
export function valuesOfPeriod(period: CalendarPeriod, start: number, timestep: number): number {
  if (timestep === YEAR) return 1;
  if (timestep === MONTH) return period === "week" ? 1 : MONTHS[period];
  const length = (periodEnd(period, start) - start) * DAY;
  return length / (hasHours(timestep) ? HOUR : timestep);
}
