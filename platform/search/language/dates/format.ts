import { MAX_FORMAT_LENGTH } from "../../../../contracts/search-limits.ts";
import { dayNumber, daysInMonth, isLeapYear } from "../../../../science/calendar.ts";
import { isJavaLong } from "../java-numbers.ts";
import { ownText } from "../own-text.ts";
import { civilOf, DAY, HOUR, MINUTE, NANOS_PER_MILLI, SECOND, timeOfDay } from "./calendar.ts";
import { compilePattern, type DateFields } from "./pattern.ts";
import { DateProblem } from "./problem.ts";
import { printOffset, type TimeZone, timeZone, toInstant, toLocal, UTC } from "./zone.ts";

export interface DateReading {
  /** Where a text without an offset was written. */
  readonly zone?: TimeZone | undefined;
  /** Whether an epoch is a wall clock of the zone, not an instant. `range` queries read it so, aggregations don't. */
  readonly movesEpochs?: boolean | undefined;
  /** Fill what the text leaves out of the time of day with its end instead of its beginning. */
  readonly roundUp?: boolean | undefined;
}

/** One or several date formats joined by `||`: the first that fits reads, the first of all writes. */
export interface DateFormat {
  /** As the reader wrote it. */
  readonly pattern: string;
  /** Milliseconds since 1970 in UTC, finer digits cut off towards the past. @throws DateProblem */
  parse(text: string, reading?: DateReading): number;
  print(instant: number, zone?: TimeZone): string;
}

/** What date fields without a format of their own read and write. */
export const DEFAULT_DATE_PATTERN = "strict_date_optional_time||epoch_millis";

/** @throws DateProblem for an unknown name or pattern letter. */
export function dateFormat(pattern: string): DateFormat {
  const known = formats.get(pattern);
  if (known) return known;
  if (pattern.length > MAX_FORMAT_LENGTH) {
    const beginning = `${pattern.slice(0, 50)}…`;
    throw new DateProblem(
      "illegal_argument_exception",
      `Invalid format: [${beginning}]: at most [${MAX_FORMAT_LENGTH}] characters are allowed`,
    );
  }
  const format = compile(ownText(pattern));
  formats.set(format.pattern, format);
  kept += pattern.length;
  for (const [oldest] of formats) {
    if (kept <= MAX_KEPT_LENGTH) break;
    formats.delete(oldest);
    kept -= oldest.length;
  }
  return format;
}

/** Characters of the patterns whose formats are kept: patterns come from searches, there is no end of them. */
const MAX_KEPT_LENGTH = 200_000;
const formats = new Map<string, DateFormat>();
let kept = 0;

function compile(pattern: string): DateFormat {
  // A leading 8 once told java.time formats from older ones; it means nothing today.
  const alternatives = pattern.split("||").map((each) => singleFormat(each.startsWith("8") ? each.slice(1) : each));
  const refusal = (text: string, why?: string) => {
    const plain = `failed to parse date field [${text}] with format [${pattern}]`;
    return new DateProblem("parse_exception", `${plain}: [${why ?? plain}]`);
  };
  return {
    pattern,
    parse: (text, reading = {}) => {
      if (text === "") throw new DateProblem("parse_exception", "cannot parse empty datetime");
      for (const each of alternatives) {
        const fields = each.parse(text);
        if (fields === undefined) continue;
        if (typeof fields === "number") return shiftedBy(fields, each, text, reading);
        const resolved = resolve(fields, reading);
        if (typeof resolved === "number") return resolved;
        if (resolved) throw refusal(text, resolved.reason);
      }
      throw refusal(text);
    },
    print: (instant, zone = UTC) => alternatives[0]?.print(instant, zone) ?? "",
  };
}

/** Fields, or an instant where the format has no calendar. */
interface SingleFormat {
  parse(text: string): DateFields | number | undefined;
  print(instant: number, zone: TimeZone): string;
  /** Whether a missing fraction is rounded up to its end. */
  readonly roundsUp?: boolean;
}

/** Elasticsearch fills up seconds but not milliseconds. */
function shiftedBy(instant: number, format: SingleFormat, text: string, reading: DateReading): number {
  const { zone, movesEpochs, roundUp } = reading;
  const end = roundUp && format.roundsUp && !text.includes(".") ? instant + SECOND - 1 : instant;
  return zone && movesEpochs ? toInstant(zone, end) : end;
}

function singleFormat(name: string): SingleFormat {
  if (name === "") throw new DateProblem("illegal_argument_exception", "No date pattern provided");
  if (name === "epoch_millis") return epoch(1);
  if (name === "epoch_second") return epoch(SECOND);
  if (STRICT_ISO_NAMES.has(name)) return isoFormat(STRICT_ISO);
  if (name === "date_optional_time") return isoFormat(LENIENT_ISO);
  return namedFormat(name) ?? compilePattern(name);
}

const namedFormats = new Map<string, SingleFormat>();

function namedFormat(name: string): SingleFormat | undefined {
  const known = namedFormats.get(name);
  const patterns = NAMED.get(name);
  if (known || !patterns) return known;
  const format = formatOf(name, patterns);
  namedFormats.set(name, format);
  return format;
}

