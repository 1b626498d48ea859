import tzLookup from "@photostructure/tz-lookup";
import { LRUCache } from "lru-cache";
import type { Coordinates } from "../../../../science/geometry/distance.ts";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** The time zone of a place, such as Europe/Oslo; at sea Etc/GMT and its offset. */
export function zoneOf({ latitude, longitude }: Coordinates): string {
  return tzLookup(latitude, longitude);
}

/** What clocks of a zone show, and when they show it. */
export interface ZoneClock {
  readonly zone: string;
  /** Such as 2026-06-21. */
  readonly date: (instant: number) => string;
  /** Such as 09:30. */
  readonly time: (instant: number) => string;
  /** Milliseconds ahead of UTC. */
  readonly offset: (instant: number) => number;
  /**
   * The instant at which the clocks show this date and time: the first where they do so twice, and where they skip it, the
   * instant as by the clock before. Undefined for a date that there is not.
   */
  readonly instant: (date: string, time: string) => number | undefined;
}

/** Making a clock takes longer than reading it a hundred times. */
const made = new LRUCache<string, ZoneClock>({ max: 50 });

export function clockOf(zone: string): ZoneClock {
  const clock = made.get(zone) ?? makeClock(zone);
  made.set(zone, clock);
  return clock;
}

function makeClock(zone: string): ZoneClock {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    calendar: "gregory",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  /** The clock's date and time, as if it were UTC. */
  const shown = (instant: number): string => {
    const part = Object.fromEntries(parts.formatToParts(instant).map(({ type, value }) => [type, value]));
    const { year = "", month = "", day = "", hour = "", minute = "", second = "" } = part;
    return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  };
  const offset = (instant: number): number => Date.parse(`${shown(instant)}Z`) - Math.floor(instant / 1000) * 1000;
  return {
    zone,
    offset,
    date: (instant) => shown(instant).slice(0, 10),
    time: (instant) => shown(instant).slice(11, 16),
    instant: (date, time) => {
      const asUtc = Date.parse(`${date}T${time}:00Z`);
      // `Date.parse` takes 31 February for 3 March.
      if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 10) !== date) return undefined;
      const offsets = [offset(asUtc - DAY), offset(asUtc + DAY)];
      const candidates = offsets.map((each) => asUtc - each);
      const exact = candidates.filter((instant) => shown(instant).slice(0, 16) === `${date}T${time}`);
      return exact.length > 0 ? Math.min(...exact) : candidates[0];
    },
  };
}
