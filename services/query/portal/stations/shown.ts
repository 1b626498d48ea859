import type { Station } from "../../../../contracts/station.ts";
import type { AirQualityIndex } from "../../../../science/air-quality-index/index-table.ts";
import { HOUR } from "../../../../science/calendar.ts";
import { isolated, lineOf, shortened } from "../../dataset/text.ts";
import { stepName } from "../../measurements/lookup/timestep-names.ts";
import type { KnownSeries } from "../../measurements/network.ts";
import type { Period } from "../../measurements/period.ts";
import { componentName } from "../components/component-name.ts";
import type { PeriodText } from "../components/period-text.ts";
import type { Locale } from "../frame/language.ts";
import type { Host } from "../frame/layout.tsx";
import type { ShownPeriod } from "./shown-period.ts";
import type { Section, StationSeries } from "./station-query.ts";

/** What a station's page shows. */
export interface StationShown {
  readonly station: Station;
  readonly series: StationSeries;
  readonly sections: readonly Section[];
  /** The components that were asked for; empty for all. */
  readonly components: readonly string[];
  readonly days: ShownPeriod;
  readonly period: Period;
  /** Whether the URL names the first day. */
  readonly isDated: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Minutes ahead of UTC. */
  readonly offset: number;
  readonly index: AirQualityIndex;
  readonly publicUrl: string;
  readonly host: Pick<Host, "operator" | "termsUrl">;
}

/** The same, with what writes it. */
export interface Shown extends StationShown {
  readonly locale: Locale;
  /** Writes times in the network's offset. */
  readonly times: PeriodText;
}

const MAX_NAME_LENGTH = 200;

/** A provider's name inside a text of ours. */
export function nameInText(name: string): string {
  return isolated(shortened(lineOf(name) ?? "–", MAX_NAME_LENGTH));
}

/** The component of a series as people know it. */
export function componentOf({ series: { component } }: KnownSeries, locale: Locale): string {
  return nameInText(componentName(component, locale));
}

/** The component of a series, with its step where the page has other series of the component. */
export function seriesName(series: KnownSeries, { sections, locale }: Shown): string {
  const component = componentOf(series, locale);
  const isOnly = sections.filter((each) => each.series.folded.component === series.folded.component).length === 1;
  return isOnly ? component : `${component}, ${stepText(series, locale)}`;
}

/** The step of a series in words. */
export function stepText({ series: { timestep } }: KnownSeries, { culture, texts }: Locale): string {
  return timestep === HOUR ? texts.stations.hourly : texts.stations.values(stepName(timestep, culture));
}
