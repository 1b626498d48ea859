import { dayNumber } from "../../../science/calendar.ts";
import { MAX_DATE_TEXT_LENGTH } from "../../limits.ts";
import { civilOf, DAY, HOUR, MINUTE, plusMonths, SECOND, startOfDay, weekdayOf } from "./calendar.ts";
import type { DateFormat, DateReading } from "./format.ts";
import { DateProblem } from "./problem.ts";
import { type TimeZone, toInstant, toLocal, UTC } from "./zone.ts";

export interface DateMath extends DateReading {
  readonly format: DateFormat;
  /** The instant of `now`, in milliseconds. */
  readonly now: number;
}

/**
 * A date of a range: a text of the format, `now`, or either with calculations (`now-1d/d`, `2020-01-01||+1M/d`).
 * Rounding with `roundUp` gives the last millisecond of the unit. @throws DateProblem
 */
export function resolveDate(text: string, { format, now, ...reading }: DateMath): number {
  const { zone = UTC, roundUp = false } = reading;
  if (text.startsWith("now")) return calculate(text.slice(3), now, zone, roundUp);
  const split = text.indexOf("||");
  if (split < 0) return format.parse(text, reading);
  const from = format.parse(text.slice(0, split), { ...reading, roundUp: false });
  return calculate(text.slice(split + 2), from, zone, roundUp);
}

function calculate(expression: string, from: number, zone: TimeZone, roundUp: boolean): number {
  const refuse = (reason: string) => new DateProblem("parse_exception", reason);
  if (expression.length > MAX_DATE_TEXT_LENGTH) {
    throw refuse(`date math has [${expression.length}] characters, at most [${MAX_DATE_TEXT_LENGTH}] are allowed`);
  }
  let instant = from;
  for (let at = 0; at < expression.length; ) {
    const operator = expression.charAt(at++);
    if (!"/+-".includes(operator)) throw refuse(`operator not supported for date math [${expression}]`);
    if (at >= expression.length) throw refuse(`truncated date math [${expression}]`);
    const digits = /^\d*/.exec(expression.slice(at))?.[0] ?? "";
    at += digits.length;
    if (at >= expression.length) throw refuse(`truncated date math [${expression}]`);
    const count = digits === "" ? 1 : Number(digits);
    const unit = expression.charAt(at++);
    if (operator === "/" && count !== 1) {
      throw refuse(`rounding \`/\` can only be used on single unit types [${expression}]`);
    }
    if (!"yMwdhHms".includes(unit)) throw refuse(`unit [${unit}] not supported for date math [${expression}]`);
    if (operator !== "/") instant = plus(instant, operator === "-" ? -count : count, unit, zone);
    else {
      const floor = roundDown(toLocal(zone, instant), unit);
      instant = roundUp ? toInstant(zone, plusLocal(floor, 1, unit)) - 1 : toInstant(zone, floor);
    }
  }
  return instant;
}

/** Days and longer units move the local time. Hours and shorter ones move the instant, also where the clocks change. */
const plus = (instant: number, count: number, unit: string, zone: TimeZone): number =>
  "yMwd".includes(unit)
    ? toInstant(zone, plusLocal(toLocal(zone, instant), count, unit))
    : plusLocal(instant, count, unit);

function plusLocal(local: number, count: number, unit: string): number {
  switch (unit) {
    case "y":
      return plusMonths(local, count * 12);
    case "M":
      return plusMonths(local, count);
    case "w":
      return local + count * 7 * DAY;
    case "d":
      return local + count * DAY;
    case "h":
    case "H":
      return local + count * HOUR;
    case "m":
      return local + count * MINUTE;
    default:
      return local + count * SECOND;
  }
}

function roundDown(local: number, unit: string): number {
  switch (unit) {
    case "y":
      return dayNumber(civilOf(local).year, 1, 1) * DAY;
    case "M":
      return dayNumber(civilOf(local).year, civilOf(local).month, 1) * DAY;
    case "w":
      return startOfDay(local) - (weekdayOf(local) - 1) * DAY;
    case "d":
      return startOfDay(local);
    default: {
      const size = unit === "h" || unit === "H" ? HOUR : unit === "m" ? MINUTE : SECOND;
      return Math.floor(local / size) * size;
    }
  }
}
