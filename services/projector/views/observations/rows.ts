import { keysOf } from "../../../../contracts/keys.ts";
import { decodeDay, encodeDay } from "../../../../contracts/observation-day.ts";
import type { observations } from "../../../../contracts/views/observations.ts";
import { byteaArray, float8Array, int4Array, int8Array, uuidArray } from "../../../../platform/database/arrays.ts";
import type { Queryable } from "../../../../platform/database/port.ts";
import { placeOf } from "../../../../platform/event-store/positions.ts";
import {
  type CalendarPeriod,
  civilDate,
  DAY,
  dayNumber,
  periodEnd,
  periodStart,
} from "../../../../science/calendar.ts";
import type { ComputedDay, SeriesDays } from "./days.ts";

type Tables = (typeof observations)["tables"];

/** The rows of a build, in a transaction. */
export class ObservationRows {
  readonly #tables: Tables;
  readonly #transaction: Queryable;

  constructor(tables: Tables, transaction: Queryable) {
    this.#tables = tables;
    this.#transaction = transaction;
  }

  /** Returns those of the series that were deleted before. */
  async deletedSeries(series: readonly number[]): Promise<number[]> {
    const { newest } = this.#tables;
    const rows = await this.#transaction.query<{ series: number }>({
      name: `${newest}-deleted`,
      text: `select series from ${newest} where series = any($1::int4[]) and deleted`,
      values: [int4Array(series)],
    });
    return rows.map((row) => row.series);
  }

  /** Reads the stored values of the days that a batch touches. */
  async readDays(all: ReadonlyMap<number, SeriesDays>): Promise<void> {
    const { days: daysTable } = this.#tables;
    const runs = [...all.values()].flatMap((days) => days.runs.map((run) => ({ ...run, series: days.series })));
    const rows = await this.#transaction.query<{ series: number; day: number; values: Buffer; flags: Buffer }>({
      name: `${daysTable}-days`,
      // "offset 0" forces an index lookup for each run, whatever the statistics of the tables are.
      text: `select found.* from unnest($1::int4[], $2::int4[], $3::int4[]) as run (series, first, last)
        cross join lateral (
          select series, day, "values", flags from ${daysTable} stored
          where stored.series = run.series and stored.day between run.first and run.last offset 0) as found`,
      values: [
        int4Array(runs.map(({ series }) => series)),
        int4Array(runs.map(({ first }) => first)),
        int4Array(runs.map(({ last }) => last)),
      ],
      binary: true,
    });
    for (const { series, day, values, flags } of rows) all.get(series)?.put(day, decodeDay(values, flags));
  }

  async writeDays(days: readonly ComputedDay[]): Promise<void> {
    const { days: daysTable } = this.#tables;
    const touched = days.flatMap(({ changed, ...day }) => (changed ? [{ ...day, changed }] : []));
    const stored = touched.map(({ content, means }) => encodeDay(content, means.stored));
    await this.#createPartitions(touched);
    await this.#transaction.query({
      name: `${daysTable}-write`,
      text: `insert into ${daysTable} (series, day, "values", flags, changed)
        select * from unnest($1::int4[], $2::int4[], $3::bytea[], $4::bytea[], $5::uuid[])
        on conflict (series, day) do update set "values" = excluded."values", flags = excluded.flags,
          changed = excluded.changed`,
      values: [
        int4Array(touched.map(({ series }) => series)),
        int4Array(touched.map(({ day }) => day)),
        byteaArray(stored.map(({ values }) => values)),
        byteaArray(stored.map(({ flags }) => flags)),
        uuidArray(touched.map(({ changed }) => placeOf(changed))),
      ],
    });
  }

  async writeDailyMeans(days: readonly ComputedDay[]): Promise<void> {
    const { daily_means: dailyMeans } = this.#tables;
    const kept = days.filter(({ means }) => means.stored > 0 || (means.hourly?.windows ?? 0) > 0);
    const gone = days.filter(({ means }) => means.stored === 0 && (means.hourly?.windows ?? 0) === 0);
    const int4 = (of: (day: ComputedDay) => number | null | undefined) => int4Array(kept.map(of));
    const float8 = (of: (day: ComputedDay) => number | null | undefined) => float8Array(kept.map(of));
    const valueAt = ({ content }: ComputedDay, slot: number | null) => (slot === null ? null : content.values[slot]);
    await this.#transaction.query({
      name: `${dailyMeans}-write`,
      text: `with gone as (
          delete from ${dailyMeans} daily using unnest($16::int4[], $17::int4[]) as gone (series, day)
          where daily.series = gone.series and daily.day = gone.day)
        insert into ${dailyMeans} (series, day, stored, count, sum, hours, hour_sum, hour_max, windows, window_max,
          first_slot, last_slot, last_value, last_valid_slot, last_valid_value)
        select * from unnest($1::int4[], $2::int4[], $3::int4[], $4::int4[], $5::float8[], $6::int4[], $7::float8[],
          $8::float8[], $9::int4[], $10::float8[], $11::int4[], $12::int4[], $13::float8[], $14::int4[], $15::float8[])
        on conflict (series, day) do update set stored = excluded.stored, count = excluded.count, sum = excluded.sum,
          hours = excluded.hours, hour_sum = excluded.hour_sum, hour_max = excluded.hour_max,
          windows = excluded.windows, window_max = excluded.window_max, first_slot = excluded.first_slot,
          last_slot = excluded.last_slot, last_value = excluded.last_value,
          last_valid_slot = excluded.last_valid_slot, last_valid_value = excluded.last_valid_value`,
      values: [
        int4(({ series }) => series),
        int4(({ day }) => day),
        int4(({ means }) => means.stored),
        int4(({ means }) => means.count),
        float8(({ means }) => means.sum),
        int4(({ means }) => means.hourly?.hours),
        float8(({ means }) => means.hourly?.sum),
        float8(({ means }) => (means.hourly?.hours ? means.hourly.highest : null)),
        int4(({ means }) => means.hourly?.windows),
        float8(({ means }) => (means.hourly?.windows ? means.hourly.highestWindow : null)),
        int4(({ means }) => means.firstSlot),
        int4(({ means }) => means.lastSlot),
        float8((day) => valueAt(day, day.means.lastSlot)),
        int4(({ means }) => means.lastValidSlot),
        float8((day) => valueAt(day, day.means.lastValidSlot)),
        int4Array(gone.map(({ series }) => series)),
        int4Array(gone.map(({ day }) => day)),
      ],
    });
  }

  /** Means of the periods that the days lie in: weeks and months from their days, seasons and years from their months. */
  async writePeriodMeans(all: Iterable<SeriesDays>): Promise<void> {
    const { daily_means: dailyMeans, period_means: periodMeans } = this.#tables;
    const series = [...all];
    await this.#transaction.query({
      name: `${periodMeans}-of-days`,
      text: `with made as materialized (
          select period.series, kind, start, mean.* from unnest($1::int4[], $2::int4[], $3::int4[], $4::int4[])
            as period (series, kind, start, after)
          cross join lateral (
            select sum(stored) > 0 as any, sum(coalesce(hours, count))::int as count,
              sum(coalesce(hour_sum, sum) order by day) as sum
            from ${dailyMeans} daily
            where daily.series = period.series and day >= period.start and day < period.after) as mean)
        ${writeMade(periodMeans)}`,
      values: periodColumns(series, "days"),
    });
    await this.#transaction.query({
      name: `${periodMeans}-of-months`,
      text: `with made as materialized (
          select period.series, kind, start, mean.* from unnest($1::int4[], $2::int4[], $3::int4[], $4::int4[])
            as period (series, kind, start, after)
          cross join lateral (
            select count(*) > 0 as any, sum(month.count)::int as count, sum(month.sum order by month.start) as sum
            from ${periodMeans} month
            where month.series = period.series and month.kind = ${KINDS.month}
              and month.start >= period.start and month.start < period.after) as mean)
        ${writeMade(periodMeans)}`,
      values: periodColumns(series, "months"),
    });
  }

  /** Updates the first and the newest values, from the daily means, which must be written before. */
  async writeNewest(all: Iterable<SeriesDays>, sequences: ReadonlyMap<number, number>, offset: number): Promise<void> {
    const { daily_means: dailyMeans, newest } = this.#tables;
    const series = [...all];
    await this.#transaction.query({
      name: `${newest}-write`,
      text: `insert into ${newest} (series, first_from, newest_from, newest_value, valid_from, valid_value, deleted, change_seq)
        select touched.series, begin(first.day) + first_slot * step, begin(newest.day) + last_slot * step, last_value,
          begin(valid.day) + last_valid_slot * step, last_valid_value, false, change_seq
        from unnest($1::int4[], $2::int8[], $3::int8[]) as touched (series, step, change_seq)
        left join lateral (
          select day, first_slot from ${dailyMeans} daily
          where daily.series = touched.series and stored > 0 order by day limit 1) as first on true
        left join lateral (
          select day, last_slot, last_value from ${dailyMeans} daily
          where daily.series = touched.series and stored > 0 order by day desc limit 1) as newest on true
        left join lateral (
          select day, last_valid_slot, last_valid_value from ${dailyMeans} daily
          where daily.series = touched.series and count > 0 order by day desc limit 1) as valid on true
        on conflict (series) do update set first_from = excluded.first_from, newest_from = excluded.newest_from,
          newest_value = excluded.newest_value, valid_from = excluded.valid_from, valid_value = excluded.valid_value,
          change_seq = excluded.change_seq`.replaceAll(/begin\((\w+)\.day\)/g, `($1.day * ${DAY}::bigint - $4::int8)`),
      values: [
        int4Array(series.map((days) => days.series)),
        int8Array(series.map(({ timestep }) => Math.min(timestep, DAY))),
        int8Array(series.map((days) => sequences.get(days.series))),
        offset * 60,
      ],
    });
  }

  /** Deletes all values of the series, given with the number of the change, and marks the series as deleted. */
  async deleteSeries(deleted: ReadonlyMap<number, number>): Promise<void> {
    const { days: daysTable, daily_means: dailyMeans, period_means: periodMeans, newest } = this.#tables;
    if (deleted.size === 0) return;
    await this.#transaction.query({
      name: `${daysTable}-delete`,
      text: `with days as (delete from ${daysTable} where series = any($1::int4[])),
          daily as (delete from ${dailyMeans} where series = any($1::int4[])),
          periods as (delete from ${periodMeans} where series = any($1::int4[]))
        insert into ${newest} (series, deleted, change_seq)
        select series, true, change_seq from unnest($1::int4[], $2::int8[]) as gone (series, change_seq)
        on conflict (series) do update set first_from = null, newest_from = null, newest_value = null,
          valid_from = null, valid_value = null, deleted = true, change_seq = excluded.change_seq`,
      values: [int4Array([...deleted.keys()]), int8Array([...deleted.values()])],
    });
  }

  /** Creates the partitions that the days need. A table is created first and then attached, so that readers never wait. */
  async #createPartitions(days: readonly Pick<ComputedDay, "day">[]): Promise<void> {
    const { days: daysTable } = this.#tables;
    const years = new Set<number>();
    for (const { day } of days) years.add(Math.min(Math.max(civilDate(day).year, FIRST_YEAR), LAST_YEAR));
    const missing = await this.#transaction.query<{ year: number }>({
      name: `${daysTable}-partitions`,
      text: `select year from unnest($1::int4[]) as year where to_regclass('${daysTable}_' || year) is null`,
      values: [int4Array([...years])],
    });
    for (const { year } of missing) {
      const table = `${daysTable}_${year}`;
      const from = year === FIRST_YEAR ? "minvalue" : dayNumber(year, 1, 1);
      const to = year === LAST_YEAR ? "maxvalue" : dayNumber(year + 1, 1, 1);
      await this.#transaction.query(`create table ${table} (like ${daysTable} including all)`);
      await this.#transaction.query(
        `alter table ${daysTable} attach partition ${table} for values from (${from}) to (${to})`,
      );
    }
  }
}

