import type { Network } from "./network.ts";

/**
 * Hourly values in bulk, generated faster than a server can store them; the values themselves do not matter.
 * Days are counted from 2000-01-01 in the network's usual offset.
 */

const FIRST_DAY = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;
const HOURS = Array.from({ length: 25 }, (_, hour) => `T${String(hour % 24).padStart(2, "0")}:00:00+01:00`);

export const seriesOfNetwork = (network: Network): readonly number[] => [...network.keys()];

/** The day as `yyyy-mm-dd`. */
export function dateOf(day: number): string {
  return new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);
}

/** A line of an upload: every hour of the days from `day` on. */
export function hourlyLine(series: number, day: number, days: number): string {
  let line = `{"timeseries":${series},"values":[`;
  let date = dateOf(day);
  for (let each = 0; each < days; each++) {
    const next = dateOf(day + each + 1);
    for (let hour = 0; hour < 24; hour++) {
      const value = ((series * 31 + (day + each) * 7 + hour * 13) % 1200) / 10;
      const from = date + HOURS[hour];
      const to = (hour === 23 ? next : date) + HOURS[hour + 1];
      line += `${hour + each === 0 ? "" : ","}{"fromTime":"${from}","toTime":"${to}","value":${value}}`;
    }
    date = next;
  }
  return `${line}]}\n`;
}
