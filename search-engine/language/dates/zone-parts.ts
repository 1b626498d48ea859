import { modulo } from "../../../science/calendar.ts";
import { HOUR, MINUTE, SECOND } from "./calendar.ts";
import { OFFSET_SECONDS } from "./fields.ts";
import type { Part, Reading, WallClock } from "./parts.ts";
import { DateProblem } from "./problem.ts";
import { offsetZone, timeZone, UTC, type ZoneNameStyle, zoneName } from "./zone.ts";

/** How an offset is written: its minutes and seconds always, where they are not zero, or never. */
export interface OffsetStyle {
  readonly separator: "" | ":";
  readonly minutes: "always" | "if any";
  readonly seconds: "always" | "if any" | "never";
  /** The text for offset 0. */
  readonly zero: string;
}

const two = (value: number): string => String(value).padStart(2, "0");

interface Clock {
  readonly sign: string;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

function clockOf(offset: number): Clock {
  const size = Math.abs(offset);
  return {
    sign: offset < 0 ? "-" : "+",
    hours: Math.floor(size / HOUR),
    minutes: Math.floor(modulo(size, HOUR) / MINUTE),
    seconds: Math.floor(modulo(size, MINUTE) / SECOND),
  };
}

function printedOffset(offset: number, { separator, minutes, seconds, zero }: OffsetStyle): string {
  const clock = clockOf(offset);
  const hasMinutes = minutes === "always" || clock.minutes > 0;
  const hasSeconds = seconds === "always" || (seconds === "if any" && clock.seconds > 0);
  if (clock.hours === 0 && !(hasMinutes && clock.minutes > 0) && !(hasSeconds && clock.seconds > 0)) return zero;
  let text = `${clock.sign}${two(clock.hours)}`;
  if (hasMinutes) text += `${separator}${two(clock.minutes)}`;
  return hasMinutes && hasSeconds ? `${text}${separator}${two(clock.seconds)}` : text;
}

/** Two digits from 0 to 59 behind an optional colon, and their end. */
function sixtiethAt(
  text: string,
  at: number,
  separator: string,
): { readonly value: number; readonly end: number } | undefined {
  const start = at + separator.length;
  const own = text.slice(start, start + 2);
  if (!text.startsWith(separator, at) || !/^[0-5]\d$/.test(own)) return undefined;
  return { value: Number(own), end: start + 2 };
}

export function offsetPart(style: OffsetStyle): Part {
  const { separator, minutes, seconds, zero } = style;
  return {
    fields: [],
    print: ({ offset }) => printedOffset(offset, style),
    read: (into, at) => {
      const { text } = into;
      if (text.startsWith(zero, at)) return into.set(OFFSET_SECONDS, 0, at + zero.length);
      const sign = { "+": 1, "-": -1 }[text[at] ?? ""];
      const hour = sixtiethAt(text, at + 1, "");
      if (sign === undefined || !hour) return -1;
      const minute = sixtiethAt(text, hour.end, separator);
      if (!minute && minutes === "always") return -1;
      const second = minute && seconds !== "never" ? sixtiethAt(text, minute.end, separator) : undefined;
      if (!second && seconds === "always") return -1;
      if (hour.value > 23) return -1;
      const size = hour.value * 3_600 + (minute?.value ?? 0) * 60 + (second?.value ?? 0);
      return into.set(OFFSET_SECONDS, sign * size, second?.end ?? minute?.end ?? hour.end);
    },
  };
}

/** `GMT+2`, or `GMT+02:00` in full. */
export function gmtPart(isFull: boolean): Part {
  const hours = isFull ? /^\d\d/ : /^\d\d?/;
  return {
    fields: [],
    print: ({ offset }) => {
      if (offset === 0) return "GMT";
      const { sign, hours: size, minutes, seconds } = clockOf(offset);
      const rest =
        (isFull || minutes > 0 || seconds > 0 ? `:${two(minutes)}` : "") + (seconds > 0 ? `:${two(seconds)}` : "");
      return `GMT${sign}${isFull ? two(size) : size}${rest}`;
    },
    read: (into, at) => {
      const { text } = into;
      if (!text.startsWith("GMT", at)) return -1;
      const sign = { "+": 1, "-": -1 }[text[at + 3] ?? ""];
      if (sign === undefined) return into.set(OFFSET_SECONDS, 0, at + 3);
      const [hour] = hours.exec(text.slice(at + 4, at + 6)) ?? [];
      if (hour === undefined) return -1;
      const [rest, minute, second = 0] = /^:(\d\d)(?::(\d\d))?/.exec(text.slice(at + 4 + hour.length, at + 12)) ?? [];
      if (isFull && rest === undefined) return -1;
      const size = Number(hour) * 3_600 + Number(minute ?? 0) * 60 + Number(second);
      return into.set(OFFSET_SECONDS, sign * size, at + 4 + hour.length + (rest?.length ?? 0));
    },
  };
}

const ID_OFFSET = /^[+-](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?/;
/** Characters of ids of regions. */
const ID = /^[A-Za-z][A-Za-z0-9~/._+-]*/;

/** The id of a zone: an offset, `Z`, `UTC+01:00`, a region. */
function readZoneId(into: Reading, at: number): number {
  const { text } = into;
  const keep = (id: string, end: number): number => {
    try {
      into.zone = timeZone(id);
      return end;
    } catch (error) {
      if (error instanceof DateProblem) return -1;
      throw error;
    }
  };
  const offsetAt = (start: number) => ID_OFFSET.exec(text.slice(start, start + 9))?.[0];
  const first = text[at];
  if (first === "+" || first === "-") {
    const offset = offsetAt(at);
    return offset === undefined ? -1 : keep(offset, at + offset.length);
  }
  const prefix = ["UTC", "UT", "GMT"].find((each) => text.startsWith(each, at));
  if (prefix !== undefined) {
    if (text.startsWith("GMT0", at)) return keep("GMT", at + 4);
    const end = at + prefix.length;
    const offset = offsetAt(end);
    return offset === undefined ? keep(prefix, end) : keep(prefix + offset, end + offset.length);
  }
  const [run = ""] = ID.exec(text.slice(at, at + MAX_ID_LENGTH)) ?? [];
  for (const length of endsOfIds(run)) {
    const end = keep(run.slice(0, length), at + length);
    if (end >= 0) return end;
  }
  if (first !== "Z") return -1;
  into.zone = UTC;
  return at + 1;
}

const MAX_ID_LENGTH = 64;

/** The possible ends of an id in the run, the longest first. */
function* endsOfIds(run: string): Generator<number> {
  if (run.length > 1) yield run.length;
  for (let end = run.length - 1; end > 2; end--) if (/[^A-Za-z]/.test(run.charAt(end))) yield end;
}

export const zoneIdPart: Part = { fields: [], print: ({ zone }) => javaId(zone.id), read: readZoneId };

/** Names of zones are read as ids, and written as names where the zone is a region. */
export const zoneNamePart = (style: ZoneNameStyle): Part => ({
  fields: [],
  print: ({ zone, instant }: WallClock) => zoneName(zone, instant, style) ?? javaId(zone.id),
  read: readZoneId,
});

/** The id as Java writes it: `UTC+3` is `UTC+03:00`. */
function javaId(id: string): string {
  const zone = offsetZone(id);
  if (!zone) return id;
  const [prefix = ""] = /^[A-Z]*/.exec(id) ?? [];
  const offset = printedOffset(zone.offsetAt(0), { separator: ":", minutes: "always", seconds: "if any", zero: "Z" });
  return prefix === "" || prefix === "Z" ? offset : offset === "Z" ? prefix : prefix + offset;
}