function formatOf(name: string, patterns: readonly string[]): SingleFormat {
  const [printer, ...parsers] = patterns.map(compilePattern);
  if (!printer) throw new Error(`the date format ${name} has no pattern`);
  const readers = parsers.length > 0 ? parsers : [printer];
  return {
    parse: (text) => {
      for (const reader of readers) {
        const fields = reader.parse(text);
        if (fields) return fields;
      }
      return undefined;
    },
    print: printer.print,
  };
}

const MAX_LONG = 2n ** 63n - 1n;

/** All digits of a number, which is no larger than Java's largest and has nanoseconds at most. */
function epochMillis(instant: number): string {
  if (Number.isSafeInteger(instant)) return String(instant);
  if (Math.abs(instant) >= 2 ** 63) return String(instant > 0 ? MAX_LONG : -MAX_LONG - 1n);
  const whole = Math.trunc(instant);
  const nanos = Math.round(Math.abs(instant - whole) * NANOS_PER_MILLI);
  return withFraction(String(BigInt(whole)), nanos, 6);
}

const withFraction = (whole: string, fraction: number, digits: number): string =>
  fraction === 0 ? whole : `${whole}.${String(fraction).padStart(digits, "0").replace(/0+$/, "")}`;

function epoch(unit: number): SingleFormat {
  const regex = unit === 1 ? /^-?\d{1,19}(?:\.\d{0,6})?$/ : /^-?\d{1,19}(?:\.\d{0,9})?$/;
  return {
    roundsUp: unit === SECOND,
    parse: (text) => {
      if (!regex.test(text)) return undefined;
      const value = Number(text);
      if (Math.abs(value * unit) > 2 ** 63 || !isJavaLong(BigInt(text.replace(/^-|\..*/g, "")))) return undefined;
      // In whole and fraction, because 1577836800.001 * 1000 is not a whole number.
      const whole = Math.trunc(value) * unit;
      const fraction = Math.round((value - Math.trunc(value)) * unit * 1e6) / 1e6;
      return Math.floor(whole + fraction);
    },
    print: (instant) => {
      if (unit === 1) return epochMillis(instant);
      const nanos = Math.round(Math.abs(instant % SECOND) * NANOS_PER_MILLI);
      const seconds = `${instant < 0 ? "-" : ""}${Math.floor(Math.abs(instant) / SECOND)}`;
      return withFraction(seconds, nanos, 9);
    },
  };
}

const ZONE = "(Z|[+-]\\d\\d(?::?\\d\\d(?::?\\d\\d)?)?|[A-Z][A-Za-z0-9/_+:-]*)?";
const STRICT_ISO_NAMES = new Set(["strict_date_optional_time", "strict_date_optional_time_nanos", "iso8601"]);
const STRICT_ISO = new RegExp(
  `^(-?\\d{4})(?:-(\\d\\d)(?:-(\\d\\d)(?:T(?:(\\d\\d)(?::(\\d\\d)(?::(\\d\\d)(?:[.,](\\d{1,9}))?)?)?${ZONE})?)?)?)?$`,
);
const LENIENT_ISO = new RegExp(
  `^(-?\\d{1,9})(?:-(\\d{1,2})(?:-(\\d{1,2})(?:T(?:(\\d{1,2})(?::(\\d{1,2})(?::(\\d{1,2})(?:[.,](\\d{1,9}))?)?)?${ZONE})?)?)?)?$`,
);

function isoFormat(regex: RegExp): SingleFormat {
  return {
    parse: (text) => {
      const match = regex.exec(text);
      if (!match) return undefined;
      const [, year, month, day, hour, minute, second, fraction, zone] = match;
      const fields: DateFields = { year: Number(year) };
      if (month) fields.month = Number(month);
      if (day) fields.day = Number(day);
      if (hour) fields.hour = Number(hour);
      if (minute) fields.minute = Number(minute);
      if (second) fields.second = Number(second);
      if (fraction) fields.millis = Number(fraction.slice(0, 3).padEnd(3, "0"));
      if (!zone) return fields;
      try {
        fields.zone = timeZone(zone);
      } catch {
        return undefined;
      }
      return fields;
    },
    print: printIso,
  };
}

/** `2020-01-02T03:04:05.678Z`; years beyond 0 to 9999 carry a sign. */
function printIso(instant: number, zone: TimeZone): string {
  const offset = zone.offsetAt(instant);
  const local = toLocal(zone, instant);
  const { year, month, day } = civilOf(local);
  const time = timeOfDay(local);
  const two = (value: number) => (value < 10 ? `0${value}` : String(value));
  const size = String(Math.abs(year)).padStart(4, "0");
  const signed = year < 0 ? `-${size}` : year > 9_999 ? `+${size}` : size;
  const clock = `${two(Math.floor(time / HOUR))}:${two(Math.floor(time / MINUTE) % 60)}:${two(Math.floor(time / SECOND) % 60)}`;
  return `${signed}-${two(month)}-${two(day)}T${clock}.${String(Math.floor(time % SECOND)).padStart(3, "0")}${printOffset(offset)}`;
}

