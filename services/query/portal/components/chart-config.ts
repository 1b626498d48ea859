/** What the island `chart.ts` draws. It travels in an attribute of the figure. */
export interface ChartConfig {
  /** The language as `Intl` has it. */
  readonly region: string;
  /** The whole period, seconds since 1970. */
  readonly begin: number;
  readonly end: number;
  /** Of the times that are shown, minutes ahead of UTC. */
  readonly offset: number;
  /** Empty for a number without one. */
  readonly unit: string;
  /** Of the values; undefined where it is not fixed. */
  readonly decimals: number | undefined;
  readonly lines: readonly ChartLine[];
  readonly bands: readonly ChartBand[];
  readonly markers: readonly ChartMarker[];
  readonly texts: ChartTexts;
}

export interface ChartLine {
  readonly name: string;
  /** Values of periods are steps, values of instants a curve. */
  readonly shape: "steps" | "curve";
  /** Whether the bands are classes of these values. */
  readonly isClassed: boolean;
  /** The values, or the address of a series of values or means, as the API answers them in JSON. */
  readonly values: readonly ChartValue[] | string;
}

/** Begin and end, seconds since 1970, and the value. A curve has each value at the begin. */
export type ChartValue = readonly [from: number, to: number, value: number];

/** Values from `from` up to `to`, or all above. */
export interface ChartBand {
  readonly name: string;
  /** A class of CSS that sets `--index`, the band's colour. */
  readonly colour: string;
  readonly from: number;
  readonly to: number | null;
}

/** A line across at a time. */
export interface ChartMarker {
  readonly at: number;
  readonly name: string;
}

/** The words that the island shows. */
export interface ChartTexts {
  readonly hint: string;
  readonly keys: string;
  readonly noValue: string;
  readonly invalid: string;
  readonly earlier: string;
  readonly later: string;
  readonly closer: string;
  readonly wider: string;
  readonly whole: string;
}
