import type { StationPeriod } from "../../../../contracts/routes/portal/stations.ts";
import { civilDate, dayNumber, daysInMonth, startOfDay } from "../../../../science/calendar.ts";
import type { Period } from "../../measurements/period.ts";

/** Days that a page shows, of the network's; the last one is shown too. */
export interface ShownPeriod {
  readonly length: StationPeriod;
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Routes read years of four digits. */
const [FIRST_DAY, LAST_DAY] = [dayNumber(0, 1, 1), dayNumber(9999, 12, 31)];
const MONTHS = { month: 1, year: 12 } as const;

/** The period of that length from a day on. */
export function periodFrom(length: StationPeriod, firstDay: number): ShownPeriod {
  return { length, firstDay, lastDay: Math.min(moved(firstDay, length, 1) - 1, LAST_DAY) };
}

/** The period of that length that ends with a day. */
export function periodUntil(length: StationPeriod, lastDay: number): ShownPeriod {
  return { length, firstDay: Math.max(moved(lastDay, length, -1) + 1, FIRST_DAY), lastDay };
}

/** From the beginning of the first day to the end of the last; seconds since 1970. */
export function timesOf({ firstDay, lastDay }: ShownPeriod, offset: number): Period {
  return { from: startOfDay(firstDay, offset), to: startOfDay(lastDay + 1, offset) };
}

/** The day a period later or earlier; the month's last where it has no such day. */
function moved(day: number, length: StationPeriod, by: 1 | -1): number {
  if (length === "day" || length === "week") return day + (length === "day" ? by : 7 * by);
  const { year, month, day: ofMonth } = civilDate(day);
  const months = year * 12 + month - 1 + by * MONTHS[length];
  const [toYear, toMonth] = [Math.floor(months / 12), (months % 12) + 1];
  return dayNumber(toYear, toMonth, Math.min(ofMonth, daysInMonth(toYear, toMonth)));
}
