import { type AirQualityIndex, classOf, type IndexClass } from "../../../../science/air-quality-index/index-table.ts";
import { HOUR } from "../../../../science/calendar.ts";
import type { KnownSeries, Network } from "../network.ts";
import { select, type Wanted } from "../selection.ts";
import type { SeriesValue } from "./newest.ts";

/** A value with its series. */
export interface Reading {
  readonly series: KnownSeries;
  readonly value: SeriesValue;
}

interface Choice {
  readonly wanted: Wanted;
  /** The series that may be among them. */
  readonly shows: (series: KnownSeries) => boolean;
  /** Whether invalid values count. */
  readonly showInvalid: boolean;
  /** Hours after which a value is no longer up to date. */
  readonly upToDateHours: number;
}

/** The newest value of each wanted series that is up to date, in the order of answers. `now`: milliseconds since 1970. */
export function newestUpToDate(network: Network, now: number, choice: Choice): readonly Reading[] {
  const { wanted, shows, showInvalid, upToDateHours } = choice;
  const current = new Map<KnownSeries, SeriesValue>();
  const found = select(network, wanted, (series) => {
    if (!shows(series)) return false;
    const due = network.newest(series, now);
    const value = showInvalid ? due?.newest : due?.valid;
    if (value === undefined || now >= (value.to + upToDateHours * HOUR) * 1000) return false;
    current.set(series, value);
    return true;
  });
  return found.flatMap((series) => {
    const value = current.get(series);
    return value === undefined ? [] : [{ series, value }];
  });
}

/** The class of a valid value of a series that the index covers. */
export function classOfReading({ series: { limits }, value }: Reading, index: AirQualityIndex): IndexClass | undefined {
  return value.isValid && limits ? index.classes[classOf(limits, value.value) - 1] : undefined;
}
