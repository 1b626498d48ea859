import { decodeDay, VALID } from "../../../../contracts/observation-day.ts";
import type { observations } from "../../../../contracts/views/observations.ts";
import { int4Array } from "../../../../platform/database/arrays.ts";
import type { Queryable } from "../../../../platform/database/port.ts";
import { DAY, dayOf, endOf, slotStart, stepStart } from "../../../../science/calendar.ts";
import type { KnownSeries } from "../network.ts";
import { AHEAD_MS, isDue, type SeriesValue, type ValuesAhead } from "./newest.ts";

/** The values around `now`, milliseconds since 1970, of series whose newest value is not due. `offset`: minutes. */
export async function readValuesAhead(
  database: Queryable,
  { tables }: typeof observations,
  series: readonly KnownSeries[],
  now: number,
  offset: number,
): Promise<ReadonlyMap<number, ValuesAhead>> {
  const until = now + AHEAD_MS;
  const today = dayOf(now / 1000, offset);
  const ids = int4Array(series.map(({ id }) => id));
  // Values that begin before this day are due.
  const firstDays = int4Array(series.map((known) => stepStart(today, known.series.timestep)));
  const [before, days] = await Promise.all([
    database.query<BeforeRow>({
      name: `${tables.daily_means}-due`,
      text: `select wanted.series, newest.*, valid.*
        from unnest($1::int4[], $2::int4[]) as wanted (series, first)
        left join lateral (
          select day as "newestDay", last_slot as "newestSlot", last_value as "newestValue"
          from ${tables.daily_means} daily
          where daily.series = wanted.series and day < wanted.first and stored > 0 order by day desc limit 1
        ) as newest on true
        left join lateral (
          select day as "validDay", last_valid_slot as "validSlot", last_valid_value as "validValue"
          from ${tables.daily_means} daily
          where daily.series = wanted.series and day < wanted.first and count > 0 order by day desc limit 1
        ) as valid on true`,
      values: [ids, firstDays],
    }),
    database.query<DayRow>({
      name: `${tables.days}-ahead`,
      text: `select found.* from unnest($1::int4[], $2::int4[]) as wanted (series, first)
        cross join lateral (
          select series, day, "values", flags from ${tables.days} stored
          where stored.series = wanted.series and day between wanted.first and $3 offset 0
        ) as found order by series, day`,
      values: [ids, firstDays, dayOf(until / 1000, offset)],
      binary: true,
    }),
  ]);
  const around = new Map(series.map((known) => [known.id, new Around(known.series.timestep, offset)]));
  for (const row of before) around.get(row.series)?.addBefore(row);
  for (const row of days) around.get(row.series)?.addDay(row, now, until);
  return new Map(Array.from(around, ([id, each]) => [id, each.valuesAhead(until)]));
}

interface BeforeRow {
  readonly series: number;
  readonly newestDay: number | null;
  readonly newestSlot: number | null;
  readonly newestValue: number | null;
  readonly validDay: number | null;
  readonly validSlot: number | null;
  readonly validValue: number | null;
}

interface DayRow {
  readonly series: number;
  readonly day: number;
  readonly values: Buffer;
  readonly flags: Buffer;
}

/** Gathers the values of one series, in the order of time. */
class Around {
  readonly #timestep: number;
  readonly #offset: number;
  #newest: SeriesValue | undefined;
  #valid: SeriesValue | undefined;
  readonly #upcoming: SeriesValue[] = [];

  constructor(timestep: number, offset: number) {
    this.#timestep = timestep;
    this.#offset = offset;
  }

  addBefore({ newestDay, newestSlot, newestValue, validDay, validSlot, validValue }: BeforeRow): void {
    if (validDay !== null && validSlot !== null && validValue !== null) {
      this.#valid = this.#valueAt(validDay, validSlot, validValue, true);
    }
    if (newestDay === null || newestSlot === null || newestValue === null) return;
    const isValid = newestDay === validDay && newestSlot === validSlot;
    this.#newest = this.#valueAt(newestDay, newestSlot, newestValue, isValid);
  }

  addDay({ day, values, flags }: DayRow, now: number, until: number): void {
    const stored = decodeDay(values, flags);
    for (const [slot, amount] of stored.values.entries()) {
      if (Number.isNaN(amount)) continue;
      const value = this.#valueAt(day, slot, amount, ((stored.flags[slot] ?? 0) & VALID) !== 0);
      if (isDue(value, now)) {
        this.#newest = value;
        if (value.isValid) this.#valid = value;
      } else if (isDue(value, until)) this.#upcoming.push(value);
      else return;
    }
  }

  valuesAhead(until: number): ValuesAhead {
    return { newest: this.#newest, valid: this.#valid, upcoming: this.#upcoming, until };
  }

  #valueAt(day: number, slot: number, value: number, isValid: boolean): SeriesValue {
    const from = slotStart(day, slot, Math.min(this.#timestep, DAY), this.#offset);
    return { from, to: endOf(from, this.#timestep, this.#offset), value, isValid };
  }
}
