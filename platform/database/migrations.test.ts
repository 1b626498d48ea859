import { afterAll, expect, test } from "vitest";
import { anotherPool, databaseUntil } from "../../test/postgres.ts";
import { migrate } from "./migrations.ts";

const database = await databaseUntil(afterAll);

test("ten concurrent migrations run each step once", async () => {
  const steps = [
    { name: "a-1", sql: "create table a (n int); insert into a values (1)" },
    { name: "a-2", sql: "insert into a values (2)" },
  ];
  const databases = await Promise.all(Array.from({ length: 10 }, () => anotherPool(database)));
  await Promise.all(databases.map((each) => migrate(each, steps)));
  expect(await database.query("select n from a order by n")).toEqual([{ n: 1 }, { n: 2 }]);
  await Promise.all(databases.map((each) => each.close()));
});

test("steps of several owners live side by side, and a failed run leaves nothing", async () => {
  const broken = [
    { name: "b-1", sql: "create table b (n int)" },
    { name: "b-2", sql: "insert into nowhere values (1)" },
  ];
  await expect(migrate(database, broken)).rejects.toMatchObject({ code: "42P01" });
  await migrate(database, broken.slice(0, 1));
  expect(await database.query("select * from b")).toEqual([]);
});