/** Years with a partition of their own; years outside share the first and the last. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2200;

/** Ids of the mean types, which `period_means.kind` holds. */
const KINDS = { month: 4, year: 5, week: 8, season: 9 } as const satisfies Record<CalendarPeriod, number>;

/** The means that the mean of a period is computed from. */
const SOURCES = {
  week: "days",
  month: "days",
  season: "months",
  year: "months",
} as const satisfies Record<CalendarPeriod, "days" | "months">;

const PERIODS = keysOf(SOURCES);

/** Writes what the common table expression `made` holds; `any`: whether the period has values. */
const writeMade = (periodMeans: string): string => `, gone as (
    delete from ${periodMeans} period using made
    where made.any is not true
      and period.series = made.series and period.kind = made.kind and period.start = made.start)
  insert into ${periodMeans} (series, kind, start, count, sum)
  select series, kind, start, count, sum from made where made.any
  on conflict (series, kind, start) do update set count = excluded.count, sum = excluded.sum`;

/** Series, kind, first day and day after the last of each period of this source that a touched day lies in. */
function periodColumns(all: readonly SeriesDays[], source: (typeof SOURCES)[CalendarPeriod]): Buffer[] {
  const periods = PERIODS.filter((period) => SOURCES[period] === source);
  const columns: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const days of all) {
    const { touched } = days;
    for (const period of periods) {
      let end = Number.NEGATIVE_INFINITY;
      for (const day of touched) {
        if (day < end) continue;
        const start = periodStart(period, day);
        end = periodEnd(period, start);
        for (const [index, value] of [days.series, KINDS[period], start, end].entries()) columns[index]?.push(value);
      }
    }
  }
  return columns.map(int4Array);
}
