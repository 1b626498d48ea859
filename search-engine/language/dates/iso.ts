import { DAY, HOUR, MINUTE, NANOS_PER_MILLI, SECOND } from "./calendar.ts";
import { DateProblem } from "./problem.ts";
import type { Reader } from "./reader.ts";
import { dateOf } from "./resolve.ts";
import { type TimeZone, timeZone } from "./zone.ts";

const UNITS = ["year", "month", "day", "hour", "minute", "second", "nano"] as const;
type Unit = (typeof UNITS)[number];

/** A form of ISO 8601 with all digits. */
export interface IsoForm {
  /** The last unit that is required, and the last that is allowed. */
  readonly from: Unit;
  readonly to: Unit;
  /** The last unit that is required of a time, if there is one. */
  readonly timeFrom?: Unit;
  readonly zone: "optional" | "mandatory" | "none";
  /** A comma may stand for the point. */
  readonly hasComma?: boolean;
}

const ZONE = "(Z|[+-]\\d\\d(?::?\\d\\d(?::?\\d\\d)?)?|[A-Z][A-Za-z0-9/_+:-]*)";

/** Reads texts of the form; faster than its parts would. */
export function isoReader(form: IsoForm): Reader {
  const regex = regexOf(form);
  return {
    read: (text, roundUp) => {
      const found = regex.exec(text);
      if (!found) return undefined;
      const [, year, month, day, hour, minute, second, fraction, zone] = found;
      const [h, m, s] = [hour, minute, second].map((digits) => (digits === undefined ? undefined : Number(digits)));
      if (Number(month) > 12 || Number(day) > 31 || (h ?? 0) > 23 || (m ?? 0) > 59 || (s ?? 0) > 59) return undefined;
      const known = zone === undefined ? undefined : knownZone(zone);
      if (zone !== undefined && !known) return undefined;
      const nanos = fraction === undefined ? undefined : Number(fraction.padEnd(9, "0"));
      const [endHour, endMinute, endNanos] = roundUp ? [23, 59, 999_999_999] : [0, 0, 0];
      const time =
        (h ?? endHour) * HOUR +
        (m ?? endMinute) * MINUTE +
        (s ?? endMinute) * SECOND +
        Math.floor((nanos ?? endNanos) / NANOS_PER_MILLI);
      return { local: dateOf(Number(year), Number(month ?? 1), Number(day ?? 1)) * DAY + time, zone: known };
    },
  };
}

function regexOf({ from, to, timeFrom, zone, hasComma = false }: IsoForm): RegExp {
  const marks = {
    year: "",
    month: "-",
    day: "-",
    hour: "T",
    minute: ":",
    second: ":",
    nano: hasComma ? "[.,]" : "\\.",
  };
  const place = (unit: Unit) => UNITS.indexOf(unit);
  const [mandatory, last] = [place(from), place(to)];
  const own = { none: "()?", optional: `${ZONE}?`, mandatory: ZONE }[zone];
  const rest = (at: number, least: number): string => {
    const unit = UNITS[at];
    if (unit === undefined) return "";
    // A group that never matches keeps the numbers of the other groups.
    if (at > last) return `(?:(?!)(.))?${rest(at + 1, least)}`;
    const digits = `(\\d${unit === "nano" ? "{1,9}" : "{2}"})`;
    if (unit === "hour") {
      const time = `${digits}${rest(at + 1, Math.max(least, timeFrom ? place(timeFrom) : 0))}${own}`;
      if (at <= least) return `T${time}`;
      return timeFrom ? `(?:T${time})?` : `(?:T(?:${time})?)?`;
    }
    const inner = `${marks[unit]}${digits}${rest(at + 1, least)}`;
    return at <= least ? inner : `(?:${inner})?`;
  };
  return new RegExp(`^(-?\\d{4})${rest(1, mandatory)}$`);
}

function knownZone(id: string): TimeZone | undefined {
  try {
    return timeZone(id);
  } catch (error) {
    if (error instanceof DateProblem) return undefined;
    throw error;
  }
}
