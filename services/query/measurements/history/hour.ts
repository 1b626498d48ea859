import { VALID } from "../../../../contracts/observation-day.ts";
import { dayOf, HOUR, slotStart } from "../../../../science/calendar.ts";
import type { KnownSeries } from "../network.ts";
import type { Reading } from "../newest/up-to-date.ts";
import type { MeasurementParts, NetworkContent } from "../parts.ts";
import { selectIn, type Wanted } from "../selection.ts";
import { storedDays } from "./stored-days.ts";

interface Choice {
  readonly wanted: Wanted;
  /** Which hourly series are shown. */
  readonly shows: (series: KnownSeries) => boolean;
  /** When the hour begins; seconds since 1970. */
  readonly from: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The valid values of one hour, in the order of the series. */
export async function valuesOfHour(
  { network, observations }: Pick<NetworkContent, "network" | "observations">,
  { database, settings }: Pick<MeasurementParts, "database" | "settings">,
  { wanted, shows, from, now }: Choice,
): Promise<readonly Reading[]> {
  const { utcOffset: offset } = settings;
  const to = from + HOUR;
  const isShown = (series: KnownSeries) => series.series.timestep === HOUR && shows(series);
  const found = selectIn({ from, to }, now, network(), wanted, isShown);
  const day = dayOf(from, offset);
  const slot = (from - slotStart(day, 0, HOUR, offset)) / HOUR;
  const readings: Reading[] = [];
  for await (const { series, days } of storedDays(database, observations, found, day, day)) {
    for (const { values, flags } of days) {
      const value = values[slot] ?? Number.NaN;
      if (Number.isNaN(value) || ((flags[slot] ?? 0) & VALID) === 0) continue;
      readings.push({ series, value: { from, to, value, isValid: true } });
    }
  }
  return readings;
}
