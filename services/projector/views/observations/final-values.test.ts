import fc from "fast-check";
import { expect, test } from "vitest";
import type { ObservationColumns } from "../../../../contracts/observation-columns.ts";
import { decodeDay } from "../../../../contracts/observation-day.ts";
import { observations } from "../../../../contracts/views/observations.ts";
import {
  finalValues,
  type MeasuredSeries,
  plainDays,
  plainNewest,
  plainPeriods,
} from "../../../../test/measured-tables.ts";
import { builtObservations, seen, type Tables } from "../../../../test/observation-tables.ts";
import type { ScriptedEvent } from "../../../../test/scripted-log.ts";
import { ingested, seriesDeleted } from "../../../../test/scripted-measurements.ts";
import { observationsView } from "./view.ts";

const { database, log, project, tables } = await builtObservations();

/** As `rebuild`, but leaves the tables, which takes less time. */
async function empty(): Promise<void> {
  for (const table of Object.values(observations.tables)) await database.query(`delete from ${table}`);
  await database.query(`update views set position = '${log.start}', sequence = 0, slice = null`);
}

/** Steps of the series, by number from 1. */
const STEPS = [3600, 3600, 3600, 600, 2400, 7200, 86_400, 604_800, 2_592_000, 31_536_000];
/** Days about which something is uncommon: leap days, ends of years, weeks 53, the season over the year's end. */
const DATES = ["2020-02-28", "2020-12-27", "2020-12-31", "2021-01-01", "2016-01-03", "2023-11-30", "2024-02-29"];
const LONG: Readonly<Record<number, readonly string[]>> = {
  604800: ["2020-12-28", "2020-12-21", "2021-01-04", "2020-02-24"],
  2592000: ["2020-02-01", "2020-12-01", "2021-01-01", "2021-02-01"],
  31536000: ["2019-01-01", "2020-01-01", "2021-01-01"],
};

const value = fc.option(fc.integer({ min: -5_000, max: 900_000 }), { freq: 14 }).map((n) => n && n / 1000);
const places = fc.array(
  fc.record({
    skipped: fc.integer({ min: -30, max: 4 }).map((steps) => Math.max(steps, 0)),
    value,
    valid: fc.integer({ min: 0, max: 14 }).map((die) => die > 0),
    controlled: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40, size: "max" },
);
const ingestion = fc
  .tuple(fc.nat(STEPS.length - 1), fc.constantFrom(...DATES), fc.nat(143), places)
  .map(([series, date, slot, drawn]) => (offset: number): ObservationColumns => {
    const timestep = STEPS[series] ?? expect.unreachable();
    const long = LONG[timestep];
    const begin = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000 - offset * 60;
    let from = begin(date) + ((slot * timestep) % 86_400);
    let used = drawn;
    let times = drawn.map(({ skipped }) => {
      const at = from + skipped * timestep;
      from = at + timestep;
      return at;
    });
    if (long) {
      const chosen = long.slice(slot % long.length, (slot % long.length) + drawn.length).sort();
      times = chosen.map(begin);
      used = drawn.slice(0, times.length);
    }
    return {
      series: series + 1,
      timestep,
      fromTime: times,
      value: used.map((each) => each.value),
      isValid: used.map(({ valid }) => valid),
      qualityControlled: used.map(({ controlled }) => controlled),
    };
  });
const deletion = fc.nat(STEPS.length - 1).map((series) => () => ({ deleted: series + 1 }));
const scripts = fc.array(fc.oneof({ arbitrary: ingestion, weight: 12 }, { arbitrary: deletion, weight: 1 }), {
  minLength: 1,
  maxLength: 20,
  size: "max",
});
const offsets = fc.constantFrom(60, -210, 0, 345);
const cuts = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 });

const eventOf = (each: ObservationColumns | { readonly deleted: number }): ScriptedEvent =>
  "deleted" in each ? seriesDeleted(each.deleted) : ingested(each);

test("whatever came in whatever order and pieces, the tables hold what the final values give", async () => {
  await fc.assert(
    fc.asyncProperty(scripts, offsets, cuts, async (drawn, offset, sizes) => {
      const script = drawn.map((make) => make(offset));
      const view = observationsView(offset);
      log.clear();
      log.append(...script.map(eventOf));
      await empty();
      await project([], view);
      const once = await tables();

      await empty();
      await project(sizes, view);
      expect(await tables()).toEqual(once);

      const final = finalValues(script);
      log.clear();
      log.append(...[...final].map(([series, each]) => ingested(clean(series, each))));
      await empty();
      await project([], view);
      expect(seen(once)).toEqual(seen(await tables()));

      expect(close(asPlain(once))).toEqual(close(plainly(final, offset)));
      expect(stored(once, final, offset)).toEqual(final);
    }),
    { numRuns: 40 },
  );
}, 180_000);

function clean(series: number, { timestep, values }: MeasuredSeries): ObservationColumns {
  const sorted = [...values].sort(([one], [other]) => one - other);
  return {
    series,
    timestep,
    fromTime: sorted.map(([from]) => from),
    value: sorted.map(([, each]) => each.value),
    isValid: sorted.map(([, { valid }]) => valid),
    qualityControlled: sorted.map(([, { controlled }]) => controlled),
  };
}

/** The values that the rows hold. */
function stored({ observations: rows }: Tables, final: ReadonlyMap<number, MeasuredSeries>, offset: number) {
  const found = new Map([...final].map(([id, { timestep }]) => [id, { timestep, values: new Map() }]));
  for (const { series, day, values, flags } of rows) {
    const content = decodeDay(Buffer.from(values, "hex"), Buffer.from(flags, "hex"));
    const step = 86_400 / content.flags.length;
    content.values.forEach((value, slot) => {
      if (Number.isNaN(value)) return;
      const bits = content.flags[slot] ?? expect.unreachable();
      const from = day * 86_400 - offset * 60 + slot * step;
      found.get(series)?.values.set(from, { value, valid: (bits & 1) > 0, controlled: (bits & 2) > 0 });
    });
  }
  return found;
}

/** The same as computed plainly, with the columns that a plain computation has. */
function plainly(final: ReadonlyMap<number, MeasuredSeries>, offset: number) {
  return new Map(
    [...final].map(([id, series]) => [
      id,
      { days: plainDays(series, offset), periods: plainPeriods(series, offset), newest: plainNewest(series) },
    ]),
  );
}

function asPlain({ daily, periods, newest }: Tables) {
  const date = (day = 0) => new Date(day * 86_400_000).toISOString().slice(0, 10);
  return new Map(
    newest
      .filter(({ newest_from }) => newest_from !== null)
      .map(({ series = 0, change_seq, deleted, ...rest }) => [
        series,
        {
          days: new Map(
            daily
              .filter((row) => row["series"] === series)
              .map(
                ({ series, day, first_slot, last_slot, last_value, last_valid_slot, last_valid_value, ...means }) => [
                  date(day),
                  means,
                ],
              ),
          ),
          periods: new Map(
            periods
              .filter((row) => row["series"] === series)
              .map(({ kind, start, count, sum }) => [`${kind} ${date(start)}`, { count, sum }]),
          ),
          newest: rest,
        },
      ]),
  );
}

/** Numbers that differ in their last places count as the same: a plain sum adds in another order. */
function close(value: unknown): unknown {
  if (value instanceof Map) return new Map([...value].map(([key, each]) => [key, close(each)] as const));
  if (typeof value === "number") return Number(value.toPrecision(10)) + 0;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, close(each)]));
}
