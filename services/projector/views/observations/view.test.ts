import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ObservationColumns } from "../../../../contracts/measurement-events.ts";
import { decodeDay } from "../../../../contracts/observation-day.ts";
import { observations } from "../../../../contracts/views/observations.ts";
import { migrate } from "../../../../platform/database/migrations.ts";
import type { Database } from "../../../../platform/database/port.ts";
import { createView, readCheckpoint } from "../../../../platform/views/registry.ts";
import { VIEW_MIGRATIONS } from "../../../../platform/views/schema.ts";
import {
  finalValues,
  type MeasuredSeries,
  plainDays,
  plainNewest,
  plainPeriods,
} from "../../../../test/measured-tables.ts";
import { freshDatabase } from "../../../../test/postgres.ts";
import { type ScriptedEvent, ScriptedLog } from "../../../../test/scripted-log.ts";
import { hourly, ingested, seriesDeleted } from "../../../../test/scripted-measurements.ts";
import { PoisonEvent } from "../../failures.ts";
import { ViewWriter } from "../../writer.ts";
import { observationsView } from "./view.ts";

const { days, daily_means: dailyMeans, period_means: periodMeans, newest } = observations.tables;

const fresh = await freshDatabase();
const database = await fresh.open();
beforeAll(() => migrate(database, VIEW_MIGRATIONS));
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const never = new AbortController().signal;
let log = new ScriptedLog();
beforeEach(() => emptied());

async function emptied(): Promise<void> {
  log = new ScriptedLog();
  await database.query(`drop schema if exists ${observations.schema} cascade; delete from views`);
  await createView(database, observations, log.start);
}

/** As `emptied`, but leaves the tables, which takes less time. */
async function cleared(): Promise<void> {
  log = new ScriptedLog();
  for (const table of Object.values(observations.tables)) await database.query(`delete from ${table}`);
  await database.query(`update views set position = '${log.start}', sequence = 0, slice = null`);
}

/** Applies what the log has that the view has not, in batches of these sizes, the last one again and again. */
async function project(offset: number, sizes: readonly number[] = [1_000]): Promise<void> {
  const view = observationsView(offset);
  const writer = new ViewWriter(database, view, await readCheckpoint(database, view));
  let from = 0;
  for (let index = 0; from < log.events.length; index++) {
    const events = log.events.slice(from, from + (sizes[Math.min(index, sizes.length - 1)] ?? 1));
    await writer.apply({ events, position: events.at(-1)?.position ?? log.start }, never);
    from += events.length;
  }
}

interface StoredRow {
  readonly series: number;
  readonly day: number;
  readonly values: Buffer;
  readonly flags: Buffer;
}

/** All tables as they are, bytes as text. */
async function tables() {
  const rows = await database.query<StoredRow>(`select * from ${days} order by series, day`);
  return {
    observations: rows.map(({ values, flags, ...key }) => ({
      ...key,
      values: values.toString("hex"),
      flags: flags.toString("hex"),
    })),
    daily: await database.query<Record<string, number>>(`select * from ${dailyMeans} order by series, day`),
    periods: await database.query<Record<string, number>>(`select * from ${periodMeans} order by series, kind, start`),
    newest: await database.query<Record<string, number>>(
      `select series, first_from::float8, newest_from::float8, newest_value, valid_from::float8, valid_value, deleted,
        change_seq::int from ${newest} order by series`,
    ),
  };
}

type Tables = Awaited<ReturnType<typeof tables>>;

