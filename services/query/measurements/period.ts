import type { WrittenPeriod, WrittenTime } from "../../../contracts/routes/measurement-parameters.ts";
import { invalidParameters } from "../../../platform/http/parameters.ts";
import { DAY, dayOf, startOfDay } from "../../../science/calendar.ts";

/** Values belong to the period if they begin at `from` or later and end at `to` or before; seconds since 1970. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/**
 * The period between two dates, each with or without a time of day, in the network's offset (minutes) unless it has its own.
 * A first date without a time begins with its day, a last one without a time ends with its day. @throws HttpProblem when it
 * ends before it begins
 */
export function periodBetween({ fromtime, totime }: Required<WrittenPeriod>, offset: number): Period {
  const from = instantOf(fromtime, 0, offset);
  const to = instantOf(totime, DAY, offset);
  const isReversed = totime.second === undefined ? to <= from : to < from;
  if (!isReversed) return { from, to };
  const message = "must not be before fromtime";
  throw invalidParameters([{ path: "totime", message }]);
}

/** Seconds since 1970. `second`: of the day, where no time of day was written. `offset`: minutes, of times without their own. */
export function instantOf(written: WrittenTime, second: number, offset: number): number {
  return startOfDay(written.day, written.offset ?? offset) + (written.second ?? second);
}

/** The last day with anything that can belong to the period. */
export function lastDayOf({ to }: Period, offset: number): number {
  return dayOf(to - 1, offset);
}
