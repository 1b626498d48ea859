import { LRUCache } from "lru-cache";
import type { Locale } from "../frame/language.ts";

/** Times of a place as people read them there. */
export interface PlaceTimes {
  /** Friday 27 November */
  readonly day: (instant: number) => string;
  /** 14:00 */
  readonly clock: (instant: number) => string;
  /** 14:00 on Friday 27 November, as the language has it */
  readonly whole: (instant: number) => string;
  /** The same with the zone's name at that instant: 14:00 CEST */
  readonly zoned: (instant: number) => string;
  /** Europe/Oslo (CET) */
  readonly zone: (instant: number) => string;
}

/** Making formatters takes longer than using them for a page; each has its tables in memory. */
const made = new LRUCache<string, PlaceTimes>({ max: 50 });

/** Times by the clocks of a zone, in the words of a language. */
export function timesIn(zone: string, { region }: Locale): PlaceTimes {
  const key = `${region} ${zone}`;
  const times = made.get(key) ?? makeTimes(zone, region);
  made.set(key, times);
  return times;
}

function makeTimes(zone: string, region: string): PlaceTimes {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(region, { timeZone: zone, hourCycle: "h23", ...options });
  const day = { weekday: "long", day: "numeric", month: "long" } as const;
  const clock = { hour: "2-digit", minute: "2-digit" } as const;
  const [days, clocks, whole] = [format(day), format(clock), format({ ...day, ...clock })];
  const zoned = format({ ...day, ...clock, timeZoneName: "short" });
  const names = format({ timeZoneName: "short" });
  return {
    day: (instant) => days.format(instant),
    clock: (instant) => clocks.format(instant),
    whole: (instant) => whole.format(instant),
    zoned: (instant) => zoned.format(instant),
    zone: (instant) => {
      const name = names.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value;
      return name === undefined || name === zone ? zone : `${zone} (${name})`;
    },
  };
}
