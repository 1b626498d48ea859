import { DAY, dayNumber, startOfDay } from "../../../science/calendar.ts";

/** Observations outside of these years are taken for mistakes. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;

/** Reads a time as seconds since 1970; NaN when it does not fit, for the reason that `timeError` gives. */
export type ReadTime = (text: string) => number;

/**
 * A reader of times, for millions in a row: `2024-02-01T12:00:00+01:00`, or with `Z`, is read digit by digit, every other
 * spelling of ISO 8601 by a pattern. `offset`: that of the network in minutes, for times without one.
 */
export function timeReader(offset: number): ReadTime {
  let lastDate = -1;
  let lastDay = 0;
  return (text) => {
    const { length } = text;
    if (length !== 25 && length !== 20) return readAnySpelling(text, offset);
    const year = two(text, 0) * 100 + two(text, 2);
    const month = two(text, 5);
    const date = year * 10_000 + month * 100 + two(text, 8);
    const hour = two(text, 11);
    const minute = two(text, 14);
    const second = two(text, 17);
    const zone = zoneOf(text, length);
    if (!(hour < 24 && minute < 60 && second < 60) || Number.isNaN(zone) || !isSeparated(text)) {
      return readAnySpelling(text, offset);
    }
    if (date !== lastDate) {
      const day = dayOfDate(year, month, date % 100);
      if (Number.isNaN(day)) return Number.NaN;
      lastDate = date;
      lastDay = day;
    }
    return lastDay * DAY + hour * 3600 + minute * 60 + second - zone;
  };
}

/** Why a value is not the time of an observation. */
export function timeError(value: unknown): string {
  if (value === undefined) return "is required";
  if (typeof value !== "string") return "must be a string";
  const parts = pattern.exec(value);
  if (!parts) return "must be an ISO 8601 date-time of a whole second, such as 2024-02-01T12:00:00+01:00";
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (year < FIRST_YEAR || year >= LAST_YEAR) return `must lie from ${FIRST_YEAR} to ${LAST_YEAR - 1}`;
  return Number.isNaN(dayOfDate(year, month, day)) ? "names a day that does not exist" : "names a time that no day has";
}

const pattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,]0{1,9})?)?(?:(Z)|([+-])(\d\d):?(\d\d)?)?$/;

function readAnySpelling(text: string, offset: number): number {
  const parts = pattern.exec(text);
  if (!parts) return Number.NaN;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((part) => Number(parts[part] ?? 0));
  const [, , , , , , , utc, sign, zoneHours, zoneMinutes] = parts;
  const minutes = Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0);
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return Number.NaN;
  if (minutes > MAX_ZONE_MINUTES || Number(zoneMinutes ?? 0) > 59) return Number.NaN;
  const ahead = utc ? 0 : sign === undefined ? offset : sign === "-" ? -minutes : minutes;
  const time = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return startOfDay(dayOfDate(Number(year), Number(month), Number(day)), ahead) + time;
}

const MAX_ZONE_MINUTES = 18 * 60;

/** NaN for a day that does not exist or lies too far away. */
function dayOfDate(year: number, month: number, day: number): number {
  if (!(year >= FIRST_YEAR && year < LAST_YEAR && month >= 1 && month <= 12 && day >= 1)) return Number.NaN;
  const number = dayNumber(year, month, day);
  return number < dayNumber(year, month + 1, 1) ? number : Number.NaN;
}

const ZERO = 0x30;
const HYPHEN = 0x2d;
const COLON = 0x3a;
const LETTER_T = 0x54;
const LETTER_Z = 0x5a;
const PLUS = 0x2b;

/** The number of the two digits at `at`, else NaN. */
function two(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

function isSeparated(text: string): boolean {
  return (
    text.charCodeAt(4) === HYPHEN &&
    text.charCodeAt(7) === HYPHEN &&
    text.charCodeAt(10) === LETTER_T &&
    text.charCodeAt(13) === COLON &&
    text.charCodeAt(16) === COLON
  );
}

/** Seconds that the time's zone lies ahead of UTC, else NaN. */
function zoneOf(text: string, length: number): number {
  const sign = text.charCodeAt(19);
  if (length === 20) return sign === LETTER_Z ? 0 : Number.NaN;
  if (text.charCodeAt(22) !== COLON) return Number.NaN;
  const minutes = two(text, 23);
  const ahead = two(text, 20) * 60 + minutes;
  if (!(minutes < 60 && ahead <= MAX_ZONE_MINUTES)) return Number.NaN;
  return sign === PLUS ? ahead * 60 : sign === HYPHEN ? -ahead * 60 : Number.NaN;
}
