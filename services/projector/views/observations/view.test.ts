import { expect, test } from "vitest";
import { observations } from "../../../../contracts/views/observations.ts";
import { builtObservations, seen } from "../../../../test/observation-tables.ts";
import { hourly, ingested, seriesDeleted } from "../../../../test/scripted-measurements.ts";
import { PoisonEvent } from "../../failures.ts";

const { database, log, project, tables } = await builtObservations();

const begin = Date.parse("2020-12-31T00:00:00+01:00") / 1000;
const DAY_OF_BEGIN = Date.parse("2020-12-31") / 86_400_000;
const byDay = async (series: number) =>
  database.query({
    text: `select * from ${observations.tables.daily_means} where series = $1 order by day`,
    values: [series],
  });

test("a value of the evening changes the running means of the next day, where no value came since", async () => {
  log.append(hourly(7, begin, Array(24).fill(10)), hourly(7, begin + 86_400, Array(24).fill(10)));
  await project();
  log.append(hourly(7, begin + 23 * 3600, [90]));
  await project();
  expect(await byDay(7)).toMatchObject([
    { day: DAY_OF_BEGIN, hour_max: 90, window_max: 20, count: 24 },
    { day: DAY_OF_BEGIN + 1, hour_max: 10, window_max: 20, sum: 240 },
    { day: DAY_OF_BEGIN + 2, stored: 0, windows: 2 },
  ]);
});

test("running means that end on a day without values stand there, and go when the hours go", async () => {
  log.append(hourly(7, begin + 16 * 3600, [8, 8, 8, 8, 8, 8, 8, 8]));
  await project();
  expect(await byDay(7)).toMatchObject([
    { day: DAY_OF_BEGIN, windows: 3 },
    { day: DAY_OF_BEGIN + 1, stored: 0, windows: 2, window_max: 8, hour_max: null },
  ]);
  log.append(hourly(7, begin + 22 * 3600, [null, null]));
  await project();
  expect(await byDay(7)).toMatchObject([{ day: DAY_OF_BEGIN, windows: 3, stored: 6 }]);
  log.append(hourly(7, begin + 16 * 3600, Array(6).fill(null)));
  await project();
  expect(seen(await tables())).toMatchObject({ observations: [], daily: [], periods: [] });
});

test("the newest value is found again when it is deleted, and the newest valid one beside it", async () => {
  const newest = async () => (await tables()).newest;
  log.append(hourly(7, begin, [1, 2]), hourly(8, begin, [5]));
  log.append(ingested({ series: 7, timestep: 3600, fromTime: [begin + 86_400], value: [3], isValid: [false] }));
  await project();
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
  await project();
  expect(await newest()).toMatchObject([{ newest_from: begin + 3600, newest_value: 2, change_seq: 4 }, {}]);
  log.append(hourly(7, begin, [null, null]));
  await project();
  expect(await newest()).toMatchObject([
    { series: 7, first_from: null, newest_from: null, valid_from: null, deleted: false, change_seq: 5 },
    { series: 8, newest_value: 5 },
  ]);
});

test("a deleted series leaves a tombstone, and values that come late change nothing", async () => {
  log.append(hourly(7, begin, [1, 2]), hourly(8, begin, [5]), seriesDeleted(7), hourly(7, begin, [3]));
  await project();
  log.append(hourly(7, begin, [4]));
  await project();
  expect(await tables()).toMatchObject({
    observations: [{ series: 8 }],
    daily: [{ series: 8 }],
    newest: [{ series: 7, newest_from: null, deleted: true, change_seq: 3 }, { series: 8 }],
  });
});

test.each([
  ["columns of different lengths", { fromTime: [begin], value: [1, 2] }],
  ["a time off the grid", { fromTime: [begin + 1], value: [1] }],
  ["a step that does not divide the day", { timestep: 5000, fromTime: [begin], value: [1] }],
  ["another step than the series had", { timestep: 600, fromTime: [begin], value: [1] }],
])("%s: the view stops there, with all before it applied", async (_, columns) => {
  log.append(hourly(7, begin, [1]), ingested({ series: 7, timestep: 3600, ...columns }), hourly(7, begin, [2]));
  await expect(project()).rejects.toThrow(PoisonEvent);
  expect((await tables()).newest).toMatchObject([{ newest_value: 1, change_seq: 1 }]);
});
