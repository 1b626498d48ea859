import type { MeanTypeLabel } from "../../../../contracts/routes/measurement-parameters.ts";
import type { Text } from "../../../../science/air-quality-index/index-table.ts";
import { type CalendarPeriod, DAY, MONTH, WEEK, YEAR } from "../../../../science/calendar.ts";
import { hasHours } from "../../../../science/means.ts";

/** The source of a mean: computed from hours when it is read, or stored by day or by a longer period. */
export type MeanSource =
  | { readonly from: "hours"; readonly window: boolean }
  | { readonly from: "days"; readonly of: "values" | "hours" | "windows" }
  | { readonly from: "periods"; readonly period: CalendarPeriod };

export interface MeanType {
  readonly id: number;
  readonly label: MeanTypeLabel;
  readonly description: Text;
  readonly source: MeanSource;
  /** Whether a series of that step has such means: none is shorter than the step. */
  readonly isGivenFor: (timestep: number) => boolean;
}

const upTo = (longest: number) => (timestep: number) => timestep <= longest;

/** The mean type of each label, ordered by id. */
const BY_LABEL: { readonly [Label in MeanTypeLabel]: MeanType & { readonly label: Label } } = {
  hour: {
    id: 1,
    label: "hour",
    description: { no: "Timemiddel", en: "Hourly mean" },
    source: { from: "hours", window: false },
    isGivenFor: hasHours,
  },
  "8hour": {
    id: 2,
    label: "8hour",
    description: { no: "Glidende 8-timersmiddel", en: "Running 8-hour mean" },
    source: { from: "hours", window: true },
    isGivenFor: hasHours,
  },
  day: {
    id: 3,
    label: "day",
    description: { no: "Døgnmiddel", en: "Daily mean" },
    source: { from: "days", of: "values" },
    isGivenFor: upTo(DAY),
  },
  month: {
    id: 4,
    label: "month",
    description: { no: "Månedsmiddel", en: "Monthly mean" },
    source: { from: "periods", period: "month" },
    isGivenFor: upTo(MONTH),
  },
  year: {
    id: 5,
    label: "year",
    description: { no: "Årsmiddel", en: "Yearly mean" },
    source: { from: "periods", period: "year" },
    isGivenFor: upTo(YEAR),
  },
  maxhour: {
    id: 6,
    label: "maxhour",
    description: { no: "Døgnets høyeste timemiddel", en: "Highest hourly mean of the day" },
    source: { from: "days", of: "hours" },
    isGivenFor: hasHours,
  },
  max8hour: {
    id: 7,
    label: "max8hour",
    description: { no: "Døgnets høyeste glidende 8-timersmiddel", en: "Highest running 8-hour mean of the day" },
    source: { from: "days", of: "windows" },
    isGivenFor: hasHours,
  },
  week: {
    id: 8,
    label: "week",
    description: { no: "Ukemiddel", en: "Weekly mean" },
    source: { from: "periods", period: "week" },
    isGivenFor: upTo(WEEK),
  },
  season: {
    id: 9,
    label: "season",
    description: {
      no: "Årstidsmiddel (desember–februar, mars–mai, juni–august, september–november)",
      en: "Seasonal mean (December–February, March–May, June–August, September–November)",
    },
    source: { from: "periods", period: "season" },
    isGivenFor: upTo(MONTH),
  },
};

/** Every mean type, ordered by id. */
export const MEAN_TYPES: readonly MeanType[] = Object.values(BY_LABEL);

export const DAILY_MEAN: MeanType = BY_LABEL.day;

/** The mean type that a route's parameter names. */
export function meanTypeOf(label: MeanTypeLabel): MeanType {
  return BY_LABEL[label];
}