/** The writing pattern, then the reading ones where they differ. Strict names want every digit. */
const NAMED: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(named()));

function named(): Record<string, readonly string[]> {
  const fractions = (pattern: string, most = 9) =>
    [3, 1, 2, 4, 5, 6, 7, 8, 9].filter((n) => n <= most).map((n) => pattern.replace("SSS", "S".repeat(n)));
  const zoned = (pattern: string) => (pattern.includes("XXX") ? [pattern, pattern.replace("XXX", "X")] : [pattern]);
  const spellings = (pattern: string, most?: number) =>
    (pattern.includes("SSS") ? fractions(pattern, most) : [pattern]).flatMap(zoned);
  const lenient = (pattern: string) =>
    pattern.replace("yyyy", "y").replace(/(MM|DDD|dd|HH|mm|ss)/g, (two) => two.charAt(0));
  const table: Record<string, string[]> = {};
  const both = (name: string, pattern: string, most?: number) => {
    const quoted = pattern.replace("T", "'T'");
    table[`strict_${name}`] = [quoted, ...spellings(quoted, most)];
    table[name] = [quoted, ...spellings(lenient(quoted), most)];
  };
  both("date", "yyyy-MM-dd");
  both("date_hour", "yyyy-MM-ddTHH");
  both("date_hour_minute", "yyyy-MM-ddTHH:mm");
  both("date_hour_minute_second", "yyyy-MM-ddTHH:mm:ss");
  both("date_hour_minute_second_millis", "yyyy-MM-ddTHH:mm:ss.SSS", 3);
  both("date_hour_minute_second_fraction", "yyyy-MM-ddTHH:mm:ss.SSS");
  both("date_time", "yyyy-MM-ddTHH:mm:ss.SSSXXX");
  both("date_time_no_millis", "yyyy-MM-ddTHH:mm:ssXXX");
  table["strict_date_time"]?.push(...spellings("yyyy-MM-dd'T'HH:mm:ssXXX"));
  both("hour", "HH");
  both("hour_minute", "HH:mm");
  both("hour_minute_second", "HH:mm:ss");
  both("ordinal_date", "yyyy-DDD");
  both("year", "yyyy");
  both("year_month", "yyyy-MM");
  both("year_month_day", "yyyy-MM-dd");
  table["year"] = ["y"];
  table["basic_date"] = ["yyyyMMdd"];
  table["basic_date_time"] = ["yyyyMMdd'T'HHmmss.SSSXX"].flatMap((pattern) => [pattern, ...fractions(pattern)]);
  table["basic_date_time_no_millis"] = ["yyyyMMdd'T'HHmmssXX"];
  table["basic_ordinal_date"] = ["yyyyDDD"];
  return table;
}

/** An instant; a reason when such a date does not exist; undefined when a field is out of its range. */
function resolve(fields: DateFields, { zone, roundUp }: DateReading): number | { reason: string } | undefined {
  const { month = 1, day = 1, dayOfYear } = fields;
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const date = civilDay(fields, month, day, dayOfYear);
  if (typeof date !== "number") return date;
  const hour = hourOf(fields);
  const known = { hour, minute: fields.minute, second: fields.second, millis: fields.millis };
  const time = roundUp
    ? { hour: 23, minute: 59, second: 59, millis: 999 }
    : { hour: 0, minute: 0, second: 0, millis: 0 };
  const { hour: h = time.hour, minute: m = time.minute, second: s = time.second, millis = time.millis } = known;
  if (h > 23 || m > 59 || s > 59) return undefined;
  const local = date * DAY + h * HOUR + m * MINUTE + s * SECOND + millis;
  return toInstant(fields.zone ?? zone ?? UTC, local);
}

function hourOf({ hour, hourOfHalf, afternoon }: DateFields): number | undefined {
  if (hour !== undefined || hourOfHalf === undefined) return hour;
  if (hourOfHalf < 1 || hourOfHalf > 12) return 24;
  return (hourOfHalf % 12) + (afternoon ? 12 : 0);
}

function civilDay(
  { year }: DateFields,
  month: number,
  day: number,
  dayOfYear: number | undefined,
): number | { reason: string } | undefined {
  const of = year ?? 1970;
  if (dayOfYear !== undefined) {
    if (dayOfYear < 1 || dayOfYear > 366) return undefined;
    if (dayOfYear === 366 && !isLeapYear(of)) {
      return { reason: `Invalid date 'DayOfYear 366' as '${of}' is not a leap year` };
    }
    return dayNumber(of, 1, 1) + dayOfYear - 1;
  }
  if (day > daysInMonth(of, month)) {
    if (day === 29) return { reason: `Invalid date 'February 29' as '${of}' is not a leap year` };
    return { reason: `Invalid date '${MONTH_NAMES[month - 1]} ${day}'` };
  }
  return dayNumber(of, month, day);
}

const MONTH_NAMES = [
  "JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE",
  "JULY", "AUGUST", "SEPTEMBER", "OCTOBER", "NOVEMBER", "DECEMBER",
]; // biome-ignore format: two rows read better
