import { ownText } from "../json/own-text.ts";
import { DAY, HOUR, MINUTE, SECOND } from "./calendar.ts";
import { DateProblem } from "./problem.ts";

/** A UTC offset or a region of the time-zone database. */
export interface TimeZone {
  readonly id: string;
  /** True when the offset never changes. */
  readonly fixed: boolean;
  /** Milliseconds that local time is ahead of UTC at this instant. */
  offsetAt(instant: number): number;
}

export const UTC: TimeZone = { id: "Z", fixed: true, offsetAt: () => 0 };

/** `Z`, `+01:00`, `-0930`, `UTC+2` or a region such as `Europe/Berlin`, as java.time's ZoneId reads them. @throws DateProblem */
export function timeZone(id: string): TimeZone {
  const known = zones.get(id);
  if (known) return known;
  const own = ownText(id);
  const zone = offsetZone(own) ?? regionZone(own);
  // Ids come from searches, so their number is unbounded.
  if (zones.size >= MAX_ZONES) zones.clear();
  zones.set(own, zone);
  return zone;
}

/** Number of times that the offset of a region was looked up, which takes some microseconds each. */
export function offsetsAsked(): number {
  return asked;
}

/** The wall clock at an instant. */
export const toLocal = (zone: TimeZone, instant: number): number => instant + zone.offsetAt(instant);

/** The instant of a local time: the earlier of two; in a gap, moved on by the length of the gap. */
export function toInstant(zone: TimeZone, local: number): number {
  if (zone.fixed) return local - zone.offsetAt(0);
  const before = zone.offsetAt(local - DAY);
  const after = zone.offsetAt(local + DAY);
  if (before === after && zone.offsetAt(local - before) === before) return local - before;
  const valid = [local - before, local - after].filter((instant) => toLocal(zone, instant) === local);
  return valid.length > 0 ? Math.min(...valid) : local - before;
}

const MAX_ZONES = 1_000;
const zones = new Map<string, TimeZone>([["Z", UTC]]);

const MAX_KNOWN_OFFSETS = 100_000;
/** Offsets of regions by the region's number and the day; NaN where the offset changes within the day. */
const knownOffsets = new Map<number, number>();
/** Number of days that a Date can hold, which is the number of keys per region. */
const DAYS = 2 * 100_000_001;
const regions = new Map<string, Region>();
/** By lower-case id: each id has thousands of spellings, and looking one up takes a tenth of a millisecond. */
const regionsByLetters = new Map<string, Region>();
let asked = 0;

/** A region of the time-zone database, whatever its id. */
interface Region {
  readonly id: string;
  readonly number: number;
  readonly clock: (instant: number) => number;
}

const OFFSET = /^(?:UTC|GMT|UT)?([+-])(\d{1,2})(?::?(\d\d)(?::?(\d\d))?)?$/;

/** Undefined for ids of regions. @throws DateProblem */
export function offsetZone(id: string): TimeZone | undefined {
  if (id === "UTC" || id === "GMT" || id === "UT") return { id, fixed: true, offsetAt: () => 0 };
  const match = OFFSET.exec(id);
  if (!match) return undefined;
  const [, sign, hours, minutes = "0", seconds = "0"] = match;
  const size = Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * SECOND;
  if (Number(minutes) > 59 || Number(seconds) > 59 || size > 18 * HOUR) {
    throw new DateProblem("date_time_exception", "Zone offset not in valid range: -18:00 to +18:00");
  }
  const offset = sign === "-" ? -size : size;
  return { id, fixed: true, offsetAt: () => offset };
}

function regionZone(id: string): TimeZone {
  // Java's region ids are case-sensitive and know no bare abbreviations such as EST; Intl is more lenient.
  if (!/^[A-Z][A-Za-z0-9~/._+-]+$/.test(id)) {
    throw new DateProblem("date_time_exception", `Invalid ID for region-based ZoneId, invalid format: ${id}`);
  }
  const { number, clock } = regionOf(id);
  const offsetAt = (given: number): number => {
    const instant = withinDates(given);
    const day = Math.floor(instant / DAY);
    const key = number * DAYS + day + DAYS / 2;
    const known = knownOffsets.get(key);
    if (known !== undefined && !Number.isNaN(known)) return known;
    if (known === undefined) {
      const [start, end] = [clock(day * DAY), clock((day + 1) * DAY)];
      if (knownOffsets.size >= MAX_KNOWN_OFFSETS) knownOffsets.clear();
      knownOffsets.set(key, start === end ? start : Number.NaN);
      if (start === end) return start;
    }
    return clock(instant);
  };
  return { id, fixed: false, offsetAt };
}

