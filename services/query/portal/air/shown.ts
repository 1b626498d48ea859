import type { MeasurementSettings } from "../../measurements/parts.ts";
import type { PeriodText } from "../components/period-text.ts";
import type { Locale } from "../frame/language.ts";
import type { AirQuery } from "./air-query.ts";
import type { DayAir, StationAir } from "./station-air.ts";

/** What the page shows. */
export interface Air {
  /** In the order of the table. */
  readonly stations: readonly StationAir[];
  readonly query: AirQuery;
  /** The worst hour of the day that is shown and, where areas are chosen, of those before it. */
  readonly days: readonly DayAir[];
  /** Names that can be chosen. */
  readonly areas: readonly string[];
  readonly components: readonly string[];
  /** Where there are no stations: how many there would be without the filter. */
  readonly withoutArea: number;
  readonly withoutComponent: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly settings: MeasurementSettings;
  readonly publicUrl: string;
}

/** The same, with what writes it. */
export interface Shown {
  readonly air: Air;
  readonly locale: Locale;
  /** Writes times in the network's offset. */
  readonly times: PeriodText;
}
