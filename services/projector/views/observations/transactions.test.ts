import { expect, test } from "vitest";
import { observations } from "../../../../contracts/views/observations.ts";
import type { Database } from "../../../../platform/database/port.ts";
import { never } from "../../../../test/built-view.ts";
import { builtObservations, seen } from "../../../../test/observation-tables.ts";
import { hourly, ingested, seriesDeleted } from "../../../../test/scripted-measurements.ts";

const { database, log, writer, tables } = await builtObservations();
const begin = Date.parse("2020-12-31T00:00:00+01:00") / 1000;

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
  await (await writer(counting)).apply({ events: log.events, position: await log.head() }, never);
  return count;
}

test("more values than suit one transaction are applied in several", async () => {
  log.append(...Array.from({ length: 150 }, (_, index) => hourly(index + 1, begin, Array(744).fill(index))));
  expect(await transactions()).toBe(3);
  const [row] = await database.query(`select sum(count)::int as count from ${observations.tables.daily_means}`);
  expect(row).toEqual({ count: 150 * 744 });
});

test("of short steps, whose days are large, fewer values suit one transaction", async () => {
  const second = (day: number) => ({ series: 7, timestep: 1, fromTime: [begin + day * 86_400], value: [day] });
  log.append(...Array.from({ length: 12 }, (_, day) => ingested(second(day))));
  expect(await transactions()).toBe(2);
  expect((await tables()).observations).toHaveLength(12);
});

test("rare values of a series of seconds take bytes by their number, not by that of the seconds", async () => {
  const rare = Array.from({ length: 30 }, (_, day) => begin + (day + 1) * 86_400);
  log.append(ingested({ series: 7, timestep: 1, fromTime: rare, value: rare.map(() => 1) }));
  await transactions();
  const { days } = observations.tables;
  const bytes = `select octet_length("values") + octet_length(flags) as bytes from ${days} group by 1`;
  expect(await database.query(bytes)).toEqual([{ bytes: 17 }]);
});

test("many deletions take several transactions", async () => {
  log.append(...Array.from({ length: 50 }, (_, index) => hourly(index + 1, begin, [1])));
  log.append(...Array.from({ length: 50 }, (_, index) => seriesDeleted(index + 1)));
  expect(await transactions()).toBe(3);
  expect(seen(await tables())).toEqual({ observations: [], daily: [], periods: [], newest: [] });
});
