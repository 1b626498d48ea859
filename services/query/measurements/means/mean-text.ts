import type { Period } from "../period.ts";

/** Settings of a request for means of any type. */
export interface MeanSettings {
  readonly isCsv: boolean;
  readonly period: Period;
  /** Minutes ahead of UTC. */
  readonly offset: number;
  /** The smallest coverage of a mean that is shown, %. */
  readonly coverage: number;
  /** Means with less coverage appear without their value. */
  readonly showInvalid: boolean;
}

/** Times of a mean as they precede its value. */
export function meanTimes(dateTime: string, from: string, to: string, isCsv: boolean): string {
  if (isCsv) return `${dateTime},${from},${to},`;
  return `,{"dateTime":"${dateTime}","fromTime":"${from}","toTime":"${to}","value":`;
}

/** The same for a daily mean of `/stats/day`, which has one time. */
export function dayTime(dateTime: string, isCsv: boolean): string {
  return isCsv ? `${dateTime},` : `,{"dateTime":"${dateTime}","value":`;
}

/** A mean as text behind its times; empty where it is not shown. `mean` need not be a number where `count` is 0. */
export function meanText(times: string, mean: number, count: number, coverage: number, settings: MeanSettings): string {
  const isShown = count > 0 && coverage >= settings.coverage;
  if (!isShown && !settings.showInvalid) return "";
  const rounded = Math.round(coverage * 1000) / 1000;
  if (settings.isCsv) return `${times}${isShown ? sixDecimals(mean) : ""},${count},${rounded}\r\n`;
  return `${times}${isShown ? sixDecimals(mean) : null},"count":${count},"coverage":${rounded}}`;
}

function sixDecimals(mean: number): number {
  return Math.round(mean * 1e6) / 1e6;
}
