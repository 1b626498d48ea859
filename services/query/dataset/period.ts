import { isDateTime, toInstant } from "../../../contracts/date-time.ts";
import type { Metadata } from "../../../contracts/metadata.ts";

/** Instants in UTC. */
export interface Period {
  readonly begin: string;
  readonly end: string;
}

/** An instant in UTC, without a fraction of zero; undefined for a text that is no date-time of a year with four digits. */
export function instantOf(text: string | null | undefined): string | undefined {
  if (text == null || !isDateTime(text)) return undefined;
  const instant = new Date(toInstant(text)).toISOString().replace(".000Z", "Z");
  return /^\d{4}-/.test(instant) ? instant : undefined;
}

/** A period that ends before it begins is none. */
export function periodOf(extent: Metadata["temporal_extent"]): Period | undefined {
  const begin = instantOf(extent?.time_period_begin);
  const end = instantOf(extent?.time_period_end);
  return begin !== undefined && end !== undefined && Date.parse(begin) <= Date.parse(end) ? { begin, end } : undefined;
}
