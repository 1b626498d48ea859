import { z } from "zod";

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(?:Z|[+-](?:(?:0\d|1[0-7])(?::?[0-5]\d)?|18(?::?00)?))?$/;

/**
 * Whether the text is an ISO 8601 date-time of a day that exists: `2020-02-29T12:00`, with or without seconds, up to
 * nine decimals, `Z` or an offset of 18 hours at most. Without an offset it is UTC.
 */
export function isDateTime(text: string): boolean {
  const match = pattern.exec(text);
  if (!match) return false;
  const month = Number(match[2]);
  const day = Number(match[3]);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(Number(match[1]), month);
}

/** Milliseconds since 1970 of a date-time that `isDateTime` accepts; without an offset it is UTC. */
export function toInstant(text: string): number {
  const [written, hours, minutes = "00"] = /([+-]\d{2})(?::?(\d{2}))?$/.exec(text) ?? [];
  if (written !== undefined) return Date.parse(`${text.slice(0, -written.length)}${hours}:${minutes}`);
  return Date.parse(text.endsWith("Z") ? text : `${text}Z`);
}

/** Minutes ahead of UTC of an offset such as `+01:00`, `-0330`, `+01` or `Z`. */
export function minutesAhead(offset: string): number {
  if (offset.toUpperCase() === "Z") return 0;
  const size = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(":", ""));
  return offset.startsWith("-") ? -size : size;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** ISO 8601 date-time with an offset or `Z`; without one it is UTC. */
export const DateTime = z
  .string()
  .refine(isDateTime, { message: "must be an ISO 8601 date-time, such as 2024-05-01T12:00:00Z" })
  .meta({ format: "date-time", examples: ["2024-05-01T12:00:00Z"] });
