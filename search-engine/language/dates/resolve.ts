import { civilDate, dayNumber, daysInMonth, isLeapYear } from "../../../science/calendar.ts";
import { DAY, HOUR, MINUTE, NANOS_PER_MILLI, SECOND } from "./calendar.ts";
import {
  ALL_WEEKS,
  CLOCK_HOUR_OF_DAY,
  CLOCK_HOUR_OF_HALF,
  DAY_OF_MONTH,
  DAY_OF_WEEK,
  DAY_OF_YEAR,
  type DateField,
  ERA,
  HALF_OF_DAY,
  HOUR_OF_DAY,
  HOUR_OF_HALF,
  MILLI_OF_DAY,
  MINUTE_OF_HOUR,
  MODIFIED_JULIAN_DAY,
  MONTH,
  NANO_OF_DAY,
  NANO_OF_SECOND,
  OFFSET_SECONDS,
  SECOND_OF_MINUTE,
  type WeekFields,
  YEAR,
  YEAR_OF_ERA,
} from "./fields.ts";
import { monthName } from "./texts.ts";
import { startOfWeekYear, weekdayIn, weekOfMonthIn, weekYearIn } from "./weeks.ts";

/** The values of a text contradict each other, or there is no such date or time. */
export class Unresolvable extends Error {
  override readonly name = "Unresolvable";
}

/**
 * How values are resolved. Smart: a day beyond its month becomes the last, and a year has an era. Lenient: months and
 * days carry over.
 */
export type ResolverStyle = "strict" | "smart" | "lenient";

/** A date and a time, as far as the fields give them, and the remaining fields. */
export interface Resolved {
  /** Days since 1970. */
  readonly date: number | undefined;
  /** Milliseconds since midnight. */
  readonly time: number | undefined;
  readonly fields: ReadonlyMap<DateField, number>;
}

/** @throws Unresolvable */
export function checked(field: DateField, value: number): number {
  if (value >= field.min && value <= field.max) return value;
  throw new Unresolvable(
    `Invalid value for ${field.name} (valid values ${field.bounds ?? `${field.min} - ${field.max}`}): ${value}`,
  );
}

/** The day of a date. @throws Unresolvable when there is no such date */
export function dateOf(year: number, month: number, day: number): number {
  checked(YEAR, year);
  checked(MONTH, month);
  checked(DAY_OF_MONTH, day);
  if (day <= daysInMonth(year, month)) return dayNumber(year, month, day);
  if (day === 29) throw new Unresolvable(`Invalid date 'February 29' as '${year}' is not a leap year`);
  throw new Unresolvable(`Invalid date '${monthName(month)} ${day}'`);
}

/** @throws Unresolvable when there is no such date */
export function dateOfYearDay(year: number, day: number): number {
  checked(YEAR, year);
  checked(DAY_OF_YEAR, day);
  if (day <= (isLeapYear(year) ? 366 : 365)) return dayNumber(year, 1, 1) + day - 1;
  throw new Unresolvable(`Invalid date 'DayOfYear 366' as '${year}' is not a leap year`);
}

/**
 * Resolves fields into a date and a time as java.time does: strictly, or smartly, where a day beyond its month becomes
 * the last and a year has an era. @throws Unresolvable
 */
export function resolved(
  given: ReadonlyMap<DateField, number>,
  style: ResolverStyle,
  dayPeriod: number | undefined,
): Resolved {
  return new Resolver(given, style, dayPeriod).resolve();
}

class Resolver {
  readonly #fields: Map<DateField, number>;
  readonly #style: ResolverStyle;
  readonly #isStrict: boolean;
  #dayPeriod: number | undefined;
  #date: number | undefined;
  #time: number | undefined;
  /** Days that the time of 24:00 adds. */
  #moreDays = 0;

  constructor(given: ReadonlyMap<DateField, number>, style: ResolverStyle, dayPeriod: number | undefined) {
    this.#fields = new Map(given);
    this.#style = style;
    this.#isStrict = style === "strict";
    this.#dayPeriod = dayPeriod;
  }

  resolve(): Resolved {
    this.#resolveDate();
    this.#resolveTime();
    if (this.#resolveWeeks()) {
      this.#resolveDate();
      this.#resolveTime();
    }
    this.#completeTime();
    this.#crossCheck();
    if (this.#date !== undefined && this.#time !== undefined) this.#date += this.#moreDays;
    return { date: this.#date, time: this.#time, fields: this.#fields };
  }

  #get(field: DateField): number | undefined {
    return this.#fields.get(field);
  }

  #has(...fields: readonly DateField[]): boolean {
    return fields.every((field) => this.#fields.has(field));
  }

  #take(field: DateField): number {
    const value = this.#fields.get(field) ?? 0;
    this.#fields.delete(field);
    return value;
  }

