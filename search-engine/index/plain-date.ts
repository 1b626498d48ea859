import { dayNumber } from "../../science/calendar.ts";
import { u8 } from "../bytes/arrays.ts";

const DAY_MS = 86_400_000;

/**
 * Fast path for date-times in the usual form, `2015-04-17T16:39:41.943Z` or with an offset, in bytes. Returns
 * milliseconds since 1970; undefined for any other form, days after the 28th included, which needs the general parser.
 */
export function plainInstant(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (end - start < 20 || bytes[start + 4] !== 0x2d || bytes[start + 7] !== 0x2d || bytes[start + 10] !== 0x54) return;
  if (bytes[start + 13] !== 0x3a || bytes[start + 16] !== 0x3a) return;
  const year = pair(bytes, start) * 100 + pair(bytes, start + 2);
  const month = pair(bytes, start + 5);
  const day = pair(bytes, start + 8);
  const hour = pair(bytes, start + 11);
  const minute = pair(bytes, start + 14);
  const second = pair(bytes, start + 17);
  // Anything but a digit gives NaN, for which every comparison is false.
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= 28)) return;
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return;
  let at = start + 19;
  let milliseconds = 0;
  if (bytes[at] === 0x2e) {
    const from = ++at;
    for (let unit = 100; at < end && isDigit(u8(bytes, at)); at++, unit = Math.trunc(unit / 10)) {
      milliseconds += (u8(bytes, at) - 0x30) * unit;
    }
    if (at === from || at - from > 9) return;
  }
  const offset = offsetMinutes(bytes, at, end);
  if (offset === undefined) return;
  const local = dayNumber(year, month, day) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000;
  return local + milliseconds - offset * 60_000;
}

/** Minutes of `Z` or `+01:00`, which must end at `end`; undefined for anything else. */
function offsetMinutes(bytes: Uint8Array, at: number, end: number): number | undefined {
  const sign = bytes[at];
  if (sign === 0x5a) return at + 1 === end ? 0 : undefined;
  if ((sign !== 0x2b && sign !== 0x2d) || at + 6 !== end || bytes[at + 3] !== 0x3a) return undefined;
  const hours = pair(bytes, at + 1);
  const minutes = pair(bytes, at + 4);
  if (!(hours <= 17 && minutes <= 59)) return undefined;
  return (sign === 0x2d ? -1 : 1) * (hours * 60 + minutes);
}

function pair(bytes: Uint8Array, at: number): number {
  const tens = u8(bytes, at);
  const ones = u8(bytes, at + 1);
  return isDigit(tens) && isDigit(ones) ? (tens - 0x30) * 10 + ones - 0x30 : Number.NaN;
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