/** The calendar repeats after 400 years, which are whole weeks, and with it the rules of summer time. */
const CALENDAR_CYCLE = 146_097 * DAY;
/** A day less than a Date can hold, so that the end of the last day is a Date as well. */
const LAST_INSTANT = 99_999_999 * DAY;

/** An instant in the range of Date with the same offset. */
function withinDates(instant: number): number {
  if (instant <= LAST_INSTANT) return Math.max(instant, -LAST_INSTANT);
  return instant - Math.ceil((instant - LAST_INSTANT) / CALENDAR_CYCLE) * CALENDAR_CYCLE;
}

/** @throws DateProblem */
function regionOf(id: string): Region {
  const unknown = () => new DateProblem("zone_rules_exception", `Unknown time-zone ID: ${id}`);
  if (/^(?:EST|MST|HST|[A-Z]{3}T)$/.test(id)) throw unknown();
  const letters = id.toLowerCase();
  const region = regionsByLetters.get(letters) ?? lookedUp(letters);
  // Intl takes ids in any case.
  if (!region || (region.id !== id && region.id.toLowerCase() === letters)) throw unknown();
  return region;
}

/** One for each region, however it is spelt. */
function lookedUp(letters: string): Region | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-US", { timeZone: letters, timeZoneName: "longOffset" });
  } catch {
    return undefined;
  }
  const id = format.resolvedOptions().timeZone;
  const region = regions.get(id) ?? { id, number: regions.size, clock: clockOf(format) };
  regions.set(id, region);
  regionsByLetters.set(letters, region);
  return region;
}

/** Gets the offset from Intl. This is slow, so the caller caches whole days. */
function clockOf(format: Intl.DateTimeFormat): (instant: number) => number {
  return (instant) => {
    asked++;
    const name = format.formatToParts(instant).find((part) => part.type === "timeZoneName")?.value ?? "GMT";
    const match = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(name);
    if (!match?.[1]) return 0;
    const size = Number(match[2]) * HOUR + Number(match[3]) * MINUTE + Number(match[4] ?? 0) * SECOND;
    return match[1] === "-" ? -size : size;
  };
}

/** The zone that is always this many milliseconds ahead of UTC. */
export function offsetOf(offset: number): TimeZone {
  const size = Math.abs(offset);
  const two = (value: number) => String(Math.floor(value) % 60).padStart(2, "0");
  return timeZone(`${offset < 0 ? "-" : "+"}${two(size / HOUR)}:${two(size / MINUTE)}:${two(size / SECOND)}`);
}

/** Styles of zone names: by time of the year, or generic. */
export type ZoneNameStyle = "short" | "long" | "shortGeneric" | "longGeneric";

/** Locales in which short names of zones are in use. */
const NAMING_LOCALES = ["en-US", "en-GB", "en-AU", "en-IN", "en-NZ"];
/** A winter and a summer. Names for other years are not known everywhere. */
const NAMING_YEAR = [Date.UTC(2000, 0), Date.UTC(2000, 6)];

/** The name of a region's time at an instant, such as `CEST`; undefined for offsets, and where it has none. */
export function zoneName(zone: TimeZone, instant: number, style: ZoneNameStyle): string | undefined {
  if (zone.fixed) return undefined;
  asked++;
  const [standard, ...others] = NAMING_YEAR.sort((a, b) => zone.offsetAt(a) - zone.offsetAt(b));
  const alike = others.find((each) => zone.offsetAt(each) === zone.offsetAt(instant)) ?? standard;
  for (const locale of NAMING_LOCALES) {
    const format = new Intl.DateTimeFormat(locale, { timeZone: zone.id, timeZoneName: style });
    const name = format.formatToParts(alike).find((part) => part.type === "timeZoneName")?.value ?? "";
    if (style.startsWith("long") || /^[A-Z]+$/.test(name)) return name;
  }
  return undefined;
}
