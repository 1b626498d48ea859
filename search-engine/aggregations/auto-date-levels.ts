import { item } from "../bytes/arrays.ts";
import { AUTO_UNITS, type AutoUnit } from "../language/aggregations/auto-date-histogram.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../language/dates/calendar.ts";
import type { TimeZone } from "../language/dates/zone.ts";
import type { Work } from "../work/work.ts";
import { calendarRounding, type Rounding } from "./rounding.ts";

/** A unit of time, and how many of them a bucket may span. */
export interface Level {
  readonly rounding: Rounding;
  /** Abbreviation of the unit in answers. */
  readonly abbreviation: string;
  /** Approximate length of the unit. */
  readonly unitMs: number;
  /** Units of a bucket, ascending. */
  readonly multiples: readonly number[];
}

const UNITS: Readonly<Record<AutoUnit, Omit<Level, "rounding">>> = {
  second: { abbreviation: "s", unitMs: SECOND, multiples: [1, 5, 10, 30] },
  minute: { abbreviation: "m", unitMs: MINUTE, multiples: [1, 5, 10, 30] },
  hour: { abbreviation: "h", unitMs: HOUR, multiples: [1, 3, 12] },
  day: { abbreviation: "d", unitMs: DAY, multiples: [1, 7] },
  month: { abbreviation: "M", unitMs: 30 * DAY, multiples: [1, 3] },
  year: { abbreviation: "y", unitMs: 365 * DAY, multiples: [1, 5, 10, 20, 50, 100] },
};

/** Steps of an empty unit put between others: many are merged into few buckets, which are counted separately. */
const STEPS_OF_A_UNIT = 16;

/** The levels from a unit on, finest first. Each step to the next unit is counted in `work`. */
export const levelsFrom = (finest: AutoUnit, zone: TimeZone, work: Work): readonly Level[] =>
  AUTO_UNITS.slice(AUTO_UNITS.indexOf(finest)).map((unit) => {
    const { round, next } = calendarRounding(unit, zone);
    const counted = (start: number) => {
      work.spend(STEPS_OF_A_UNIT);
      return next(start);
    };
    return { ...UNITS[unit], rounding: { round, next: counted } };
  });

export const maxMultiple = ({ multiples }: Level): number => item(multiples, multiples.length - 1);

/** Whether units can be merged into at most `target` buckets. `range`: milliseconds from the first unit to the last. */
export const fits = (level: Level, target: number, units: number, range: number): boolean =>
  units <= target * maxMultiple(level) && range <= target * maxMultiple(level) * level.unitMs;
