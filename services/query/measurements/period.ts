import type { WrittenPeriod } from "../../../contracts/routes/measurement-parameters.ts";
import { DAY, dayOf, startOfDay } from "../../../science/calendar.ts";

/** Values belong to the period if they begin at `from` or later and end at `to` or before; seconds since 1970. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/**
 * The period between two dates, each with or without a time of day, in the network's offset (minutes). A first date without
 * a time begins with its day, a last one without a time ends with its day.
 */
export function periodBetween({ fromtime, totime }: Required<WrittenPeriod>, offset: number): Period {
  return {
    from: startOfDay(fromtime.day, offset) + (fromtime.second ?? 0),
    to: startOfDay(totime.day, offset) + (totime.second ?? DAY),
  };
}

/** The last day with anything that can belong to the period. */
export function lastDayOf({ to }: Period, offset: number): number {
  return dayOf(to - 1, offset);
}
