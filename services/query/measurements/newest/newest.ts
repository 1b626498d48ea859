import { endOf } from "../../../../science/calendar.ts";

/** A value of a series; times in seconds since 1970. */
export interface SeriesValue {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly isValid: boolean;
}

/** The newest values of a series. */
export interface Newest {
  /** When its first value begins. */
  readonly firstFrom: number;
  readonly newest: SeriesValue;
  /** The newest valid value; undefined if there is none. */
  readonly valid: SeriesValue | undefined;
}

/** A row of the newest values; all members but the last are null without a value. */
export interface NewestRow {
  readonly series: number;
  readonly firstFrom: number | null;
  readonly newestFrom: number | null;
  readonly newestValue: number | null;
  readonly validFrom: number | null;
  readonly validValue: number | null;
  readonly changeSequence: number;
}

/** The newest values as they are stored, due or not. `offset`: minutes. */
export function storedNewest(row: NewestRow, timestep: number, offset: number): Newest | undefined {
  const { firstFrom, newestFrom, newestValue, validFrom, validValue } = row;
  if (firstFrom === null || newestFrom === null || newestValue === null) return undefined;
  const valueAt = (from: number, value: number, isValid: boolean): SeriesValue => {
    return { from, to: endOf(from, timestep, offset), value, isValid };
  };
  return {
    firstFrom,
    newest: valueAt(newestFrom, newestValue, newestFrom === validFrom),
    valid: validFrom === null || validValue === null ? undefined : valueAt(validFrom, validValue, true),
  };
}

/** Whether the value has been measured: its end is not after `now`, milliseconds since 1970. */
export function isDue({ to }: SeriesValue, now: number): boolean {
  return to * 1000 <= now;
}

/** Values around now of a series whose newest value is not due. */
export interface ValuesAhead {
  /** The newest value and the newest valid value that were due when they were read. */
  readonly newest: SeriesValue | undefined;
  readonly valid: SeriesValue | undefined;
  /** Values that become due by `until`, ordered by time. */
  readonly upcoming: readonly SeriesValue[];
  /** Values that become due later were not read; milliseconds since 1970. */
  readonly until: number;
}

/** How far ahead values that are not due are read. They are read again when half of that has passed. */
export const AHEAD_MS = 2 * 3_600_000;

/** Whether the values that were read ahead are enough for now. They reach too far if the clock was set back. */
export function reachesAhead(ahead: ValuesAhead | undefined, now: number): boolean {
  return ahead !== undefined && ahead.until >= now + AHEAD_MS / 2 && ahead.until <= now + AHEAD_MS;
}

/** The newest values that are due; undefined when none is. */
export function newestDue(ahead: ValuesAhead, firstFrom: number, now: number): Newest | undefined {
  let { newest, valid } = ahead;
  for (const value of ahead.upcoming) {
    if (!isDue(value, now)) break;
    newest = value;
    if (value.isValid) valid = value;
  }
  return newest && { firstFrom, newest, valid };
}

/** When the newest due values may change next, milliseconds since 1970. */
export function nextDue({ upcoming, until }: ValuesAhead, now: number): number {
  const next = upcoming.find((value) => !isDue(value, now));
  return next === undefined ? until : next.to * 1000;
}
