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
  /** The newest one that is valid; undefined where none is. */
  readonly valid: SeriesValue | undefined;
}

/** A row of the newest values; without a value all but the last are null. */
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

/** What a series has around now whose newest value is not due. */
export interface ValuesAhead {
  /** The newest value and the newest valid one that were due when these were read. */
  readonly newest: SeriesValue | undefined;
  readonly valid: SeriesValue | undefined;
  /** Those that become due by `until`, ordered by time. */
  readonly upcoming: readonly SeriesValue[];
  /** What becomes due later was not read; milliseconds since 1970. */
  readonly until: number;
}

/** How far ahead values are read that are not due. They are read again when half of that has passed. */
export const AHEAD_MS = 2 * 3_600_000;

/** Whether what was read ahead is enough for now. It reaches too far if the clock was set back. */
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

/** When the newest values that are due may change next, milliseconds since 1970. */
export function nextDue({ upcoming, until }: ValuesAhead, now: number): number {
  const next = upcoming.find((value) => !isDue(value, now));
  return next === undefined ? until : next.to * 1000;
}
