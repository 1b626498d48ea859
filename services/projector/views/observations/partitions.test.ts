import { expect, test } from "vitest";
import { observations } from "../../../../contracts/views/observations.ts";
import { builtObservations } from "../../../../test/observation-tables.ts";
import { anotherPool } from "../../../../test/postgres.ts";
import { hourly } from "../../../../test/scripted-measurements.ts";
import { observationsView } from "./view.ts";

const { days } = observations.tables;
const { database, log, project, tables } = await builtObservations();

test("each year has its partition, and years that nobody measured in share the outer ones", async () => {
  const at = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000;
  const dates = ["1815-06-18", "1900-01-01", "1969-12-31", "2020-02-29", "2024-12-31", "2200-12-31", "9999-12-31"];
  log.append(...dates.map((date) => hourly(7, at(date), [1])));
  await project([], observationsView(0));
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
  const begin = Date.parse("2020-12-31T00:00:00+01:00") / 1000;
  log.append(hourly(7, begin, [1]));
  await project();
  log.append(hourly(7, begin + 366 * 86_400, [1]));
  const reader = anotherPool(database);
  await reader.transaction(async (reading) => {
    await reading.query(`select * from ${days}`);
    await project();
  });
  await reader.close();
  expect((await tables()).observations).toHaveLength(2);
});