/** What readers see of them: neither how often it changed, nor what is gone. */
function seen({ newest, ...others }: Tables) {
  const standing = newest.filter(({ newest_from }) => newest_from !== null);
  return { ...others, newest: standing.map(({ change_seq, ...row }) => row) };
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

describe("the law of the tables", () => {
  /** Series by number: their steps. */
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

  test("whatever came in whatever order and pieces, they hold what the final values give", async () => {
    await fc.assert(
      fc.asyncProperty(scripts, offsets, cuts, async (drawn, offset, sizes) => {
        const script = drawn.map((make) => make(offset));
        await cleared();
        log.append(...script.map(eventOf));
        const whole = log.events;
        await project(offset);
        const once = await tables();

        await cleared();
        log.events.push(...whole);
        await project(offset, sizes);
        expect(await tables()).toEqual(once);

        const final = finalValues(script);
        await cleared();
        log.append(...[...final].map(([series, each]) => ingested(clean(series, each))));
        await project(offset);
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
});

const begin = Date.parse("2020-12-31T00:00:00+01:00") / 1000;
const DAY_OF_BEGIN = Date.parse("2020-12-31") / 86_400_000;
const byDay = async (series: number) =>
  database.query({ text: `select * from ${dailyMeans} where series = $1 order by day`, values: [series] });

test("a value of the evening changes the running means of the next day, where no value came since", async () => {
  log.append(hourly(7, begin, Array(24).fill(10)), hourly(7, begin + 86_400, Array(24).fill(10)));
  await project(60);
  log.append(hourly(7, begin + 23 * 3600, [90]));
  await project(60);
  expect(await byDay(7)).toMatchObject([
    { day: DAY_OF_BEGIN, hour_max: 90, window_max: 20, count: 24 },
    { day: DAY_OF_BEGIN + 1, hour_max: 10, window_max: 20, sum: 240 },
    { day: DAY_OF_BEGIN + 2, stored: 0, windows: 2 },
  ]);
});

test("running means that end on a day without values stand there, and go when the hours go", async () => {
  log.append(hourly(7, begin + 16 * 3600, [8, 8, 8, 8, 8, 8, 8, 8]));
  await project(60);
  expect(await byDay(7)).toMatchObject([
    { day: DAY_OF_BEGIN, windows: 3 },
    { day: DAY_OF_BEGIN + 1, stored: 0, windows: 2, window_max: 8, hour_max: null },
  ]);
  log.append(hourly(7, begin + 22 * 3600, [null, null]));
  await project(60);
  expect(await byDay(7)).toMatchObject([{ day: DAY_OF_BEGIN, windows: 3, stored: 6 }]);
  log.append(hourly(7, begin + 16 * 3600, Array(6).fill(null)));
  await project(60);
  expect(await tables()).toMatchObject({ observations: [], daily: [], periods: [] });
});

test("the newest value is found again when it is deleted, and the newest valid one beside it", async () => {
  const newest = async () => (await tables()).newest;
  log.append(hourly(7, begin, [1, 2]), hourly(8, begin, [5]));
  log.append(ingested({ series: 7, timestep: 3600, fromTime: [begin + 86_400], value: [3], isValid: [false] }));
  await project(60);
  expect(await newest()).toMatchObject([
    {
      series: 7,
      first_from: begin,
      newest_from: begin + 86_400,
      newest_value: 3,
      valid_from: begin + 3600,
      valid_value: 2,
    },
    { series: 8, change_seq: 2 },
  ]);
  log.append(hourly(7, begin + 86_400, [null]));
  await project(60);
  expect(await newest()).toMatchObject([{ newest_from: begin + 3600, newest_value: 2, change_seq: 4 }, {}]);
  log.append(hourly(7, begin, [null, null]));
  await project(60);
  expect(await newest()).toMatchObject([
    { series: 7, first_from: null, newest_from: null, valid_from: null, deleted: false, change_seq: 5 },
    { series: 8, newest_value: 5 },
  ]);
});

test("a deleted series leaves a tombstone, and values that come late change nothing", async () => {
  log.append(hourly(7, begin, [1, 2]), hourly(8, begin, [5]), seriesDeleted(7), hourly(7, begin, [3]));
  await project(60);
  log.append(hourly(7, begin, [4]));
  await project(60);
  expect(await tables()).toMatchObject({
    observations: [{ series: 8 }],
    daily: [{ series: 8 }],
    newest: [{ series: 7, newest_from: null, deleted: true, change_seq: 3 }, { series: 8 }],
  });
});

test("each year has its partition, and years that nobody measured in share the outer ones", async () => {
  await emptied();
  const at = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000;
  const dates = ["1815-06-18", "1900-01-01", "1969-12-31", "2020-02-29", "2024-12-31", "2200-12-31", "9999-12-31"];
  log.append(...dates.map((date) => hourly(7, at(date), [1])));
  await project(0);
  const partitions = await database.query(`select tableoid::regclass::text as name, count(*)::int as days
    from ${days} group by 1 order by 1`);
  expect(partitions).toEqual([
    { name: `${days}_1900`, days: 2 },
    { name: `${days}_1969`, days: 1 },
    { name: `${days}_2020`, days: 1 },
    { name: `${days}_2024`, days: 1 },
    { name: `${days}_2200`, days: 2 },
  ]);
});

test("readers are not held up while a partition is made", async () => {
  await emptied();
  log.append(hourly(7, begin, [1]));
  await project(60);
  log.append(hourly(7, begin + 366 * 86_400, [1]));
  const reader = await fresh.open();
  await reader.transaction(async (reading) => {
    await reading.query(`select * from ${days}`);
    await project(60);
  });
  await reader.close();
  expect((await tables()).observations).toHaveLength(2);
});

test.each([
  ["columns of different lengths", { fromTime: [begin], value: [1, 2] }],
  ["a time off the grid", { fromTime: [begin + 1], value: [1] }],
  ["a step that does not divide the day", { timestep: 5000, fromTime: [begin], value: [1] }],
  ["another step than the series had", { timestep: 600, fromTime: [begin], value: [1] }],
])("%s: the view stops there, with all before it applied", async (_, columns) => {
  log.append(hourly(7, begin, [1]), ingested({ series: 7, timestep: 3600, ...columns }), hourly(7, begin, [2]));
  await expect(project(60)).rejects.toThrow(PoisonEvent);
  expect((await tables()).newest).toMatchObject([{ newest_value: 1, change_seq: 1 }]);
});

/** How many transactions it takes to apply the log. */
async function transactions(): Promise<number> {
  let count = 0;
  const counting: Database = {
    ...database,
    transaction: (work) => {
      count += 1;
      return database.transaction(work);
    },
  };
  const view = observationsView(60);
  const writer = new ViewWriter(counting, view, await readCheckpoint(database, view));
  await writer.apply({ events: log.events, position: await log.head() }, never);
  return count;
}

test("more values than suit one transaction are applied in several", async () => {
  log.append(...Array.from({ length: 150 }, (_, index) => hourly(index + 1, begin, Array(744).fill(index))));
  expect(await transactions()).toBe(3);
  const [row] = await database.query(`select sum(count)::int as count from ${dailyMeans}`);
  expect(row).toEqual({ count: 150 * 744 });
});

test("of short steps, whose days are large, fewer values suit one transaction", async () => {
  const second = (day: number) => ({ series: 7, timestep: 1, fromTime: [begin + day * 86_400], value: [day] });
  log.append(...Array.from({ length: 12 }, (_, day) => ingested(second(day))));
  expect(await transactions()).toBe(2);
  expect((await tables()).observations).toHaveLength(12);
});

test("many deletions take several transactions", async () => {
  log.append(...Array.from({ length: 50 }, (_, index) => hourly(index + 1, begin, [1])));
  log.append(...Array.from({ length: 50 }, (_, index) => seriesDeleted(index + 1)));
  expect(await transactions()).toBe(3);
  expect(seen(await tables())).toEqual({ observations: [], daily: [], periods: [], newest: [] });
});
