import type { Span } from "./columns.ts";

const HOUR = 3_600;
const DAY = 86_400;
const WEEK = 604_800;

/** Distances of ticks within a month, seconds. They divide the day, or are whole days. */
const SECONDS = [HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, WEEK] as const;
/** Distances of ticks in calendar months. */
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120] as const;
const LONGEST_MONTH = 31 * DAY;

/** Times at which an axis has its ticks, and what they are ticks of. */
export interface Ticks {
  readonly times: readonly number[];
  readonly of: "hours" | "days" | "months";
}

/** At most `most` ticks in the span: whole hours, midnights or beginnings of months at the offset (minutes ahead of UTC). */
export function ticksOf(span: Span, offset: number, most: number): Ticks {
  const shown = span.end - span.begin;
  const step = SECONDS.find((seconds) => shown / seconds <= most);
  if (step !== undefined) {
    return { times: regular(span, offset, step), of: step < DAY ? "hours" : "days" };
  }
  const months = MONTHS.find((count) => shown / (count * LONGEST_MONTH) <= most) ?? MONTHS[MONTHS.length - 1] ?? 1;
  return { times: beginnings(span, offset, months), of: "months" };
}

interface Written {
  /** A language as `Intl` has it. */
  readonly region: string;
  readonly offset: number;
}

/** Writes the times of ticks as they stand at the axis. */
export function tickWriter({ region, offset }: Written): (time: number, of: Ticks["of"]) => string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(region, { ...options, timeZone: "UTC" });
  const clocks = format({ hour: "2-digit", minute: "2-digit" });
  const days = format({ weekday: "short", day: "numeric", month: "short" });
  const months = format({ month: "short" });
  const years = format({ month: "short", year: "numeric" });
  return (time, of) => {
    const shifted = new Date((time + offset * 60) * 1000);
    const isMidnight = shifted.getUTCHours() === 0 && shifted.getUTCMinutes() === 0;
    if (of === "hours" && !isMidnight) return clocks.format(shifted);
    if (of !== "months") return days.format(shifted);
    return (shifted.getUTCMonth() === 0 ? years : months).format(shifted);
  };
}

function regular({ begin, end }: Span, offset: number, step: number): number[] {
  // Weeks begin on Mondays: 1970-01-05 was one.
  const origin = (step === WEEK ? 4 * DAY : 0) - offset * 60;
  const times: number[] = [];
  for (let time = origin + Math.ceil((begin - origin) / step) * step; time <= end; time += step) times.push(time);
  return times;
}

function beginnings({ begin, end }: Span, offset: number, months: number): number[] {
  const first = new Date((begin + offset * 60) * 1000);
  const times: number[] = [];
  const ofAll = first.getUTCFullYear() * 12 + first.getUTCMonth();
  for (let month = Math.floor(ofAll / months) * months; ; month += months) {
    const time = new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1) / 1000 - offset * 60;
    if (time > end) return times;
    if (time >= begin) times.push(time);
  }
}