  #put(field: DateField, value: number): void {
    const known = this.#fields.get(field);
    if (known !== undefined && known !== value) throw conflict(field, known, value);
    this.#fields.set(field, value);
  }

  #setDate(date: number): void {
    if (this.#date !== undefined && this.#date !== date) throw new Unresolvable("Conflict found: two different dates");
    this.#date = date;
  }

  #setTime(time: number, moreDays = 0): void {
    if (this.#time !== undefined && this.#time !== time) throw new Unresolvable("Conflict found: two different times");
    this.#time = time;
    this.#moreDays = moreDays;
  }

  #resolveDate(): void {
    if (this.#fields.has(YEAR_OF_ERA)) this.#resolveYearOfEra();
    else if (this.#fields.has(ERA)) checked(ERA, this.#get(ERA) ?? 0);
    if (this.#has(YEAR, MONTH, DAY_OF_MONTH)) {
      this.#setDate(this.#dateOfMonth(checked(YEAR, this.#take(YEAR)), this.#take(MONTH), this.#take(DAY_OF_MONTH)));
    } else if (this.#has(YEAR, DAY_OF_YEAR)) this.#setDate(dateOfYearDay(this.#take(YEAR), this.#take(DAY_OF_YEAR)));
  }

  #dateOfMonth(year: number, month: number, day: number): number {
    if (this.#style === "lenient") return dayNumber(year, month, 1) + day - 1;
    checked(DAY_OF_MONTH, day);
    return dateOf(year, month, this.#isStrict ? day : Math.min(day, daysInMonth(year, checked(MONTH, month))));
  }

  #resolveYearOfEra(): void {
    const yearOfEra = checked(YEAR_OF_ERA, this.#take(YEAR_OF_ERA));
    const era = this.#get(ERA);
    this.#fields.delete(ERA);
    const year = this.#get(YEAR);
    if (era !== undefined) this.#put(YEAR, checked(ERA, era) === 1 ? yearOfEra : 1 - yearOfEra);
    else if (year === undefined && this.#isStrict) this.#fields.set(YEAR_OF_ERA, yearOfEra);
    else this.#put(YEAR, year === undefined || year > 0 ? yearOfEra : 1 - yearOfEra);
  }

  /** Resolves fields that give a date together with the weekday. Returns whether there were any. */
  #resolveWeeks(): boolean {
    const before = this.#fields.size;
    if (this.#has(MODIFIED_JULIAN_DAY)) {
      const day = checked(MODIFIED_JULIAN_DAY, this.#take(MODIFIED_JULIAN_DAY));
      this.#setDate(day - MODIFIED_JULIAN_DAY.of(0));
    }
    for (const weeks of ALL_WEEKS) this.#resolveWeeksOf(weeks);
    return this.#fields.size < before;
  }

  #resolveWeeksOf(weeks: WeekFields): void {
    const { rule, year, weekOfYear, weekOfMonth, weekday: localWeekday } = weeks;
    if (this.#has(localWeekday)) {
      const number = checked(localWeekday, this.#take(localWeekday));
      this.#fields.set(DAY_OF_WEEK, ((rule.firstWeekday + number - 2) % 7) + 1);
    }
    if (!this.#has(DAY_OF_WEEK)) return;
    if (this.#has(YEAR, MONTH, weekOfMonth)) this.#resolveWeekOfMonth(weeks);
    else if (!this.#has(YEAR) && this.#has(year, weekOfYear)) {
      const weekYear = checked(year, this.#take(year));
      const start = startOfWeekYear(rule, weekYear);
      const last = weeks.endsWithYear ? (startOfWeekYear(rule, weekYear + 1) - start) / 7 : weekOfYear.max;
      const week = Math.min(checked(weekOfYear, this.#take(weekOfYear)), last);
      const day = start + (week - 1) * 7 + this.#takeWeekday(weeks) - 1;
      if (this.#isStrict && weekYearIn(rule, day).year !== weekYear) {
        throw new Unresolvable("Strict mode rejected resolved date as it is in a different week-based-year");
      }
      this.#setDate(day);
    }
  }

  #resolveWeekOfMonth(weeks: WeekFields): void {
    const { rule, weekOfMonth } = weeks;
    const [year, month] = [checked(YEAR, this.#take(YEAR)), checked(MONTH, this.#take(MONTH))];
    const first = dayNumber(year, month, 1);
    const inFirst = checked(weekOfMonth, this.#take(weekOfMonth)) - weekOfMonthIn(rule, first);
    const day = first + inFirst * 7 + this.#takeWeekday(weeks) - weekdayIn(rule, first);
    if (this.#isStrict && civilDate(day).month !== month) {
      throw new Unresolvable("Strict mode rejected resolved date as it is in a different month");
    }
    this.#setDate(day);
  }

  /** The number of the weekday in the week. */
  #takeWeekday({ rule }: WeekFields): number {
    const weekday = checked(DAY_OF_WEEK, this.#take(DAY_OF_WEEK));
    return ((weekday - rule.firstWeekday + 7) % 7) + 1;
  }

  #resolveTime(): void {
    if (this.#has(CLOCK_HOUR_OF_DAY)) this.#put(HOUR_OF_DAY, this.#clockHour(CLOCK_HOUR_OF_DAY));
    if (this.#has(CLOCK_HOUR_OF_HALF)) this.#put(HOUR_OF_HALF, this.#clockHour(CLOCK_HOUR_OF_HALF));
    if (this.#has(HALF_OF_DAY, HOUR_OF_HALF)) {
      const half = checked(HALF_OF_DAY, this.#take(HALF_OF_DAY));
      this.#put(HOUR_OF_DAY, half * 12 + checked(HOUR_OF_HALF, this.#take(HOUR_OF_HALF)));
    }
    if (this.#has(NANO_OF_DAY)) {
      const nanos = checked(NANO_OF_DAY, this.#take(NANO_OF_DAY));
      this.#putSeconds(Math.floor(nanos / (SECOND * NANOS_PER_MILLI)), nanos % (SECOND * NANOS_PER_MILLI));
    }
    if (this.#has(MILLI_OF_DAY)) {
      const millis = checked(MILLI_OF_DAY, this.#take(MILLI_OF_DAY));
      const nanos = this.#get(NANO_OF_SECOND) ?? 0;
      // Digits of a second give the part below a millisecond.
      this.#putSeconds(Math.floor(millis / SECOND), (millis % SECOND) * NANOS_PER_MILLI + (nanos % NANOS_PER_MILLI));
    }
    if (this.#has(NANO_OF_SECOND)) checked(NANO_OF_SECOND, this.#get(NANO_OF_SECOND) ?? 0);
    if (this.#dayPeriod !== undefined && this.#has(HOUR_OF_HALF)) {
      const hour = checked(HOUR_OF_HALF, this.#take(HOUR_OF_HALF));
      this.#put(HOUR_OF_DAY, hour + this.#dayPeriod * 12);
      this.#dayPeriod = undefined;
    }
    if (this.#has(HOUR_OF_DAY, MINUTE_OF_HOUR, SECOND_OF_MINUTE, NANO_OF_SECOND)) this.#takeTime();
  }

  /** The hour of a clock that counts from 1: 24, or 12 of a half, is 0. */
  #clockHour(field: DateField): number {
    const hour = this.#take(field);
    if (this.#isStrict || hour !== 0) checked(field, hour);
    return hour === field.max ? 0 : hour;
  }

  #putSeconds(seconds: number, nanos: number): void {
    this.#put(HOUR_OF_DAY, Math.floor(seconds / 3_600));
    this.#put(MINUTE_OF_HOUR, Math.floor(seconds / 60) % 60);
    this.#put(SECOND_OF_MINUTE, seconds % 60);
    this.#put(NANO_OF_SECOND, nanos);
  }

  /** Resolves hour, minute, second and nanosecond, with 0 for those absent. */
  #takeTime(): void {
    const hour = this.#take(HOUR_OF_DAY);
    const minute = this.#take(MINUTE_OF_HOUR);
    const second = this.#take(SECOND_OF_MINUTE);
    const nanos = this.#take(NANO_OF_SECOND);
    checked(MINUTE_OF_HOUR, minute);
    checked(NANO_OF_SECOND, nanos);
    if (!this.#isStrict && hour === 24 && minute === 0 && second === 0 && nanos === 0) {
      this.#setTime(0, 1);
      return;
    }
    checked(HOUR_OF_DAY, hour);
    checked(SECOND_OF_MINUTE, second);
    this.#setTime(hour * HOUR + minute * MINUTE + second * SECOND + Math.floor(nanos / NANOS_PER_MILLI));
  }

  #completeTime(): void {
    if (this.#time === undefined) this.#guessTime();
    for (const [field, value] of this.#fields) if (field.isTime) checked(field, value);
  }

  #guessTime(): void {
    const [hour, minute, second, nanos] = [HOUR_OF_DAY, MINUTE_OF_HOUR, SECOND_OF_MINUTE, NANO_OF_SECOND].map((field) =>
      this.#has(field),
    );
    if (!hour && !minute && !second && !nanos && !this.#isStrict) this.#middleOfHalf();
    if (!hour || (!minute && (second || nanos)) || (minute && !second && nanos)) return;
    this.#takeTime();
  }

  /** A half of a day alone means its middle. */
  #middleOfHalf(): void {
    if (this.#dayPeriod !== undefined) {
      this.#setTime((this.#dayPeriod * 12 + 6) * HOUR);
      this.#dayPeriod = undefined;
    } else if (this.#has(HALF_OF_DAY)) this.#setTime((checked(HALF_OF_DAY, this.#take(HALF_OF_DAY)) * 12 + 6) * HOUR);
  }

  /** Remaining fields must agree with the date and the time. */
  #crossCheck(): void {
    const [date, time] = [this.#date, this.#time];
    for (const [field, value] of this.#fields) {
      if (field === OFFSET_SECONDS) continue;
      const from = field.isTime ? time : date === undefined ? undefined : date * DAY;
      if (from === undefined) continue;
      const own = field.of(from);
      if (own !== value) throw conflict(field, own, value);
      this.#fields.delete(field);
    }
  }
}

const conflict = (field: DateField, known: number, value: number): Unresolvable =>
  new Unresolvable(`Conflict found: ${field.name} ${known} differs from ${field.name} ${value}`);
