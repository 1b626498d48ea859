import { MAX_DATE_TEXT_LENGTH } from "../../limits.ts";
import {
  ALL_WEEKS,
  CLOCK_HOUR_OF_HALF,
  DAY_OF_MONTH,
  DAY_OF_YEAR,
  type DateField,
  HALF_OF_DAY,
  HOUR_OF_DAY,
  HOUR_OF_HALF,
  MINUTE_OF_HOUR,
  MONTH,
  NANO_OF_SECOND,
  SECOND_OF_MINUTE,
} from "./fields.ts";
import { localTimeOf, offsetIn } from "./instants.ts";
import { type Part, Reading } from "./parts.ts";
import { type Resolved, type ResolverStyle, resolved, Unresolvable } from "./resolve.ts";
import type { TimeZone } from "./zone.ts";

/** The meaning of a text: an instant, or local milliseconds and their zone, if the text names one. */
export type ReadDate = { readonly instant: number } | LocalDate;

export interface LocalDate {
  readonly local: number;
  readonly zone: TimeZone | undefined;
  /** An offset in the text, beside a zone or alone. */
  readonly offset?: TimeZone | undefined;
  /** The zone of the format. */
  readonly ownZone?: TimeZone | undefined;
}

/** Reads texts of one form. */
export interface Reader {
  /**
   * Undefined where the text has another form. `roundUp`: completes the time of day with its end.
   * @throws Unresolvable where it names a date that does not exist
   */
  read(text: string, roundUp: boolean): ReadDate | undefined;
}

/**
 * Reads texts that have all the parts. `ownZone`: the zone of the format, which does not apply when texts are rounded
 * up.
 */
export function readerOf(parts: readonly Part[], style: ResolverStyle, ownZone?: TimeZone): Reader {
  const ends = endsOf(parts);
  return {
    read: (text, roundUp) => {
      if (text.length > MAX_DATE_TEXT_LENGTH) return undefined;
      const reading = new Reading(text);
      if (reading.readAll(parts, 0) !== text.length) return undefined;
      if (roundUp) for (const [field, end] of ends) if (!reading.fields.has(field)) reading.fields.set(field, end);
      const found = resolvedOf(reading, roundUp ? "smart" : style);
      return (
        found && {
          local: localTimeOf(found),
          zone: reading.zone,
          offset: offsetIn(reading),
          ownZone: roundUp ? undefined : ownZone,
        }
      );
    },
  };
}

/** Undefined where values of the text contradict each other, as for a text of another form. */
function resolvedOf({ fields, dayPeriod }: Reading, style: ResolverStyle): Resolved | undefined {
  try {
    return resolved(fields, style, dayPeriod);
  } catch (error) {
    if (error instanceof Unresolvable) return undefined;
    throw error;
  }
}

/** Values of the fields that a text leaves out when it is rounded up: the first day and its end. */
function endsOf(parts: readonly Part[]): readonly (readonly [DateField, number])[] {
  const named = new Set(parts.flatMap(({ fields }) => fields));
  return [
    ...firstDay(named),
    ...lastHour(named),
    [MINUTE_OF_HOUR, 59],
    [SECOND_OF_MINUTE, 59],
    [NANO_OF_SECOND, 999_999_999],
  ];
}

function firstDay(named: ReadonlySet<DateField>): readonly (readonly [DateField, number])[] {
  if (ALL_WEEKS.some(({ year, weekOfYear }) => named.has(year) || named.has(weekOfYear))) return [];
  if (named.has(DAY_OF_YEAR)) return [[DAY_OF_YEAR, 1]];
  return [
    [MONTH, 1],
    [DAY_OF_MONTH, 1],
  ];
}

function lastHour(named: ReadonlySet<DateField>): readonly (readonly [DateField, number])[] {
  const hour = [CLOCK_HOUR_OF_HALF, HOUR_OF_HALF].find((field) => named.has(field));
  if (!hour) return [[HOUR_OF_DAY, 23]];
  return [
    [hour, 11],
    [HALF_OF_DAY, 1],
  ];
}
