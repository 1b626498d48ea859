import { BadFile } from "../bad-file.ts";
import { calendarOf } from "./calendars.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Milliseconds of each unit, by its names in UDUNITS and those that producers use beside them. */
const UNITS: ReadonlyMap<string, number> = new Map(
  (
    [
      [1e-3, "us microsec microsecs microsecond microseconds"],
      [1, "ms msec msecs millisec millisecs millisecond milliseconds"],
      [1_000, "s sec secs second seconds"],
      [MINUTE_MS, "min mins minute minutes"],
      [HOUR_MS, "h hr hrs hour hours"],
      [DAY_MS, "d day days"],
      [7 * DAY_MS, "week weeks"],
    ] as const
  ).flatMap(([ms, names]) => names.split(" ").map((name) => [name, ms] as const)),
);

const AXIS = /^(?:(\d+\.?\d*(?:e[+-]?\d+)?)\s+)?([a-z]+)\s*(?:\b(?:since|after|from|ref)\b|@)\s*(\S.*)$/i;

/**
 * Instants of a CF time axis, such as `hours since 2026-06-21 00:00:00`, as ISO 8601 in UTC. Reads what UDUNITS does, and
 * `hrs` and `mins`. `calendar`: the axis' attribute. @throws BadFile
 */
export function instantsOf(values: Iterable<number>, units: string, calendar?: string): string[] {
  const [, factor = "1", unit = "", reference = ""] = AXIS.exec(units.trim()) ?? [];
  const scale = UNITS.get(unit.toLowerCase());
  const days = calendarOf(calendar);
  const written = readReference(reference);
  if (scale === undefined || written === undefined) {
    throw new BadFile(`time has the units "${units}"; they must look like "hours since 2026-06-21 00:00:00"`);
  }
  const day = days(written);
  if (day === undefined) {
    throw new BadFile(`time has the units "${units}", a day that the calendar ${calendar ?? "standard"} does not have`);
  }
  const origin = day * DAY_MS + written.ms;
  return Array.from(values, (value) => {
    const time = new Date(Math.round(origin + value * Number(factor) * scale));
    if (Number.isNaN(time.getTime())) throw new BadFile(`time holds ${value}, which is no time`);
    return time.toISOString().replace(".000Z", "Z");
  });
}

/** A reference time: its date, and the milliseconds after that day's beginning in UTC. */
interface Reference {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly ms: number;
}

const DATE = /^(?:([+-]?\d{1,4})-(\d{1,2})(?:-(\d{1,2}))?|(\d{4})(?:(\d\d)(\d\d))?)(?!\d)/;
const CLOCK =
  /^(?:\s*T\s*|\s+)(?:(\d\d)(\d\d)(\d\d(?:\.\d*)?)?|(\d{1,2})(?::(\d{1,2})(?::(\d{1,2}(?:\.\d*)?))?)?)(?![\d:.])/i;
const ZONE = /^\s*(?:Z|UTC|GMT|([+-]?)(\d{1,2})(?::?(\d\d))?)?$/i;

/** A date with or without a clock and a zone, each packed (`20260621T0600`) or not, with or without leading zeros. */
function readReference(text: string): Reference | undefined {
  const date = DATE.exec(text);
  if (!date) return undefined;
  const afterDate = text.slice(date[0].length);
  const clock = CLOCK.exec(afterDate);
  const zone = ZONE.exec(afterDate.slice(clock?.[0].length ?? 0));
  if (!zone) return undefined;
  const number = (parts: RegExpExecArray | null, at: number, other: number, absent = 0) =>
    Number(parts?.[at] ?? parts?.[other] ?? absent);
  const [month, day] = [number(date, 2, 5, 1), number(date, 3, 6, 1)];
  const [hour, minute, second] = [number(clock, 1, 4), number(clock, 2, 5), number(clock, 3, 6)];
  const [zoneHours, zoneMinutes] = [Number(zone[2] ?? 0), Number(zone[3] ?? 0)];
  const fits = hour < 24 && minute < 60 && second < 60 && zoneHours < 24 && zoneMinutes < 60;
  if (!fits || month < 1 || month > 12 || day < 1) return undefined;
  const ahead = (zone[1] === "-" ? -1 : 1) * (zoneHours * HOUR_MS + zoneMinutes * MINUTE_MS);
  const ms = hour * HOUR_MS + minute * MINUTE_MS + second * 1000 - ahead;
  return { year: number(date, 1, 4), month, day, ms };
}
