import type { ObservationColumns } from "../contracts/observation-columns.ts";

/**
 * A reference model of the observation view's tables: computes their expected rows from the final values, with `Date` and
 * maps of strings. It shares no code with the product.
 */

export interface Measured {
  readonly value: number;
  readonly valid: boolean;
  readonly controlled: boolean;
}

/** Values of one series by the time at which they begin. */
export interface MeasuredSeries {
  readonly timestep: number;
  readonly values: ReadonlyMap<number, Measured>;
}

/** The values that remain after all events are applied in order; deleted series are absent. */
export function finalValues(
  log: readonly (ObservationColumns | { readonly deleted: number })[],
): Map<number, MeasuredSeries> {
  const all = new Map<number, { timestep: number; values: Map<number, Measured> }>();
  const deleted = new Set<number>();
  for (const each of log) {
    if ("deleted" in each) {
      deleted.add(each.deleted);
      all.delete(each.deleted);
      continue;
    }
    if (deleted.has(each.series)) continue;
    const series = all.get(each.series) ?? { timestep: each.timestep, values: new Map<number, Measured>() };
    all.set(each.series, series);
    each.fromTime.forEach((from, at) => {
      const value = each.value[at] ?? null;
      if (value === null) series.values.delete(from);
      else {
        const valid = each.isValid?.[at] ?? true;
        series.values.set(from, { value, valid, controlled: each.qualityControlled?.[at] ?? false });
      }
    });
  }
  for (const [id, { values }] of all) if (values.size === 0) all.delete(id);
  return all;
}

export interface PlainDay {
  readonly stored: number;
  readonly count: number;
  readonly sum: number;
  readonly hours: number | null;
  readonly hour_sum: number | null;
  readonly hour_max: number | null;
  readonly windows: number | null;
  readonly window_max: number | null;
}

export interface PlainMean {
  readonly count: number;
  readonly sum: number;
}

const MS = 1000;

/** Calendar by `Date` alone; offsets in minutes. */
function local(time: number, offset: number): Date {
  return new Date((time + offset * 60) * MS);
}

function dateText(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** By date, such as 2020-02-29. */
export function plainDays({ timestep, values }: MeasuredSeries, offset: number): Map<string, PlainDay> {
  const hours = plainHours({ timestep, values }, offset);
  const windows = plainWindows(hours);
  const days = new Map<string, PlainDay>();
  const dates = new Set([...values.keys()].map((from) => dateText(local(from, offset))));
  for (const window of windows.keys()) dates.add(window.slice(0, 10));
  for (const date of dates) {
    const stored = [...values].filter(([from]) => dateText(local(from, offset)) === date).map(([, each]) => each);
    const valid = stored.filter((each) => each.valid).map(({ value }) => value);
    const hoursOfDay = [...hours].filter(([hour]) => hour.startsWith(date)).map(([, mean]) => mean);
    const windowsOfDay = [...windows].filter(([hour]) => hour.startsWith(date)).map(([, mean]) => mean);
    const hasHours = 3600 % timestep === 0;
    days.set(date, {
      stored: stored.length,
      count: valid.length,
      sum: total(valid),
      hours: hasHours ? hoursOfDay.length : null,
      hour_sum: hasHours ? total(hoursOfDay) : null,
      hour_max: hoursOfDay.length > 0 ? Math.max(...hoursOfDay) : null,
      windows: hasHours ? windowsOfDay.length : null,
      window_max: windowsOfDay.length > 0 ? Math.max(...windowsOfDay) : null,
    });
  }
  return days;
}

/** Covered hourly means by the hour in which they lie, such as 2020-02-29T13. */
function plainHours({ timestep, values }: MeasuredSeries, offset: number): Map<string, number> {
  if (3600 % timestep !== 0) return new Map();
  const byHour = new Map<string, number[]>();
  for (const [from, { value, valid }] of values) {
    const hour = local(from, offset).toISOString().slice(0, 13);
    if (valid) byHour.set(hour, [...(byHour.get(hour) ?? []), value]);
  }
  return new Map(
    [...byHour]
      .filter(([, each]) => each.length >= 0.75 * (3600 / timestep))
      .map(([hour, each]) => [hour, total(each) / each.length]),
  );
}

/** Covered running means of eight hours by the last hour that they hold. */
function plainWindows(hours: ReadonlyMap<string, number>): Map<string, number> {
  const windows = new Map<string, number>();
  const text = (hour: number) => new Date(hour * 3600 * MS).toISOString().slice(0, 13);
  const numbers = [...hours.keys()].map((hour) => Date.parse(`${hour}:00:00Z`) / 3600 / MS);
  for (const last of new Set(numbers.flatMap((hour) => [0, 1, 2, 3, 4, 5, 6, 7].map((after) => hour + after)))) {
    const held = [7, 6, 5, 4, 3, 2, 1, 0].map((before) => hours.get(text(last - before)));
    const means = held.filter((mean) => mean !== undefined);
    if (means.length >= 6) windows.set(text(last), total(means) / means.length);
  }
  return windows;
}

/** By the mean type's id and the first date, such as `8 2020-12-28`. */
export function plainPeriods(series: MeasuredSeries, offset: number): Map<string, PlainMean> {
  const periods = new Map<string, PlainMean>();
  for (const [date, { stored, count, sum, hours, hour_sum }] of plainDays(series, offset)) {
    if (stored === 0) continue;
    for (const period of periodsOf(date)) {
      const before = periods.get(period) ?? { count: 0, sum: 0 };
      periods.set(period, { count: before.count + (hours ?? count), sum: before.sum + (hour_sum ?? sum) });
    }
  }
  return periods;
}

function periodsOf(date: string): string[] {
  const [year = 0, month = 0] = date.split("-").map(Number);
  const week = new Date(`${date}T00:00:00Z`);
  while (week.getUTCDay() !== 1) week.setUTCDate(week.getUTCDate() - 1);
  const winter = month < 3 ? `${year - 1}-12-01` : `${year}-12-01`;
  const season = month === 12 || month < 3 ? winter : `${year}-${["03", "06", "09"][Math.floor(month / 3) - 1]}-01`;
  return [`4 ${date.slice(0, 7)}-01`, `5 ${year}-01-01`, `8 ${dateText(week)}`, `9 ${season}`];
}

export interface PlainNewest {
  readonly first_from: number;
  readonly newest_from: number;
  readonly newest_value: number;
  readonly valid_from: number | null;
  readonly valid_value: number | null;
}

export function plainNewest({ values }: MeasuredSeries): PlainNewest {
  const times = [...values.keys()];
  const newest = Math.max(...times);
  const valid = times.filter((time) => values.get(time)?.valid);
  const newestValid = valid.length > 0 ? Math.max(...valid) : null;
  return {
    first_from: Math.min(...times),
    newest_from: newest,
    newest_value: values.get(newest)?.value ?? Number.NaN,
    valid_from: newestValid,
    valid_value: newestValid === null ? null : (values.get(newestValid)?.value ?? Number.NaN),
  };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
